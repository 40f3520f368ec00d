"""A Spell makes one legion of two, or brings a Mage to another legion (MM 9.4.1, 9.4.5, 9.4.12)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...masterboard.laid import follow_union
from ...masterboard.legion import Legion
from ...masterboard.phases import close_if_no_gains
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.engagements import show_both, sides
from ...masterboard.rulings.entering import arrive
from ...masterboard.state import Gains, type_of
from ...words import land_name
from ..rulings.deeds import Deed, meeting
from ..rulings.giving import give_back_objections, magi_named
from ..rulings.strategic import Mage, mage_called
from ..stacks import follow


def merge(position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
    """Make one legion of two, moving the one there that is not; those above the most go back (MM 9.4.5)."""
    own, other = deed.mage.legion, position.legions[str(deed.at)]
    cites = [*deed.spell.cites, *position.rules.cite("merged")]
    meets = meeting(position, deed)
    if meets is not None:
        goer, came = meets.goer, meets.goer.land
        arrive(position, goer, meets.land, None)
        graph, change = position.graph, Change(goer.id, "land", land_name(came), land_name(goer.land))
        text = f"{goer.id} moves from {graph.titled(came)} to {graph.titled(goer.land)}"
        recorder.write(text, cites=position.rules.cite("signs"), changes=[change], by_referee=True)
    _unite(position, recorder, own, other)
    own.moved = True
    position.no_muster_lands = [*position.no_muster_lands, land_name(own.land)]
    text = f"{other.id} merges with {position.named(own)}"
    recorder.write(text, cites=cites, changes=[_height(own)], by_referee=True)
    give_back(position, recorder, own, deed.gives_back, deed.mage.stack.id)


def carry(position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
    """Transfer a Mage to another legion; one that is left empty goes off the board (MM 9.4.12, REF magi-50)."""
    caster = deed.mage
    goer = caster if deed.at is None else mage_called(position, deed.at)
    assert isinstance(goer, Mage)
    target = caster.legion if deed.to is None else position.legions[str(deed.to)]
    giver, name = goer.legion, goer.stack.character
    follow(giver, target, [goer.stack.id])
    if giver.contents is not None:
        giver.contents.remove(name)
    if target.contents is not None:
        target.contents.append(name)
    for legion in (giver, target):
        position.reveal(legion.id, "shown", [name])
    recorder.write(
        f"{goer.stack.id} goes from {position.named(giver)} to {position.named(target)}",
        cites=[*deed.spell.cites, *position.rules.cite("carried")],
        changes=[_height(giver), _height(target)],
        by_referee=True,
    )
    if not giver.height:
        text = f"{giver.id} has nobody left, and its marker goes home"
        recorder.write(text, cites=position.rules.cite("carried"), by_referee=True)
        position.remove(giver)


def capture(position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
    """Capture the other legion: at once if it has been exposed, else as soon as its player does so (REF magi-41)."""
    now, own = position.engagement, deed.mage.legion
    assert now is not None
    now.capture, now.gives_back = deed.mage.stack.id, list(deed.gives_back)
    attacker, defender = sides(position)
    if own is attacker:
        recorder.write(
            f"{own.id} captures {defender.id}, unless its player answers with a Spell",
            cites=[*deed.spell.cites, *position.rules.cite("considered")],
            by_referee=True,
        )
    else:
        resolve_capture(position, recorder, deed.mage, attacker, deed.spell.cites)


def resolve_capture(
    position: MasterboardPosition, recorder: Recorder, mage: Mage, captive: Legion, cites: Iterable[str]
) -> None:
    """Capture a legion, or show it where it holds one that cannot be captured (MM 9.4.1)."""
    now, own, rules = position.engagement, mage.legion, position.rules
    assert now is not None
    spell = rules.spells[next(name for name, one in rules.spells.items() if one.does == "capture")]
    row = spell.spell.captures
    assert row is not None
    spared = [name for name in captive.contents or () if rules.characters[name].cls in row.spares]
    if spared:
        text = f"{captive.id} holds {position.title(spared[:1])}: the Spell does nothing, and the Engagement goes on"
        recorder.write(text, cites=list(cites), by_referee=True)
        show_both(position, recorder)
        return
    wanted, now.gives_back = now.gives_back, []
    held, players = list(captive.contents or ()), [own.player, captive.player]
    _unite(position, recorder, own, captive)
    own.won = "capture"
    position.reveal(own.id, "captured", held, players)
    position.no_muster_lands = [*position.no_muster_lands, now.land]
    recorder.write(
        f"{own.id} captures {captive.id}, whose marker goes home; nobody scores",
        cites=[*cites, *rules.cite("captured_kept"), *rules.cite("captured_points")],
        changes=[_height(own)],
        by_referee=True,
    )
    more = max(own.height - rules.combat.legion_most, 0)
    now.stage, now.exposed, now.capture = "gains", [], None
    now.gains = Gains(player=own.player, legion=own.id, gives_back=more, captor=mage.stack.id)
    if more and not give_back_objections(position, [own], wanted, more, mage.stack.id, "return"):
        give_back(position, recorder, own, wanted, mage.stack.id)
        now.gains.gives_back = 0
    close_if_no_gains(position, recorder)


def give_back(
    position: MasterboardPosition, recorder: Recorder, legion: Legion, named: Iterable[str], caster: str
) -> None:
    """Return characters of a legion to the caretaker, none of them slain; the Spells of Magi go back too."""
    words = list(named)
    if not words:
        return
    magi = magi_named(position, [legion], words, caster)
    position.returned += [row for row in legion.magi if row.id in magi]
    legion.magi = [row for row in legion.magi if row.id not in magi]
    names = [type_of(word) if word in magi else word for word in words]
    for name in names:
        if legion.contents is not None:
            legion.contents.remove(name)
        position.caretaker[name] = position.stock(name) + 1
    recorder.write(
        f"{position.title(names)} of {legion.id} go back to the caretaker",
        cites=position.rules.cite("given_back"),
        changes=[_height(legion)],
        by_referee=True,
    )


def _unite(position: MasterboardPosition, recorder: Recorder, own: Legion, other: Legion) -> None:
    """Make another legion part of one; its marker goes home."""
    if own.contents is None or other.contents is None:
        own.count, own.contents = own.height + other.height, None
    else:
        own.contents.extend(other.contents)
    follow(other, own, [row.id for row in other.magi])
    follow_union(position, recorder, own, other)
    position.remove(other)


def _height(legion: Legion) -> Change:
    return Change(legion.id, "contents", None, None, f"now {legion.height} high")
