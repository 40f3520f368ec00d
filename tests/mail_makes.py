"""Mails of many makes: each with the orders that must be understood in it, and nothing else that may be."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from html import escape

ORDERS = [
    "end commencement",
    "if roll 5: move bk01 to 38",
    "else: try move bk01 to 41 | move bk02 to 42",
    "end movement",
]
TEXT = "\n".join(ORDERS)
OLD = ["move bk01 to 1", "end movement"]

Make = tuple[str, bytes, Sequence[str]]


def raw(body: bytes | str, *headers: str, charset: str = "utf-8") -> bytes:
    """Return a mail from its body and its headers."""
    head = ["From: Ann Lee <ann@x.org>", "To: desk@x.org", "Subject: Re: [duel 5] ann to order", "MIME-Version: 1.0"]
    content = body.encode(charset) if isinstance(body, str) else body
    return (
        "\r\n".join([*head, *headers]).encode() + b"\r\n\r\n" + content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    )


def plain(body: str, *headers: str, charset: str = "utf-8") -> bytes:
    """Return a mail of plain text."""
    return raw(
        body,
        f"Content-Type: text/plain; charset={charset}",
        "Content-Transfer-Encoding: 8bit",
        *headers,
        charset=charset,
    )


def html(body: str, *headers: str) -> bytes:
    """Return a mail of HTML alone."""
    return raw(body, "Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: 8bit", *headers)


def parts(kind: str, *inner: tuple[str, str | bytes]) -> bytes:
    """Return a mail with several parts, each with its headers and its content."""
    out = b""
    for head, content in inner:
        out += (
            b"--BOUND\r\n"
            + head.encode()
            + b"\r\n\r\n"
            + (content.encode() if isinstance(content, str) else content)
            + b"\r\n"
        )
    return raw(out + b"--BOUND--\r\n", f'Content-Type: {kind}; boundary="BOUND"')


def lines(tag: str, orders: Sequence[str] = ORDERS) -> str:
    """Return orders as blocks of HTML."""
    return "".join(f"<{tag}>{escape(one)}</{tag.split()[0]}>" for one in orders)


SIGNED_FROM = [
    "Sent from my iPhone",
    "Sent from my Samsung Galaxy smartphone.",
    "Sent from my Android device with K-9 Mail. Please excuse my brevity.",
    "Sent from Yahoo Mail on Android",
    "Sent from Outlook for iOS",
    "Get Outlook for Android <https://aka.ms/x>",
    "Von meinem iPad gesendet",
    "Von meinem Samsung Galaxy Smartphone gesendet.",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Gesendet mit der GMX Mail App",
    "Gesendet von Mail für Windows",
    "Envoyé de mon iPhone",
    "Envoyé depuis l'application Mail Orange",
    "Enviado desde mi iPhone",
    "Enviado do meu iPhone",
    "Enviado de mi dispositivo Samsung",
    "Inviato da iPhone",
    "Inviato dal mio telefono",
    "Verstuurd vanaf mijn iPhone",
    "Verzonden vanaf mijn Galaxy",
    "Skickat från min iPhone",
    "Sendt fra min iPhone",
    "Lähetetty iPhonesta",
    "Wysłane z iPhone'a",
    "Odesláno z iPhonu",
    "Отправлено с iPhone",
    "iPhoneから送信",
    "发自我的iPhone",
    "Sent with Proton Mail secure email.",
    "Sent via BlackBerry from T-Mobile",
]

WROTE = [
    "On Mon, 16 Nov 2026 at 20:00, Desk <desk@x.org> wrote:",
    "On 16.11.26 20:00, Desk wrote:",
    "On Nov 16, 2026, at 8:00 PM, Desk <desk@x.org> wrote:",
    "Am Mo., 16. Nov. 2026 um 20:00 Uhr schrieb Desk <desk@x.org>:",
    "Am 16.11.2026 um 20:00 schrieb Desk:",
    "Le lun. 16 nov. 2026 à 20:00, Desk <desk@x.org> a écrit :",
    "El lun, 16 nov 2026 a las 20:00, Desk (<desk@x.org>) escribió:",
    "Il giorno lun 16 nov 2026 alle ore 20:00 Desk <desk@x.org> ha scritto:",
    "Op ma 16 nov 2026 om 20:00 schreef Desk <desk@x.org>:",
    "Em seg., 16 de nov. de 2026 às 20:00, Desk <desk@x.org> escreveu:",
    "Den mån 16 nov. 2026 kl 20:00 skrev Desk <desk@x.org>:",
    "pon., 16 lis 2026 o 20:00 Desk <desk@x.org> napisał(a):",
    "po 16. 11. 2026 v 20:00 odesílatel Desk <desk@x.org> napsal:",
    "ma 16. marrask. 2026 klo 20.00 Desk <desk@x.org> kirjoitti:",
    "пн, 16 нояб. 2026 г. в 20:00, Desk <desk@x.org>:",
    "2026年11月16日(月) 20:00 Desk <desk@x.org>:",
    "16 Kas 2026 Pzt 20:00 tarihinde Desk <desk@x.org> şunu yazdı:",
]

FOOTERS = [
    "_______________________________________________\nGames mailing"
    " list\nGames@lists.x.org\nhttps://lists.x.org/mailman/listinfo/games",
    '-- \nYou received this message because you are subscribed to the Google Groups "Titan"'
    " group.\nTo unsubscribe, move along.",
    "________________________________\nThis email is confidential and intended for the addressee only. End of message.",
    "--\nAnn Lee\nend movement",
    "—\nAnn",
    "Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.\nwww.avast.com",
    "Virus-free. www.avast.com <https://www.avast.com>",
]

MSO = (
    "<html xmlns:o='urn:schemas-microsoft-com:office:office'><head><style><!-- p.MsoNormal {margin:0cm} --></style>"
    "<!--[if gte mso 9]><xml><o:shapedefaults v:ext='edit'/></xml><![endif]--></head><body lang=DE>"
    "<div class=WordSection1>"
)


def outlook(orders: Sequence[str] = ORDERS) -> str:
    """Return what Outlook makes of a mail, with the answered mail below."""
    own = "".join(
        f"<p class=MsoNormal><span lang=EN-US style='font-size:11pt'>{escape(one)}<o:p></o:p></span></p>"
        for one in orders
    )
    return (
        f"{MSO}<p class=MsoNormal>Hallo,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>{own}"
        "<p class=MsoNormal>LG Ann<o:p></o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt'>"
        "<p class=MsoNormal><b>Von:</b> Desk &lt;desk@x.org&gt; <br><b>Gesendet:</b> Montag, 16."
        " November 2026 20:00<br>"
        "<b>An:</b> Ann<br><b>Betreff:</b> [duel 5]<o:p></o:p></p></div></div>"
        f"<p class=MsoNormal>{OLD[0]}<o:p></o:p></p></div></body></html>"
    )


def makes() -> Iterator[Make]:
    """Yield a name, a mail, and what of it is prose, for every make."""
    for number, said in enumerate(SIGNED_FROM):
        yield f"telephone {number}: {said}", plain(f"{TEXT}\n\n{said}\n"), ()
        yield (
            f"telephone in HTML {number}",
            html(f"<div>{'<br>'.join(map(escape, ORDERS))}</div><br><div>{escape(said)}</div>"),
            (),
        )
    for number, said in enumerate(WROTE):
        quoted = "\n".join(f"> {one}" for one in OLD)
        yield f"top posting {number}: {said}", plain(f"{TEXT}\n\n{said}\n\n{quoted}\n"), ()
        yield f"bottom posting {number}: {said}", plain(f"{said}\n{quoted}\n\n{TEXT}\n"), ()
        first, _, rest = said.rpartition(" ")
        yield f"wrapped attribution {number}", plain(f"{TEXT}\n\n{first}\n{rest}\n{quoted}\n"), ()
        gmail = f'<div dir="ltr">{"".join(f"<div>{escape(one)}</div>" for one in ORDERS)}</div><br>'
        gmail += f'<div class="gmail_quote"><div dir="ltr" class="gmail_attr">{escape(said)}<br></div>'
        gmail += f'<blockquote class="gmail_quote">{"<br>".join(OLD)}</blockquote></div>'
        yield f"Gmail in HTML {number}", html(gmail), ()
    for number, said in enumerate(FOOTERS):
        yield f"footer {number}", plain(f"{TEXT}\n\n{said}\n"), None
    yield "Outlook", html(outlook()), ("Hallo,", "LG Ann")
    cells = "".join(f"<tr><td class=MsoNormal>{escape(one)}</td></tr>" for one in ORDERS)
    nested = f"<table><tr><td><table border=0 cellspacing=0>{cells}</table></td></tr></table>"
    yield "orders in nested tables", html(f"{MSO}<p>Hi</p>{nested}</div></body></html>"), ("Hi",)
    numbered = "".join(f"<tr><td>{n}</td><td>{escape(one)}</td></tr>" for n, one in enumerate(ORDERS, 1))
    yield "a table with numbers", html(f"<table>{numbered}</table>"), ()
    for tag in ("div", "p", "li", "span style='display:block'", "h3", "pre", "dd"):
        yield f"HTML of {tag}", html(f"<html><body>{lines(tag)}</body></html>"), ()
    yield "ordered list", html(f"<p>Orders:</p><ol>{lines('li')}</ol>"), ("Orders:",)
    yield "list of letters", html(f"<ol type='a'>{lines('li')}</ol>"), ()
    yield "divs with breaks", html("".join(f"<div>{escape(one)}<br></div>" for one in ORDERS)), ()
    yield (
        "bold words",
        html("<br>".join(f"<b>{escape(one.split()[0])}</b> {escape(one.split(maxsplit=1)[1])}" for one in ORDERS)),
        (),
    )
    yield "spans in words", html("<br>".join(escape(one).replace("move", "<span>mo</span>ve") for one in ORDERS)), ()
    yield (
        "links on ids",
        html("<br>".join(escape(one).replace("bk01", "<a href='http://bk01'>bk01</a>") for one in ORDERS)),
        (),
    )
    yield "no-break entities", html("<br>".join(escape(one).replace(" ", "&nbsp;") for one in ORDERS)), ()
    yield (
        "Apple Mail",
        html(
            '<html><body style="word-wrap: break-word;"><div>'
            + "</div><div>".join(map(escape, ORDERS))
            + '</div><br><div><br><blockquote type="cite"><div>On 16. Nov 2026, at 20:00, Desk'
            " &lt;d@x.org&gt; wrote:</div>" + "<br>".join(OLD) + "</blockquote></div></body></html>"
        ),
        (),
    )
    yield (
        "Thunderbird in HTML",
        html(
            f'<p>{"<br>".join(map(escape, ORDERS))}</p><div class="moz-cite-prefix">Am 16.11.26 um 20:00'
            " schrieb Desk:<br></div>"
            f'<blockquote type="cite" cite="mid:x">{"<br>".join(OLD)}</blockquote><pre'
            ' class="moz-signature">-- \nAnn</pre>'
        ),
        (),
    )
    yield (
        "Yahoo",
        html(
            f'<div class="ydp1yahoo-style-wrap"><div dir="ltr">{"<br>".join(map(escape, ORDERS))}</div></div>'
            f'<div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Monday, Desk wrote:</div>{"<br>".join(OLD)}</div>'
        ),
        (),
    )
    yield (
        "web.de",
        html(
            '<html><head></head><body><div style="font-family: Verdana;">'
            f"<div>{'</div><div>'.join(map(escape, ORDERS))}</div>"
            '<div>&nbsp;<div style="margin: 10px 5px; border-left: 2px solid #C3D9E5;" name="quote">'
            "<div><b>Gesendet:</b> Montag<br>"
            f"<b>Von:</b> Desk<br><b>An:</b> ann@x.org<br><b>Betreff:</b> [duel 5]</div>{OLD[0]}</div>"
            "</div></div></body></html>"
        ),
        (),
    )
    yield (
        "Proton",
        html(
            f'<div style="font-family: Arial">{"<br>".join(map(escape, ORDERS))}</div><div class="protonmail_quote">'
            "On Monday, November 16th, 2026 at 8:00 PM, Desk &lt;d@x.org&gt; wrote:<br><blockquote"
            f' type="cite">{"<br>".join(OLD)}</blockquote></div>'
        ),
        (),
    )
    yield (
        "a hidden preheader",
        html(f'<div style="display:none">end movement</div><p>{"</p><p>".join(map(escape, ORDERS))}</p>'),
        (),
    )
    # format=flowed: stuffed spaces, soft breaks inside an order and in quotes
    flowed = (
        " end commencement\nif roll 5: move \nbk01 to 38\nelse: try move bk01 to 41 | move \nbk02"
        " to 42\nend movement\n\n>  move \n> bk01 to 1\n-- \nAnn"
    )
    yield "format=flowed", raw(flowed, "Content-Type: text/plain; charset=utf-8; format=flowed"), ()
    yield (
        "format=flowed with delsp",
        raw(flowed.replace("move \n", "move  \n"), "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes"),
        (),
    )
    soft = quopri.encodestring(TEXT.encode()).replace(b"roll 5", b"ro=\nll 5").replace(b"commence", b"comm=\nence")
    yield (
        "quoted-printable with soft breaks",
        raw(soft, "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable"),
        (),
    )
    for charset, greeting in (
        ("cp1252", "Grüße – “Ann”"),
        ("iso-8859-15", "Grüße €"),
        ("koi8-r", "Привет,"),
        ("windows-1251", "Привет,"),
        ("iso-8859-2", "Cześć"),
        ("utf-16", "Grüße"),
        ("utf-16-le", "Grüße"),
        ("utf-32", "Grüße"),
        ("gb18030", "你好,"),
        ("shift_jis", "こんにちは"),
        ("iso-2022-jp", "こんにちは"),
        ("euc-kr", "안녕"),
        ("mac-roman", "Grüße"),
        ("us-ascii", "Hi"),
    ):
        encoded = base64.encodebytes(f"{greeting}\n{TEXT}\n".encode(charset))
        yield (
            f"charset {charset}",
            raw(encoded, f"Content-Type: text/plain; charset={charset}", "Content-Transfer-Encoding: base64"),
            None,
        )
    yield (
        "charset utf-7",
        raw(b"Gr+APwA3w-e,\n" + TEXT.encode("utf-7"), "Content-Type: text/plain; charset=utf-7"),
        None,
    )
    yield "no content type", raw(TEXT), ()
    yield "a charset in quotes", raw(TEXT, "Content-Type: text/plain; charset=\"'utf-8'\""), ()
    yield (
        "an unknown encoding",
        raw(TEXT, "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 9bit"),
        (),
    )
    bullets = (
        "• ",
        "– ",
        "— ",
        "- ",
        "* ",
        "+ ",
        "· ",
        "◦ ",
        "► ",
        "● ",
        "■ ",
        "✓ ",
        "✔ ",
        "→ ",
        "⇒ ",
        "=> ",
        "-> ",
        "› ",
        "o   ",
        "§ ",
        "» ",
    )
    for sign in bullets:
        yield f"bullet {sign!r}", plain("\n".join(f"{sign}{one}" for one in ORDERS)), ()
    for form in (
        "{n}) ",
        "{n}. ",
        "{n}: ",
        "({n}) ",
        "#{n} ",
        "{n} - ",
        "{n}.) ",
        "[{n}] ",
        "{a}) ",
        "{a}. ",
        "({a}) ",
        "Order {n}: ",
        "{r}. ",
        "{r}) ",
        "0{n}. ",
        "Step {n}: ",
        "{n}/ ",
    ):
        numbered_lines = (
            f"{form.format(n=n, a='abcd'[n - 1], r=['i', 'ii', 'iii', 'iv'][n - 1])}{one}"
            for n, one in enumerate(ORDERS, 1)
        )
        yield f"numbers {form!r}", plain("\n".join(numbered_lines)), ()
    for name, changed in (
        ("capitals", TEXT.upper()),
        ("title", TEXT.title()),
        ("a full stop", "\n".join(f"{one}." for one in ORDERS)),
        ("an exclamation mark", "\n".join(f"{one}!" for one in ORDERS)),
        ("a comma", "\n".join(f"{one}," for one in ORDERS)),
        ("a semicolon", "\n".join(f"{one};" for one in ORDERS)),
        ("smart quotes", "\n".join(f"“{one}”" for one in ORDERS)),
        ("french quotes", "\n".join(f"« {one} »" for one in ORDERS)),
        ("german quotes", "\n".join(f"„{one}“" for one in ORDERS)),
        ("backticks", "\n".join(f"`{one}`" for one in ORDERS)),
        ("double stars", "\n".join(f"**{one}**" for one in ORDERS)),
        ("underscores", "\n".join(f"_{one}_" for one in ORDERS)),
        ("zero width", TEXT.replace(" ", " \u200b")),
        ("right to left", "\n".join(f"\u200f{one}\u200e" for one in ORDERS)),
        ("embedding", "\n".join(f"\u202a{one}\u202c" for one in ORDERS)),
        ("isolates", "\n".join(f"\u2066{one}\u2069" for one in ORDERS)),
        ("thin spaces", TEXT.replace(" ", "\u2009")),
        ("ideographic spaces", TEXT.replace(" ", "\u3000")),
        ("soft hyphens", TEXT.replace("move", "mo\u00adve")),
        ("double spaces", TEXT.replace(" ", "  ")),
        ("tabs", TEXT.replace(" ", "\t")),
        ("form feeds", TEXT.replace("\n", "\f\n")),
        ("vertical tabs", TEXT.replace("\n", "\v\n")),
        ("next lines", TEXT.replace("\n", "\u0085")),
        ("old Mac", TEXT.replace("\n", "\r")),
        ("full width", TEXT.replace(":", "：").replace("|", "｜")),
        ("full width digits", TEXT.replace("38", "３８")),
        ("spaces before colons", TEXT.replace(":", " :")),
    ):
        yield f"lines with {name}", plain(changed), ()
    yield (
        "two orders on a line",
        plain("; ".join([ORDERS[0], "move bk01 to 38", ORDERS[3]])),
        ["!", ORDERS[0], "move bk01 to 38", ORDERS[3]],
    )
    yield "a trailing semicolon", plain("; ".join([ORDERS[0], ORDERS[3]]) + ";"), ["!", ORDERS[0], ORDERS[3]]
    yield (
        "commas between orders",
        plain("end commencement, move bk01 to 38, end movement"),
        ["!", ORDERS[0], "move bk01 to 38", ORDERS[3]],
    )
    yield (
        "slashes between orders",
        plain("end commencement / move bk01 to 38 / end movement"),
        ["!", ORDERS[0], "move bk01 to 38", ORDERS[3]],
    )
    yield (
        "then between orders",
        plain("end commencement, then move bk01 to 38 and then end movement."),
        ["!", ORDERS[0], "move bk01 to 38", ORDERS[3]],
    )
    yield (
        "and between orders",
        plain("end commencement and move bk01 to 38 & end movement"),
        ["!", ORDERS[0], "move bk01 to 38", ORDERS[3]],
    )
    for name, form in (
        ("emoji before", "👉 {}"),
        ("two emoji", "✅🎲 {}"),
        ("emoji after", "{} 🙂"),
        ("a face after", "{} :-)"),
        ("a remark in brackets", "{} (as planned)"),
        ("a remark after slashes", "{} // as planned"),
        ("a remark after a sign", "{}   # as planned"),
        ("a label with a number", "Turn 5: {}"),
    ):
        yield f"lines with {name}", plain("\n".join(form.format(one) for one in ORDERS)), ()
    yield (
        "inline answers",
        plain(
            "> Awaiting ann: commencement\n\nend commencement\n\n> You may order:\n> move bk01 to 38\n\n"
            + "\n".join(ORDERS[1:])
            + "\n\n> Good luck!\n"
        ),
        (),
    )
    yield "a label", plain("Orders: end commencement\n" + "\n".join(ORDERS[1:])), ()
    yield "my orders are", plain("My orders:\n\n" + TEXT), ("My orders:",)
    # several parts
    yield (
        "an empty text part",
        parts(
            "multipart/alternative",
            ("Content-Type: text/plain", " \n"),
            ("Content-Type: text/html; charset=utf-8", "<br>".join(map(escape, ORDERS))),
        ),
        (),
    )
    for said in (
        "Please view this message in HTML.",
        "This is a message in MIME format. Your mail reader does not understand HTML.",
        "Your email client does not support HTML messages.",
        "Diese Nachricht ist im HTML-Format.",
    ):
        yield (
            f"text part: {said}",
            parts(
                "multipart/alternative",
                ("Content-Type: text/plain; charset=utf-8", said),
                ("Content-Type: text/html; charset=utf-8", "<br>".join(map(escape, ORDERS))),
            ),
            None,
        )
    yield (
        "text and HTML",
        parts("multipart/alternative", ("Content-Type: text/plain", TEXT), ("Content-Type: text/html", outlook())),
        (),
    )
    yield (
        "a calendar",
        parts(
            "multipart/mixed",
            ("Content-Type: text/plain", TEXT),
            ("Content-Type: text/calendar; method=REQUEST", "BEGIN:VCALENDAR\nSUMMARY:end movement\nEND:VCALENDAR"),
        ),
        (),
    )
    yield (
        "a signed mail",
        parts(
            'multipart/signed; protocol="application/pgp-signature"',
            ("Content-Type: text/plain", TEXT),
            (
                "Content-Type: application/pgp-signature; name=signature.asc",
                "-----BEGIN PGP SIGNATURE-----\nmove\n-----END PGP SIGNATURE-----",
            ),
        ),
        (),
    )
    yield (
        "S/MIME signed",
        parts(
            'multipart/signed; protocol="application/pkcs7-signature"',
            ("Content-Type: text/plain", TEXT),
            ("Content-Type: application/pkcs7-signature; name=smime.p7s\nContent-Transfer-Encoding: base64", "MIIB"),
        ),
        (),
    )
    inline = (
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{TEXT}\n-----BEGIN PGP"
        " SIGNATURE-----\n\niQEzBAEBCAAd\n=abcd\n-----END PGP SIGNATURE-----"
    )
    yield "signed inline", plain(inline), ()
    yield (
        "winmail.dat",
        parts(
            "multipart/mixed",
            ("Content-Type: text/plain", TEXT),
            ("Content-Type: application/ms-tnef; name=winmail.dat", b"\x78\x9f\x3e\x22"),
        ),
        (),
    )
    yield (
        "a picture",
        parts(
            "multipart/related",
            ("Content-Type: text/html; charset=utf-8", lines("p") + "<img src='cid:1'>"),
            ("Content-Type: image/png; name=logo.png\nContent-ID: <1>", b"\x89PNG"),
        ),
        (),
    )
    yield (
        "an inline text",
        parts(
            "multipart/mixed",
            ("Content-Type: text/plain", "Hi,"),
            ("Content-Type: text/plain; charset=utf-8\nContent-Disposition: inline", TEXT),
        ),
        ("Hi,",),
    )
    yield (
        "a list footer part",
        parts(
            "multipart/mixed",
            ("Content-Type: text/plain", TEXT),
            (
                "Content-Type: text/plain\nContent-Disposition: inline",
                "____________\nGames mailing list\nhttps://lists.x.org",
            ),
        ),
        None,
    )
    yield (
        "a forwarded mail",
        parts(
            "multipart/mixed",
            ("Content-Type: text/plain", TEXT),
            ("Content-Type: message/rfc822", f"From: x@y.org\nSubject: old\n\n{OLD[0]}\n"),
        ),
        (),
    )
    message = EmailMessage()
    message["From"] = "ann@x.org"
    message.set_content("See the file.")
    message.add_attachment(
        ("\ufeff" + TEXT.replace("\n", "\r\n")).encode(),
        maintype="application",
        subtype="octet-stream",
        filename="Orders turn 5.TXT",
    )
    yield "a file of orders", message.as_bytes(), ("See the file.",)
