"""The parts of a mail: who it says it is from, its text, and its attachments with orders."""

from __future__ import annotations

import re
from codecs import lookup
from collections.abc import Sequence
from datetime import UTC, datetime
from email import policy
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.utils import getaddresses, parsedate_to_datetime
from typing import Any, NamedTuple

from referee.core.documents.digests import sha256

from .phrases import phrases

# a rule of a style sheet, of what it says that is not seen or taken back, and a selector that is read
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_UNSEEN = re.compile(
    r"line-through|display:none|visibility:hidden|mso-hide|(?:font-size|opacity|max-height):0(?:px)?(?:;|\Z)"
)
_SELECTOR = re.compile(r"\s*([\w-]*)(?:\.([\w-]+)|#([\w-]+))?\s*\Z")
# elements that begin a line, and that the profile of inscriptis does not know as such
_BLOCKS = ("center", "dd", "details", "dl", "dt", "fieldset", "form", "hr", "section", "summary")


def text_of(html: str) -> str:
    """Return HTML as text: a line for each block and each line break; empty if it cannot be read."""
    from inscriptis import Inscriptis
    from inscriptis.css_profiles import CSS_PROFILES
    from inscriptis.html_properties import Display
    from inscriptis.model.config import ParserConfig
    from inscriptis.model.html_element import HtmlElement
    from lxml.etree import ParserError, XMLSyntaxError
    from lxml.html import HTMLParser, fromstring

    if not html.strip():
        return ""
    try:
        # bytes, since a text may not declare its encoding
        tree = fromstring(html.encode("utf-8", "replace"), parser=HTMLParser(encoding="utf-8", no_network=True))
    except (ParserError, XMLSyntaxError, ValueError):
        return ""
    for path in (*_unseen(tree), *phrases()["not_own"]):
        for node in tree.xpath(path):
            if node.getparent() is not None:
                node.drop_tree()
    # as people write them in plain text
    for box in tree.xpath("//input[@type='checkbox']"):
        box.tail = ("[ ] " if box.get("checked") is None else "[x] ") + (box.tail or "")
    blocks = {name: HtmlElement(display=Display.block) for name in _BLOCKS}
    config = ParserConfig(css={**CSS_PROFILES["strict"], **blocks}, display_links=False, display_images=False)
    return str(Inscriptis(tree, config).get_text())


def _unseen(tree: Any) -> list[str]:
    """Return the paths of what the style sheets of a page hide or strike through."""
    out = []
    for selectors, says in _RULE.findall(" ".join(tree.xpath("//style/text()"))):
        if _UNSEEN.search("".join(says.split()).lower()):
            for found in filter(None, map(_SELECTOR.match, selectors.split(","))):
                name, of_class, ident = found.groups()
                one = f"[contains(concat(' ', normalize-space(@class), ' '), ' {of_class} ')]" if of_class else ""
                out.append(f"//{name or '*'}{one}" + (f"[@id='{ident}']" if ident else ""))
    return [path for path in out if path not in ("//*", "//body", "//html")]


MOST_BYTES = 1 << 20
# a mail has so many parts and files at most, and its text so many lines and characters
_MOST_PARTS, _MOST_FILES, _MOST_LINES, _MOST_TEXT = 100, 10, 5000, 300_000
# encodings that are none of texts that people write, and cost more than they hold
_NO_CHARSETS = ("escape", "idna", "punycode", "utf_7", "undefined", "oem", "mbcs")
_MOST_HEAD, _MOST_SUBJECT = 1 << 16, 500
# the header that says where the parts of a mail end, with its folded lines, and how much of it is read
_MULTIPART = re.compile(rb"^content-type:\s*multipart/.*(?:\n[ \t].*)*", re.IGNORECASE | re.MULTILINE)
_BOUNDARY = re.compile(rb"boundary=(?:\"([^\"]{1,200})\"|([^\s;\"]{1,200}))", re.IGNORECASE)
_MOST_KIND = 2000
TOO_LARGE = "the mail is larger than 1 MiB"
# a text that only says that there is HTML is no longer than this
_SHORT = 1000
# what a mail program would run
_RUN = re.compile(r"\.(exe|scr|bat|cmd|com|pif|js|jse|vbs|vbe|wsf|jar|msi|lnk|hta|ps1|dll|iso|img)\Z", re.IGNORECASE)
_ORDERS = re.compile(r"orders?[^/\\]*\.(txt|ya?ml)\Z", re.IGNORECASE)
_TEXT = re.compile(r"\.(txt|ya?ml)\Z", re.IGNORECASE)
# what holds orders by its name, and is no text
_UNOPENED = re.compile(r"orders?[^/\\]*\.\w{1,5}\Z", re.IGNORECASE)
_ENCRYPTED = "the mail is encrypted; send it as it is, or signed"
# a mail by way of a list is a person's
_BULK = ("bulk", "junk", "auto_reply")
_DAEMONS = ("mailer-daemon", "postmaster")


