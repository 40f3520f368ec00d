"""A fresh virtual environment with the packages of examples/packages, built and installed as their users do."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "examples" / "packages"


def run(*command: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command without what this process adds to the path of Python."""
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def done(*command: str) -> None:
    """Run a command that must succeed."""
    result = run(*command)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"


def build(package: Path, folder: Path) -> Path:
    """Build the wheel of a package into a folder; it comes from nowhere but this machine where the backend is here."""
    source = folder / "source" / package.name
    shutil.copytree(package, source)
    here = ["--no-index", "--no-build-isolation"] if importlib.util.find_spec("hatchling") else []
    done(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", *here, "-w", str(folder), str(source))
    (wheel,) = folder.glob(f"{package.name.replace('-', '_')}-*.whl")
    return wheel


def make(folder: Path, *packages: str) -> str:
    """Make an environment with example packages in it, and return its Python.

    The referee and what it needs are those of this process: they need not be downloaded.
    """
    home = folder / "environment"
    done(sys.executable, "-m", "venv", "--without-pip", str(home))
    python = str(home / ("Scripts" if os.name == "nt" else "bin") / "python")
    (site,) = home.glob("**/site-packages")
    shared = [str(ROOT), *(path for path in sys.path if path.endswith("-packages"))]
    (site / "shared.pth").write_text("".join(f"{path}\n" for path in shared))
    for name in packages:
        wheel = build(PACKAGES / name, folder)
        done(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-index", "--no-deps", str(wheel))
    return python


if __name__ == "__main__":
    print(make(Path(sys.argv[1]), *sys.argv[2:]))
