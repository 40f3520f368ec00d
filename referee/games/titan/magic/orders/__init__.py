"""The orders of magic, one class each: those of a battle, and those of the Masterboard."""

from referee.core.game.lazy_types import LazyTypes

IN_BATTLE = LazyTypes(
    __name__,
    {
        "cast": "cast:CastSpell",
        "undo": "own_spells:Undo",
        "shift": "own_spells:Shift",
        "spirit": "spirit:ChooseForSpirit",
        "exit": "enter:Exit",
        "enter": "enter:EnterBattle",
        "draw": "drawing:DrawInBattle",
        "summon": "reinforce:SummonInBattle",
        "retreat": "retreat:RetreatFromBattle",
        "consent": "retreat:ConsentInBattle",
        "muster": "reinforce:Muster",
    },
)

ON_MASTERBOARD = LazyTypes(
    __name__,
    {
        "retreat": "retreat:Retreat",
        "consent": "retreat:Consent",
        "cast": "cast_on_board:CastOnBoard",
        "expose": "considering:Expose",
        "give-back": "considering:GiveBack",
        "rejoin": "rejoin:Rejoin",
        "start": "start:Start",
        "muster": "muster:Muster",
        "draw": "drawing:DrawForTerrain",
        "victory-draw": "victory_draw:DrawForVictory",
        "give": "give:Give",
        "discard": "discard:Discard",
        "trade": "trade:Trade",
        "ask-passage": "passing:AskPassage",
        "grant": "passing:Grant",
        "refuse": "passing:Refuse",
    },
)
