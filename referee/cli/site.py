"""referee site: the referee as a static site."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click

from .common import folders_option, guarded, json_option, tell
from .files import put_folder, refuse_folder

_ADDRESS = re.compile(r"https?://[^/\s]+")
_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command("site")
@click.argument("target", metavar="DIR", type=click.Path(path_type=Path))
@click.option("-r", "--ruleset", "names", metavar="RULESET", multiple=True, help="Only these rulesets, the first open.")
@click.option("--pyodide", metavar="DIR", type=_FOLDER, help="The folder of the npm package pyodide, unpacked.")
@click.option("--wheels", metavar="DIR", type=_FOLDER, help="A folder with the wheel of msgspec for browsers.")
@click.option("--url", metavar="URL", help="Where the site will be; its pages and the manual name it.")
@click.option("--style", metavar="FILE", type=_FILE, help="A style sheet of your own, laid over that of the site.")
@folders_option
@click.option("--force", is_flag=True, help="Replace a site in DIR.")
@json_option
@guarded
def command(
    target: Path,
    names: tuple[str, ...],
    pyodide: Path | None,
    wheels: Path | None,
    url: str | None,
    style: Path | None,
    folders: tuple[Path, ...],
    force: bool,
    as_json: bool,
) -> None:
    """Build the referee as a static site in DIR: a folder that any web space can hold.

    The page rules in the visitor's own browser, without a server, and works offline after the first visit. The runtime
    of Python comes from the npm package pyodide and from PyPI, or from the folders given.

    \b
    referee site public
    referee site public -r titan -r titan-magi --url https://games.example/referee/
    referee site public -r titan -r our-rules --rulesets rules --style club.css
    referee site public --pyodide node_modules/pyodide --wheels wheels --force
    python -m http.server -d public
    """
    from referee.site.building import build

    def is_ours(found: Sequence[str]) -> bool:
        return {"index.html", "sw.js", "files.json"} <= {*found}

    if url is not None and not _ADDRESS.match(url):
        raise click.UsageError(f"--url: '{url}' is no address; one begins with https:// and a host")
    refuse_folder(target, is_ours, force)
    files = build(names, pyodide, wheels, url, style.read_bytes() if style else b"", folders)
    put_folder(target, files)
    size = sum(map(len, files.values()))
    tell(
        {"site": str(target), "files": len(files), "bytes": size},
        f"{target}: {len(files)} files, {size / 1e6:.1f} MB; serve it with: python -m http.server -d {target}",
        as_json,
    )
