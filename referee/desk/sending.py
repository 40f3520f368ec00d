"""Sending what lies in `out`: by a program like sendmail, or by SMTP; what is sent moves to `sent`."""

from __future__ import annotations

import os
import smtplib
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from email import message_from_bytes
from email.utils import getaddresses
from pathlib import Path

from referee.core.documents import Unreadable

SENT_MAILS = "sent"
# where the password of SMTP is, which no command line shows
PASSWORD = "REFEREE_SMTP_PASSWORD"
_SECONDS = 60


def send(folder: Path, program: Sequence[str] = (), host: str = "", user: str = "", tls: bool = True) -> Iterator[str]:
    """Send every mail of `out` and yield its path once it is sent; raises Unreadable for the first that cannot be.

    A mail moves to `sent` right after it is sent, so that one is sent twice only where a run ends between the two; both
    have the same `Message-ID` then.
    """
    mails = sorted((folder / "out").glob("*.eml"), key=lambda path: path.stat().st_mtime_ns)
    if not mails:
        return
    (folder / SENT_MAILS).mkdir(mode=0o700, exist_ok=True)
    with ExitStack() as stack:
        server = stack.enter_context(_server(host, user, tls)) if host else None
        for path in mails:
            try:
                if server is not None:
                    _by_server(server, path.read_bytes())
                else:
                    done = subprocess.run(program, input=path.read_bytes(), capture_output=True, timeout=_SECONDS)
                    if done.returncode:
                        raise OSError(
                            f"{program[0]} ended with {done.returncode}: {done.stderr.decode(errors='replace')}"
                        )
            except (OSError, smtplib.SMTPException, subprocess.TimeoutExpired) as error:
                said = " ".join(str(error).split()) or type(error).__name__
                raise Unreadable.of(str(path), f"was not sent: {said}") from None
            os.replace(path, folder / SENT_MAILS / path.name)
            yield f"{SENT_MAILS}/{path.name}"


def _server(host: str, user: str, tls: bool) -> smtplib.SMTP:
    """Return a connection to a server, `HOST` or `HOST:PORT`; port 465 is encrypted from the beginning."""
    name, _, port = host.partition(":")
    try:
        kind = smtplib.SMTP_SSL if port == "465" else smtplib.SMTP
        server = kind(name, int(port or 587), timeout=_SECONDS)
        if tls and port != "465":
            server.starttls()
        if user:
            server.login(user, os.environ.get(PASSWORD, ""))
    except (OSError, smtplib.SMTPException, ValueError) as error:
        raise Unreadable.of("--smtp", f"{host} cannot be used: {error}") from None
    return server


def _by_server(server: smtplib.SMTP, content: bytes) -> None:
    message = message_from_bytes(content)
    named = [*message.get_all("To", []), *message.get_all("Bcc", [])]
    receivers = [address for _, address in getaddresses(map(str, named))]
    # nobody learns who else reads along
    del message["Bcc"]
    sender = getaddresses([str(message.get("From", ""))])[0][1]
    server.sendmail(sender, receivers, message.as_bytes())
