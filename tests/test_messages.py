"""Messages help: each says what is wrong, where, and what to write or do next."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from running import ORDERS, STATE, referee

from referee import games
from referee.version import PACKAGE

pytestmark = pytest.mark.usefixtures("here")

ROOT = Path(__file__).parent.parent
HEAD = "format: 1\nruleset: titan\nplayer: black\n"
ENGAGED = """\
format: 1
ruleset: titan
game: duel
step: 5
masterboard:
  players: [black, red]
  turn: 3
  mover: black
  phase: engagement
  legions:
    - {id: bk01, player: black, land: 129, contents: [titan, ogre], moved: true, side: left}
    - {id: rd01, player: red, land: 129, contents: [titan, ogre]}
  engagement: {land: 129, attacker: bk01, defender: rd01, stage: talks}
"""
FORD = ROOT / "examples/battalions/ford/003.state.yaml"


def judged(state: str, orders: str, name: str = "o.yaml") -> str:
    """Return what check says of orders."""
    Path("s.yaml").write_text(state)
    Path(name).write_text(orders)
    return referee("check", "s.yaml", name).all


def lined(state: str, player: str, *orders: str) -> str:
    """Return what check says of orders on lines."""
    return judged(state, f"player: {player}\n\n" + "\n".join(orders) + "\n", "o.txt")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("format: '1'", "format: must be the number 1, not the text '1'; write 1, without quotes"),
        ("format: 2", "format: must be 1, not the number 2"),
        ("format: 1.0", "format: must be 1, not the number 1.0"),
        ("step: '12'", "step: must be a whole number, not '12'; write 12, without quotes"),
        ("step: 12.0", "step: must be a whole number, not the number 12.0; write 12"),
        ("step: twelve", "step: must be a whole number, not 'twelve'"),
        ("player: 12", 'player: must be text, not the number 12; write "12", in quotes'),
        ("player: true", 'player: must be text, not true; write "true", in quotes'),
        ("orders: {end: strike}", "orders: must be a list, not a mapping; begin each entry with a dash"),
        ("orders:", "orders: must be a list, not nothing; an empty list is []"),
        ("orders: [{strike: ogre-1, at: troll-1, number: '6'}]", "not '6'; write 6, without quotes"),
        ("orders: [{strike: ogre-1, at: troll-1, dice: 666}]", "not the number 666; write [6, 6, 6]"),
        ("orders: [{strike: ogre-1, at: troll-1, dice: '66'}]", "not '66'; write [6, 6]"),
        ("orders: [{strike: ogre-1, at: troll-1, carry: titan-2}]", "not 'titan-2'; write [titan-2]"),
        ("orders: [{strike: ogre-1, at: troll-1, forgo: yes}]", "must be true or false, not 'yes'; write true\n"),
        ("orders: [{strike: ogre-1, at: troll-1, forgo: 'true'}]", "write true, without quotes"),
        ("orders: [{strike: ogre-1}]", "'at' is missing; write it as in {strike: ogre-1, at: "),
        ("orders: [strike ogre-1]", "'at' is missing; write it as in strike ogre-1 at "),
        ("orders: [{strike ogre-1, at: troll-1}]", "no verb here: a colon is missing after 'strike'"),
        ("orders: [{smash: ogre-1}]", "`referee legal STATE` lists those that may be given now"),
        ("orders: [null]", "an order is a mapping or a line of text, not nothing"),
    ],
)
def test_what_is_of_another_type_is_told_with_what_to_write(written: str, said: str) -> None:
    key = written.partition(":")[0]
    lines = {"format": "format: 1", "ruleset": "ruleset: titan", "player": "player: black", "orders": "orders: []"}
    lines[key] = written
    assert said in judged(STATE, "\n".join(lines.values()) + "\n")


def test_a_key_with_one_value_alone_is_told_with_it() -> None:
    assert "'format' is missing; write 'format: 1'" in judged(STATE, "ruleset: titan\nplayer: black\norders: []\n")


def test_every_literal_of_every_schema_given_in_quotes_is_told_without_them() -> None:
    from referee.core import documents
    from referee.core.documents import schema_errors

    seen = 0
    for name in ("titan", "hordes", "battalions"):
        game, _ = games.load(name)
        for kind in (game.state, game.header, *game.order_types, *game.questions.values()):
            properties = documents.schema(kind)["$defs"][kind.__name__].get("properties", {})
            for key, shape in properties.items():
                only = [shape["const"]] if "const" in shape else shape.get("enum", [])
                if len(only) == 1 and not isinstance(only[0], str):
                    value = {key: str(only[0]).lower()}
                    text = documents.dump(value)
                    told = [p.message for p in schema_errors.problems(documents.parse(text, "x"), kind, value)]
                    assert any(message.endswith(f"write {str(only[0]).lower()}, without quotes") for message in told)
                    assert not any("did you mean" in message for message in told)
                    seen += 1
    assert seen > 3


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("I would like to move my troll to the hill please", "if 'move' is what you mean, begin with it: move "),
        ("Hello Bob, here are my orders for this week", "begins no order; an order begins with its verb"),
        ("Please attack the lion with my ogre", "begins no order; an order begins with its verb"),
        ("-- ", "begins no order; an order begins with its verb"),
        ("fly ogre-1 to C5", "begins no order; an order begins with its verb"),
        ("strke ogre-1 at troll-1", "'strke' is not known here (did you mean 'strike'?)"),
        ("s ogre-1 at troll-1", "'s' begins"),
    ],
)
def test_a_line_of_prose_is_told_how_an_order_begins(line: str, said: str) -> None:
    told = lined(STATE, "black", line)
    assert said in told
    # the verbs are not poured out
    assert len([verb for verb in games.load("titan")[0].verbs if f" {verb}," in told]) < 4


def test_no_message_about_a_verb_lists_more_than_a_line_of_them() -> None:
    for name in ("titan", "hordes", "battalions"):
        game, _ = games.load(name)
        from referee.core.notation import one_line
        from referee.core.notation.tokens import Misread
        from referee.core.notation.verbs import verb_of

        _, mapped = verb_of({"zzzz": 1}, game.verbs, "an order")
        with pytest.raises(Misread) as misread:
            one_line.read("zzzz 1", game.verbs, "an order")
        assert max(len(mapped), len(misread.value.message)) < 160


def test_a_name_of_digits_can_head_a_sheet() -> None:
    state = STATE.replace("attacker: black", 'attacker: "12"')
    assert "all of it is legal" in lined(state, "12", "strike ogre-1 at troll-1")


def test_the_only_engagement_is_open_already() -> None:
    said = lined(ENGAGED, "black", "engage 129")
    assert "the Engagement in Plains 129 is open already; leave this order out: the only one opens by itself" in said
    assert "must be resolved first" in lined(ENGAGED, "black", "engage 8")


def test_terms_are_quoted_to_the_one_who_agrees_without_them() -> None:
    assert "nothing is offered; to propose, write for instance: agree 129 eliminate rd01" in lined(
        ENGAGED, "red", "agree 129"
    )
    Path("offer.txt").write_text("player: black\n\nagree 129 eliminate rd01 losses ogre\n")
    assert referee("adjudicate", "s.yaml", "offer.txt", "-o", "n.yaml").code == 0
    state = Path("n.yaml").read_text()
    line = "agree 129 eliminate rd01 losses ogre"
    assert f"to take the offer of black, write: {line} (LoT 9.3)" in lined(state, "red", "agree 129")
    assert "all of it is legal" in lined(state, "red", line)
    assert "your own offer waits for an answer" in lined(state, "black", "agree 129")
    assert "must not be empty" in judged(state, HEAD + "orders: [{agree: 129, eliminate: []}]\n")


def test_orders_for_another_step_are_told_what_they_would_be() -> None:
    said = judged(STATE, ORDERS.replace("step: 12", "step: 11").replace("  - {end: strike}\n", ""))
    assert "these orders answer step 11; the game is at step 12" in said
    assert "step: all of them would be legal now; if they are still meant, write 'step: 12'" in said
    said = judged(STATE, ORDERS.replace("step: 12", "step: 11").replace("at: troll-1", "at: titan-2"))
    assert "step: 1 of 2 would be refused now" in said
    assert ": orders[1].at: Ogre ogre-1" in said
    for command in ("check", "adjudicate"):
        told = referee(command, "s.yaml", "o.yaml")
        assert told.code == 1
        assert "would be refused now" in told.all


def test_orders_given_together_for_an_earlier_step_are_refused() -> None:
    state = FORD.read_text()
    orders = (FORD.parent / "004.red.yaml").read_text()
    said = judged(state, orders.replace("step: 3", "step: 2"))
    assert "these orders answer step 2; the game is at step 3" in said
    assert "all of them would be legal now; if they are still meant, write 'step: 3'" in said
    assert referee("check", "s.yaml", "o.yaml").code == 1
    said = judged(state, orders.replace("step: 3", "step: 2").replace("command: advance, number: 2", "command: hold"))
    assert "1 of 1 would be refused now" in said
    assert "BN-CMD-6" in said


def test_a_state_under_stale_rules_is_not_called_legal() -> None:
    state = yaml.safe_load(STATE)
    ruleset = games.load("titan")[1]
    from referee.core.documents.plain import builtins

    stamp = builtins(ruleset.stamp)
    changed = {key: ("0" * len(value) if isinstance(value, str) else value) for key, value in stamp.items()}
    Path("s.yaml").write_text(yaml.safe_dump({**state, "rules": changed}))
    said = referee("check", "s.yaml")
    assert said.code == 1
    assert "give --accept-rules" in said.all
    assert "legal" not in said.all
    assert referee("check", "s.yaml", "--accept-rules").out.endswith("all of it is legal\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: b: c", "1:5: not readable as YAML: a colon is where no key can be; put text with a colon in quotes"),
        ("a: 1\n  b: 2", "2:4: not readable as YAML: a colon is where no key can be"),
        ("a: [1, 2", "1:4: not readable as YAML: the bracket that opens here is not closed; a ] is missing"),
        (
            "- {strike: a, at: b\n",
            "1:3: not readable as YAML: the bracket that opens here is not closed; a } is missing",
        ),
        ("- {strike: a at: b}", "1:16: not readable as YAML: a comma or a } is missing before this"),
        ("a: 'it", "1:4: not readable as YAML: the quotation mark that opens here is never closed"),
        ("a: 'it's'", "not readable as YAML: this does not belong to the lines above"),
        ("a:\n  - x\n - y", "3:2: not readable as YAML: this does not belong to the lines above"),
        ("a: @x", "1:4: not readable as YAML: '@' cannot begin a value; put the value in quotes"),
        ("ruleset: titan\nhello\n", "2:1: not readable as YAML: this line is not 'key: value'; a colon"),
        ("a:\n\t- b", "2:1: not readable as YAML: there is a tab here"),
        ("a: - b", "1:4: not readable as YAML: a dash begins an entry of a list on a line of its own"),
        ("hello", "1:1: must be a mapping, not 'hello'; a document is lines like 'key: value'"),
    ],
)
def test_what_is_no_yaml_is_told_in_plain_words_where_it_is_to_be_mended(text: str, said: str) -> None:
    told = judged(STATE, text)
    assert said in told
    for foreign in ("scalar", "flow", "block", "token", "mapping values", "expected"):
        assert foreign not in told


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("strike ogre-1 at troll-1 dice", "'dice' needs a value, digits, one for each die, as in dice 6651"),
        ('strike "ogre-1 at troll-1', "the quotation mark that opens here is never closed"),
        ("strike ogre-1 at [troll-1", "the bracket that opens here is never closed"),
        ('"strike" ogre-1 at troll-1', "is quoted where an order must begin; remove the quotation marks"),
        ("strike ogre-1 at troll-1; end strike", "write what follows the semicolon on a line of its own"),
        ("strike ogre-1 at troll-1 at titan-2", "'at' is given a second time; give it once, with all its values"),
    ],
)
def test_a_slip_on_a_line_is_told_with_how_to_mend_it(line: str, said: str) -> None:
    assert said in lined(STATE, "black", line)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("new", "titan", "--bogus", "3"),
            "No such option '--bogus'; --list shows the options of this ruleset",
        ),
        (("new", "titan", "--atacking", "ogre"), "No such option '--atacking' (did you mean 'attacking'?)"),
        (("new", "battalions", "--units", "x"), "--units: must be a whole number, not 'x'"),
        (("new", "nosuch"), "'nosuch' is not a ruleset here; there are battalions, hordes, titan,"),
        (("rules", "titan", "flz"), "'flz' is not a rule of titan, and no rule or ruling has these words"),
        (("rules", "titan", "12.4", "--options"), "with CITE, give none of"),
        (("rules", "titan", "--options", "--coverage"), "give only one of them"),
        (("show", "s.yaml", "--list", "--json"), "give only one of them"),
        (("show", "a.txt"), "a.txt:1:1: this is a sheet of orders, which is not expected here"),
        (("explain", "s.yaml"), "this is no trace: it has neither 'before' nor 'after'"),
        (("explain", "t.yaml", "--step", "99"), "there is no step 99; this trace has 1 step"),
        (("adjudicate", "s.yaml", "a.txt", "--dice", "d.yaml"), "no roll here is 'foo'; those due are battle/2/"),
        (("test", "s.yaml"), "this is no case: it has neither 'case' nor 'expect'"),
        (("test", "t.yaml"), "this is a trace; a case is expected here"),
        (
            ("ask", "s.yaml", "strike", "ogre-1"),
            "the question is one argument, in quotes: STATE 'QUESTION', or -r RULESET 'QUESTION'",
        ),
        (("schema",), "state, orders, ask, answer, case, trace"),
    ],
)
def test_a_command_given_something_wrong_says_what_to_give(arguments: tuple[str, ...], said: str) -> None:
    Path("s.yaml").write_text(STATE)
    Path("a.txt").write_text("player: black\n\nstrike ogre-1 at troll-1\n")
    Path("d.yaml").write_text("{foo: [6]}\n")
    assert referee("adjudicate", "s.yaml", "a.txt", "--trace", "t.yaml", "--seed", "x").code == 0
    told = referee(*arguments)
    assert told.code in (1, 2)
    assert said in told.err


@pytest.mark.parametrize(
    "words",
    [
        ["legal"],
        ["view", "--player", "black"],
        ["show"],
        ["ask", "strike ogre-1 at troll-1"],
        ["ask", "strike ogre-1 at troll-1", "--json"],
    ],
)
def test_what_is_told_under_stale_rules_says_so(words: list[str]) -> None:
    from referee.core.documents.plain import builtins

    stamp = builtins(games.load("titan")[1].stamp)
    changed = {key: ("0" * len(value) if isinstance(value, str) else value) for key, value in stamp.items()}
    told = "the tables have changed since this state was written"
    command = [words[0], "s.yaml", *words[1:]]
    Path("s.yaml").write_text(yaml.safe_dump({**yaml.safe_load(STATE), "rules": {**changed, "ruleset": "titan"}}))
    said = referee(*command)
    assert said.code == 0
    assert told in " ".join(said.all.split())
    Path("s.yaml").write_text(yaml.safe_dump({**yaml.safe_load(STATE), "rules": stamp}))
    said = referee(*command)
    assert said.code == 0
    assert told not in " ".join(said.all.split())


def test_a_piece_that_is_not_there_is_told_where_to_look() -> None:
    said = referee("legal", str(ROOT / "examples/hordes/ford/000.state.yaml"), "--piece", "zz")
    assert "red has no piece 'zz'; `referee show STATE --list` lists the pieces" in said.err


def test_every_message_names_the_package_that_is_installed() -> None:
    """The name stands in one place, as pyproject.toml has it, and so it does in the documents."""
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["name"] == PACKAGE
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")):
        assert set(re.findall(r"pip install '([\w-]+)\[", path.read_text())) <= {PACKAGE}, path
    told = [path for path in ROOT.glob("referee/**/*.py") if "pip install '" in path.read_text()]
    assert told == [ROOT / "referee" / "version.py"]
