"""The page that goes with a mail: the board, what happened with its reasons, and what may be ordered.

It is one file that needs no network and no program, for a wide screen, a phone and a screen reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.game.picture import Picture
from referee.core.game.trace import Trace
from referee.report import pictures_html, trace_html
from referee.report.escape import markup
from referee.report.page import page

_STYLE = "pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .92em } .proof { color: #777 }"


def page_of(
    title: str, boards: Mapping[str, Picture], traces: Sequence[Trace], orders: Sequence[str], proof: Sequence[str]
) -> str:
    """Return the page of a player; traces and boards are what they may see."""
    body = [line for trace in traces for line in trace_html.story(trace, "notable")]
    if orders:
        lines = "\n".join(markup(line.strip()) for line in orders)
        body += ["<h1>You may order</h1>", f"<pre>{lines}</pre>"]
    body += pictures_html.sections(boards)
    body += [f'<p class="below proof">{markup(line)}</p>' for line in proof]
    return page(title, "\n".join((trace_html.STYLE, pictures_html.STYLE, _STYLE)), body)
