"""The site in Chromium, in seconds from navigation: `python benchmarks/site.py DIR` for a folder of `referee site`.

Beside it, in the same run, the runtime alone: Pyodide's npm package as it is, until it has run its first line of
Python. A machine's speed is in both figures, so that their ratio says what the site makes of the runtime.

With `--slow`, on a line like 4G, which its server keeps to, and, as root on Linux, with a quarter of the CPU.
"""

from __future__ import annotations

import argparse
import functools
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from referee.site.building import runtime_files

# a line of 9 megabits a second, over which a request takes this long to come
RATE, LATENCY = 9_000_000 / 8, 0.06
CHUNK = 32_768
GROUP = Path("/sys/fs/cgroup/cpu/referee-site")
LINE = "plains; attacker ogre C3; defender lion C4 hits {}; strike C3 at C4"
VERDICT = """async (line) => {
  const begun = performance.now();
  await (await import('./referee.js')).ask('verdict', { ruleset: 'titan', question: line });
  return [begun / 1000, performance.now() / 1000];
}"""
ALONE = {
    "index.html": "<!doctype html><script src='page.js'></script>",
    "page.js": """const worker = new Worker('worker.js', { type: 'module' });
      worker.onmessage = () => { window.ready = performance.now() / 1000; };""",
    "worker.js": """import { loadPyodide } from './pyodide.mjs';
      const python = await loadPyodide({ indexURL: new URL('.', self.location.href).href });
      postMessage(python.runPython('1 + 1'));""",
}
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"


class Line(SimpleHTTPRequestHandler):
    """Serves a folder over a line that all requests share."""

    shared = threading.Lock()

    def log_message(self, *given: Any) -> None:
        """Print nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        time.sleep(LATENCY)
        while chunk := source.read(CHUNK):
            with self.shared:
                time.sleep(len(chunk) / RATE)
            outputfile.write(chunk)


class Quick(SimpleHTTPRequestHandler):
    """Serves a folder as fast as it can."""

    def log_message(self, *given: Any) -> None:
        """Print nothing."""


def quarter_of_the_cpu() -> bool:
    """Keep this process and those it starts to a quarter of the CPU; return whether that is possible here."""
    try:
        GROUP.mkdir(exist_ok=True)
        period = 20_000
        (GROUP / "cpu.cfs_period_us").write_text(str(period))
        (GROUP / "cpu.cfs_quota_us").write_text(str(period * (os.cpu_count() or 1) // 4))
        (GROUP / "cgroup.procs").write_text(str(os.getpid()))
    except OSError:
        return False
    return True


def visited(page: Any, address: str) -> dict[str, float]:
    """Return the figures of one visit."""
    page.goto(address)
    # both moments count from the navigation, and are the page's own: a selector is looked for every half second
    _, first = page.evaluate(VERDICT, LINE.format(0))
    # before it is measured, each part of a question has been asked once
    page.evaluate(VERDICT, LINE.format(1))
    asked = [page.evaluate(VERDICT, LINE.format(hits)) for hits in (2, 3, 0, 1, 2)]
    further = median(answered - begun for begun, answered in asked)
    return {"first paint": page.evaluate(PAINTED), "first verdict": first, "further verdict": further}


def measured(browser: Any, site: str, alone: str) -> dict[str, dict[str, float]]:
    """Return the figures of a first visit, of a second one and of the runtime alone, the medians of three."""
    visits: dict[str, list[dict[str, float]]] = {"first visit": [], "second visit": [], "the runtime alone": []}
    for _ in range(3):
        with browser.new_context(viewport={"width": 390, "height": 844}) as context:
            page = context.new_page()
            visits["first visit"].append(visited(page, site))
            page.wait_for_function("async () => (await (await caches.open('snapshot-of-referee')).keys()).length > 0")
            page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
            visits["second visit"].append(visited(page, site))
        with browser.new_context() as context:
            page = context.new_page()
            page.goto(alone)
            page.wait_for_function("window.ready", timeout=120_000)
            visits["the runtime alone"].append({"first line of Python": page.evaluate("window.ready")})
    return {visit: {name: median(one[name] for one in some) for name in some[0]} for visit, some in visits.items()}


@contextmanager
def served(folder: str, kind: type[SimpleHTTPRequestHandler]) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(kind, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--slow", action="store_true", help="a line like 4G, and a quarter of the CPU")
    given = parser.parse_args()
    if given.slow and not quarter_of_the_cpu():
        print("the CPU is as it is: a quarter of it needs root and a control group of Linux")
    kind = Line if given.slow else Quick
    with tempfile.TemporaryDirectory() as alone, sync_playwright() as playwright:
        for name, content in (runtime_files(None) | {name: text.encode() for name, text in ALONE.items()}).items():
            Path(alone, name).write_bytes(content)
        program = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        with served(str(given.folder), kind) as site, served(alone, kind) as runtime:
            visits = measured(browser, site, runtime)
        browser.close()
    for visit, figures in visits.items():
        print(f"{visit}:", ", ".join(f"{what} {seconds:.2f} s" for what, seconds in figures.items()))
    whole = visits["the runtime alone"]["first line of Python"]
    first, second = (visits[visit]["first verdict"] / whole for visit in ("first visit", "second visit"))
    print(f"first verdict, in times of the runtime alone: {first:.2f}, on a second visit {second:.2f}")


if __name__ == "__main__":
    main()
