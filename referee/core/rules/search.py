"""Where rulesets are looked for: a user's folders, installed packages, and those that come with the referee.

A name is taken from the first place that has it: the folders given, those of REFEREE_RULESETS, the folder of the user,
packages that offer rulesets, the installed ones.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from ..documents import Problem, Unreadable
from .packages import RULESETS, EntryPoint, offers

VARIABLE = "REFEREE_RULESETS"
ENDINGS = (".yaml", ".yml")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,40}\Z")
NAMES = "the name of a ruleset is a small letter, and then up to 40 small letters, digits and hyphens"


def is_name(name: str) -> bool:
    """Return whether a ruleset can have a name."""
    return _NAME.match(name) is not None


class FoundRulesets(msgspec.Struct, frozen=True):
    """The rulesets found by name; names that two packages offer; and the packages whose offer cannot be read."""

    folders: dict[str, Path]
    contested: dict[str, str]
    broken: list[str]


@cache
def builtin() -> Path:
    """Return the folder of the installed rulesets (beside the package in a checkout)."""
    inside = Path(__file__).parents[2] / "rulesets"
    return inside if inside.is_dir() else inside.parent.parent / "rulesets"


def user_folder() -> Path:
    """Return the folder for rulesets in the configuration directory of the user, where the system keeps it."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "referee" / "rulesets"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "referee" / "rulesets"
    given = os.environ.get("XDG_CONFIG_HOME", "")
    # a relative path is no place: the standard says to pass over it
    return (Path(given) if os.path.isabs(given) else Path.home() / ".config") / "referee" / "rulesets"


def search_folders(folders: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Return every folder of rulesets that is a user's: those given, of REFEREE_RULESETS, and the user's own.

    Raises Unreadable where the variable names what is no folder.
    """
    return (*folders, *environment())


@cache
def environment() -> tuple[Path, ...]:
    """Return the folders of REFEREE_RULESETS and the user's own; they are looked up once in a process.

    Every question needs them. Raises Unreadable.
    """
    named = tuple(Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name)
    wrong = [folder for folder in named if not folder.is_dir()]
    if wrong:
        raise Unreadable(
            [Problem(VARIABLE, 0, 0, "", f"'{folder}' is no folder; correct or unset the variable") for folder in wrong]
        )
    try:
        own = user_folder()
    except RuntimeError:
        # there is no home directory
        return named
    return (*named, own) if own.is_dir() else named


def look(folders: Sequence[Path] = ()) -> FoundRulesets:
    """Return what rulesets there are in every place."""
    found = FoundRulesets({}, {}, [])
    for folder in search_folders(folders):
        _take(found, folder)
    offered: dict[str, tuple[Path, EntryPoint]] = {}
    for offer in offers(RULESETS):
        try:
            rulesets = _rulesets(offer.folder())
        except Unreadable as error:
            found.broken.extend(problem.message for problem in error.problems)
            continue
        for name, folder in rulesets.items():
            if name in offered and name not in found.folders:
                found.contested[name] = f"the packages {offered[name][1].package} and {offer.package} both offer it"
            offered.setdefault(name, (folder, offer))
    for name, (folder, _) in offered.items():
        found.folders.setdefault(name, folder)
    _take(found, builtin())
    return found


def installed_rulesets(folders: Sequence[Path] = ()) -> dict[str, Path]:
    """Return every ruleset found by name, with its folder."""
    return look(folders).folders


def _take(found: FoundRulesets, folder: Path) -> None:
    for name, ruleset in _rulesets(folder).items():
        found.folders.setdefault(name, ruleset)


def _rulesets(folder: Path) -> dict[str, Path]:
    manifests = sorted(path for ending in ENDINGS for path in folder.glob(f"*/manifest{ending}"))
    return {path.parent.name: path.parent for path in manifests if is_name(path.parent.name)}


def table_files(folder: Path) -> list[Path]:
    """Return the files in a ruleset's folder that are tables, the manifest among them."""
    return sorted(path for ending in ENDINGS for path in folder.glob(f"*{ending}"))


def table_file(folder: Path, table: str) -> Path | None:
    """Return the file of a table in a ruleset's folder; raises Unreadable where two files are the same table."""
    found = [path for ending in ENDINGS if (path := folder / f"{table}{ending}").is_file()]
    if len(found) > 1:
        raise Unreadable.of(str(found[0]), f"is the same table as {found[1].name}; keep one of the two files")
    return found[0] if found else None
