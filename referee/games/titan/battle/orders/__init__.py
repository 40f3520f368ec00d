"""The orders of a battle, one class each."""

from .arrive import Muster, Summon
from .end import Concede, End
from .move import Enter, Move
from .rangestrike import Rangestrike
from .strike import Strike

ORDERS = {kind.verb: kind for kind in (Move, Enter, Strike, Rangestrike, Muster, Summon, End, Concede)}