class Attachment(NamedTuple):
    """A file that came with a mail: of orders, or of another name, in which there may be some."""

    name: str
    text: str
    named: bool = True


class Parts(NamedTuple):
    """What a mail holds; `reason` says why it is set aside unread, empty if it is not.

    `otherwise` is the text of the HTML beside a plain text, which may only say that there is HTML. `unopened` are the
    names of files that hold orders, and cannot be read. A mail that no person wrote is `automatic`: to answer it could
    go on for ever.
    """

    digest: str
    address: str
    subject: str
    message_id: str
    date: datetime | None
    text: str
    attachments: tuple[Attachment, ...]
    reason: str
    otherwise: str = ""
    unopened: tuple[str, ...] = ()
    automatic: bool = False
    answers: str = ""

    @property
    def text_digest(self) -> str:
        """The digest of what the mail says, from whom, and about what."""
        said = (one.text for one in self.attachments)
        return text_digest(self.address, self.subject, self.text, self.otherwise, *said)


def text_digest(*texts: str) -> str:
    """Return the digest of texts, which line endings, blanks at the ends of lines and empty last lines leave alone."""
    return sha256("\0".join(map(bare_text, texts)).encode("utf-8", "surrogatepass"))


def bare_text(text: str) -> str:
    """Return a text without blanks at the ends of its lines, and without empty last lines."""
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip()


def is_cut_off(raw: bytes) -> bool:
    """Return whether a mail is not whole: its headers, or its last part, have no end."""
    head, empty, _ = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    if not empty:
        return True
    kind = _MULTIPART.search(head)
    boundary = _BOUNDARY.search(kind[0][:_MOST_KIND]) if kind is not None else None
    return boundary is not None and b"--" + (boundary[1] or boundary[2]) + b"--" not in raw


def parts_of(raw: bytes, limits: bool = True) -> Parts:
    """Return the parts of a mail; a mail of any make is read as far as it can be.

    Without `limits` it may have any length, as a mail that the desk has written.
    """
    digest = sha256(raw)
    if limits and len(raw) > MOST_BYTES:
        head = BytesParser(policy=policy.compat32).parsebytes(raw[:_MOST_HEAD], headersonly=True)
        return _unread(head, digest, TOO_LARGE)._replace(automatic=True)
    # the modern policy of the package raises for some broken headers, so that headers are read by the older one
    message = BytesParser(policy=policy.compat32).parsebytes(raw)
    if limits and (automatic := _automatic(message)):
        return _unread(message, digest, automatic)._replace(automatic=True)
    if reason := _dangerous(message) or _encrypted(message):
        return _unread(message, digest, reason)
    try:
        parts = _leaves(message)
    except RecursionError:
        parts = None
    if parts is None or len(parts) > _MOST_PARTS:
        return _unread(message, digest, f"the mail has more than {_MOST_PARTS} parts")
    text, otherwise, attachments, unopened = _contents(parts)
    if len(attachments) > _MOST_FILES:
        return _unread(message, digest, f"the mail has more than {_MOST_FILES} files of orders")
    for said in (text, otherwise) if limits else ():
        if len(said) > _MOST_TEXT or said.count("\n") > _MOST_LINES:
            return _unread(message, digest, f"its text has more than {_MOST_LINES} lines or {_MOST_TEXT} characters")
    if limits and "-----BEGIN PGP MESSAGE-----" in text:
        return _unread(message, digest, _ENCRYPTED)
    found = _unread(message, digest, "")
    return found._replace(text=text, otherwise=otherwise, attachments=tuple(attachments), unopened=tuple(unopened))


def _unread(message: Message, digest: str, reason: str) -> Parts:
    ident = header(message, "Message-ID").strip()
    return Parts(
        digest,
        _sender(message),
        header(message, "Subject")[:_MOST_SUBJECT],
        ident,
        _date(header(message, "Date")),
        "",
        (),
        reason,
        answers=f"{header(message, 'In-Reply-To')} {header(message, 'References')}",
    )


def _sender(message: Message) -> str:
    """Return the address that a mail is from; of several, all of them, so that none counts.

    It is parsed before names are decoded: an encoded name may hold a comma, or what looks like an address.
    """
    said = " ".join(str(message.get("From", "")).split())
    found = [address.strip().casefold() for _, address in getaddresses([said])]
    # without quotation marks, a name with a comma looks like two addresses
    return whole(", ".join(dict.fromkeys([one for one in found if "@" in one] or found[:1])))


def header(message: Message, name: str) -> str:
    """Return a header as one line of text, decoded as far as it can be; empty if there is none."""
    value = message.get(name)
    if value is None:
        return ""
    try:
        said = str(make_header(decode_header(str(value))))
    except (ValueError, LookupError, UnicodeError):
        said = str(value)
    return " ".join(whole(said).split())


def whole(text: str) -> str:
    """Return a text in which no half of a sign stands, which nothing could be written with."""
    return text.encode("utf-8", "replace").decode()


