"""The site in Chromium, in seconds from navigation: `python benchmarks/site.py DIR` for a folder of `referee site`.

With `--slow`, on a line like 4G, which its server keeps to, and, as root on Linux, with a quarter of the CPU.
"""

from __future__ import annotations

import argparse
import functools
import os
import shutil
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

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


def measured(browser: Any, address: str) -> list[dict[str, float]]:
    """Return the figures of a first and of a second visit, the medians of three."""
    visits: list[list[dict[str, float]]] = [[], []]
    for _ in range(3):
        with browser.new_context(viewport={"width": 390, "height": 844}) as context:
            page = context.new_page()
            visits[0].append(visited(page, address))
            page.wait_for_function("async () => (await (await caches.open('snapshot-of-referee')).keys()).length > 0")
            page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
            visits[1].append(visited(page, address))
    return [{name: median(one[name] for one in some) for name in some[0]} for some in visits]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--slow", action="store_true", help="a line like 4G, and a quarter of the CPU")
    given = parser.parse_args()
    if given.slow and not quarter_of_the_cpu():
        print("the CPU is as it is: a quarter of it needs root and a control group of Linux")
    handler = functools.partial(Line if given.slow else Quick, directory=str(given.folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        program = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for name, figures in zip(
            ("first visit", "second visit"), measured(browser, f"http://127.0.0.1:{server.server_port}/"), strict=True
        ):
            print(f"{name}:", ", ".join(f"{what} {seconds:.2f} s" for what, seconds in figures.items()))
        browser.close()


if __name__ == "__main__":
    main()
