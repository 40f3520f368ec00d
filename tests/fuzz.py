"""Give every command broken input, and tell what ends in anything but an answer or a message.

    python -m tests.fuzz --inputs 1000000 --seed 1
    python -m tests.fuzz --seed 1 --first 4711 --inputs 1 --save /tmp/found
    python -m tests.fuzz --only check --only explain --inputs 20000

All commands and all rulesets are covered, each in this process, with files in a folder of their own in memory where
there is such a place. Input number n of a seed is always the same, so that what it found can be seen again. Each class
of faults is told once, with how often it was met; `--save` keeps the files and the command line of the first of each.
Exits with 1 where anything was found.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shlex
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzzing.doors import DOORS, some_input
from fuzzing.run import Finding, Input, run

_MEMORY = 4 << 30
_TELL_EVERY = 60


class Campaign:
    """What a run has tried so far, and found."""

    def __init__(self, seed: str, only: list[str], save: Path | None = None) -> None:
        self.seed = seed
        self.only = only
        self.save = save
        self.inputs = 0
        self.codes: Counter[tuple[str, int]] = Counter()
        self.found: dict[str, tuple[int, Input, Finding]] = {}
        self.often: Counter[str] = Counter()

    def go(self, number: int, folder: Path) -> None:
        """Try one call."""
        given = some_input(random.Random(f"{self.seed}/{number}"), self.only)
        code, finding = run(given, folder)
        self.inputs += given.count
        self.codes[given.command, code] += given.count
        if finding is not None:
            self.often[finding.kind] += 1
            if finding.kind not in self.found:
                self.found[finding.kind] = (number, given, finding)
                self._keep(number, given, finding)

    def _keep(self, number: int, given: Input, finding: Finding) -> None:
        told = f"\n#{number}: {finding.kind}\n  {shlex.join(given.words)!a}\n"
        print(told + "".join(f"    {row}\n" for row in finding.told.splitlines()[-12:]), flush=True)
        if self.save is None:
            return
        folder = self.save / f"{number}"
        for name, text in given.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(text)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "command").write_text(f"referee {shlex.join(given.words)}\n\n{finding.told}\n", errors="replace")
        if given.stdin is not None:
            (folder / "stdin").write_bytes(given.stdin)

    def told(self) -> str:
        """Return a table of the inputs of every command by exit code, and every class of faults with how often."""
        commands = sorted({command for command, _ in self.codes})
        codes = sorted({code for _, code in self.codes})
        rows = [f"{'':22}" + "".join(f"{code:>10}" for code in codes)]
        rows += [f"{name:22}" + "".join(f"{self.codes[name, code]:>10}" for code in codes) for name in commands]
        rows.append(f"{self.inputs} inputs, {len(self.found)} classes of faults")
        rows += [f"{self.often[kind]:>8}  {kind}" for kind in self.found]
        return "\n".join(rows)


def main() -> int:
    """Run a campaign as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="the number of the call to begin with")
    parser.add_argument("--only", action="append", default=[], choices=[door.__name__ for door in DOORS])
    parser.add_argument("--save", type=Path, help="a folder for what was found")
    given = parser.parse_args()
    os.environ["REFEREE_TRACEBACK"] = "1"
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    campaign = Campaign(given.seed, given.only, given.save.absolute() if given.save else None)
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    begun = last = time.monotonic()
    with tempfile.TemporaryDirectory(dir=memory) as name:
        os.chdir(name)
        number = given.first
        while campaign.inputs < given.inputs:
            campaign.go(number, Path(name))
            number += 1
            if time.monotonic() - last > _TELL_EVERY:
                last = time.monotonic()
                rate = campaign.inputs / (last - begun)
                print(f"{campaign.inputs} inputs, {len(campaign.found)} found, {rate:.0f} a second", flush=True)
        os.chdir("/")
    print(campaign.told())
    return 1 if campaign.found else 0


if __name__ == "__main__":
    sys.exit(main())
