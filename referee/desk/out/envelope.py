"""The headers of a mail that goes out: safe from what names, games, press and orders may hold."""

from __future__ import annotations

import re
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime

from referee.core.documents.digests import sha256

from ..mail.parts import game_ident

_IDENT = re.compile(r"<[!-;=?-~]{1,200}>\Z")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")


def safe(text: str) -> str:
    """Return a text as one line that can stand in a header."""
    return " ".join(_CONTROL.sub(" ", text).split())[:200]


def envelope(
    game: str, sender: str, to: str, subject: str, own: str, answers: str, at: datetime, body: str
) -> EmailMessage:
    """Return a mail; `own` and `answers` are the `Message-ID`s of it and of the mail that it answers, if any."""
    message = EmailMessage(policy=policy.SMTP.clone(max_line_length=78))
    message["From"] = safe(sender)
    message["To"] = safe(to)
    message["Subject"] = safe(subject)
    message["Date"] = format_datetime(at)
    message["Message-ID"] = own
    root = game_ident(game)
    answered = answers if _IDENT.match(answers) else ""
    message["In-Reply-To"] = answered or root
    message["References"] = " ".join(dict.fromkeys([root, *([answered] if answered else [])]))
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message.set_content(body, cte="quoted-printable" if not body.isascii() else "7bit")
    return message


def attach(message: EmailMessage, picture: str, page: str) -> None:
    """Add the board and the page of a player to a mail: the board as PNG where that can be drawn, else as SVG."""
    try:
        import resvg_py
    except ImportError:
        drawn, kind, name = picture.encode(), "svg+xml", "board.svg"
    else:
        drawn, kind, name = resvg_py.svg_to_bytes(svg_string=picture, background="#ffffff"), "png", "board.png"
    message.add_attachment(drawn, maintype="image", subtype=kind, filename=name, disposition="inline")
    charset = {"charset": "utf-8"}
    message.add_attachment(page.encode(), maintype="text", subtype="html", filename="report.html", params=charset)
    # the line between the parts must not differ from run to run
    message.set_boundary(f"=_{sha256(page.encode())[:40]}")