def _date(value: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    # a time without a zone is not that of this machine, which another that verifies is not
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


def _automatic(message: Message) -> str:
    """Return why a mail is an automatic reply or a bounce, an empty text if it is neither."""
    submitted = header(message, "Auto-Submitted").split(";")[0].strip().casefold()
    if submitted not in ("", "no"):
        return f"an automatic reply (Auto-Submitted: {submitted})"
    if (precedence := header(message, "Precedence").casefold()) in _BULK:
        return f"an automatic mail (Precedence: {precedence})"
    if message.get("X-Autoreply") is not None or message.get("X-Autorespond") is not None:
        return "an automatic reply"
    local = _sender(message).partition("@")[0]
    if message.get_content_type() == "multipart/report" or local in _DAEMONS or header(message, "Return-Path") == "<>":
        return "a bounce: a mail that could not be delivered"
    return ""


def _encrypted(message: Message) -> str:
    """Return why a mail cannot be read, an empty text if it can."""
    kind = message.get_content_type()
    if kind == "multipart/encrypted":
        return _ENCRYPTED
    if kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        signed = _parameter(message, "smime-type") == "signed-data"
        return "the mail is signed in a form that hides its text; send it as clear text" if signed else _ENCRYPTED
    return ""


def _dangerous(message: Message) -> str:
    for part in message.walk():
        name = _name(part)
        if _RUN.search(name.strip()):
            return f"the attachment '{name[-60:]}' is a program"
    return ""


def _name(part: Message) -> str:
    try:
        return " ".join(whole(part.get_filename() or "").split())
    except (ValueError, LookupError, UnicodeError):
        return ""


def _contents(parts: Sequence[Message]) -> tuple[str, str, list[Attachment], list[str]]:
    """Return the text of the parts of a mail, that of HTML, attached orders, and files of orders that are no text."""
    plain: list[str] = []
    html: list[str] = []
    attached: list[Attachment] = []
    unopened: list[str] = []
    for part in parts:
        name, kind = _name(part), part.get_content_type()
        if _ORDERS.search(name):
            attached.append(Attachment(name, _decoded(part)))
        elif _UNOPENED.search(name):
            unopened.append(name)
        elif _TEXT.search(name):
            attached.append(Attachment(name, _decoded(part), named=False))
        elif name or part.get_content_disposition() == "attachment":
            continue
        elif kind == "text/plain":
            text = _decoded(part)
            plain.append(_unflowed(text, part) if _parameter(part, "format") == "flowed" else text)
        elif kind == "text/html":
            html.append(_decoded(part))
    text = "\n".join(plain)
    otherwise = ""
    if html and (not text.strip() or len(text) < _SHORT):
        otherwise = "\n".join(text_of(one) for one in html)
    if not text.strip():
        text, otherwise = otherwise, ""
    return text, otherwise, attached, unopened


def _leaves(part: Message) -> list[Message]:
    """Return the parts of a mail that hold something, those of a mail inside it left out."""
    if part.get_content_type() == "message/rfc822":
        return []
    if not part.is_multipart():
        return [part]
    inner = part.get_payload()
    return [leaf for one in inner if isinstance(one, Message) for leaf in _leaves(one)]


def _parameter(part: Message, name: str) -> str:
    try:
        return str(part.get_param(name, "") or "").casefold()
    except (ValueError, LookupError, UnicodeError):
        return ""


def _decoded(part: Message) -> str:
    """Return the text of a part by its declared charset, else by the one that fits."""
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    declared = (part.get_content_charset() or "").strip("'\"")
    for charset in (declared, "utf-8", "cp1252"):
        try:
            if any(one in lookup(charset or "utf-8").name.replace("-", "_") for one in _NO_CHARSETS):
                continue
            # a text of two halves of a sign is none
            text = data.decode(charset or "utf-8").removeprefix("\ufeff")
            return whole(text)
        except (LookupError, UnicodeError, ValueError):
            continue
    return data.decode("latin-1")


def _unflowed(text: str, part: Message) -> str:
    """Return text with soft line breaks joined (RFC 3676)."""
    delete = _parameter(part, "delsp") == "yes"
    out: list[str] = []
    joining: int | None = None
    for row in text.replace("\r\n", "\n").split("\n"):
        depth = len(row) - len(row.lstrip(">"))
        line = row[depth:]
        line = line.removeprefix(" ")
        soft = line.endswith(" ") and line not in ("-- ",)
        content = line[:-1] if soft and delete else line
        if joining == depth and line != "-- ":
            out[-1] += content
        else:
            out.append(">" * depth + (" " if depth else "") + content)
        joining = depth if soft else None
    return "\n".join(out)


def game_ident(game: str) -> str:
    """Return the `Message-ID` that every mail of a game answers or refers to."""
    return ident(game, "game")


def ident(game: str, *parts: str) -> str:
    """Return a `Message-ID` for a mail of a game."""
    words = [re.sub(r"[^A-Za-z0-9-]+", "-", word)[:60] for word in (game, *parts)]
    return f"<{'.'.join(words)}@desk.invalid>"
