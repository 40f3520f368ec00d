"""The text of a mail in HTML, without what it quotes."""

from __future__ import annotations

# what mail programs put around the mail that is answered
_QUOTES = (
    # one that only indents is the writer's own
    "//blockquote[@type='cite' or contains(@class, 'quote') or not(contains(translate(@style, ' ', ''), '040px'))]",
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' gmail_quote ')]",
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' gmail_signature ')]",
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' moz-signature ')]",
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' moz-cite-prefix ')]",
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' yahoo_quoted ')]",
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' protonmail_quote ')]",
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' protonmail_signature_block ')]",
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' tutanota_quote ')]",
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' zmail_extra ')]",
    "//*[@name='quote']",
    # what nobody sees
    "//*[contains(translate(@style, ' ', ''), 'display:none')]",
    "//*[contains(translate(@style, ' ', ''), 'visibility:hidden')]",
    "//*[contains(concat(translate(@style, ' ', ''), ';'), 'font-size:0;') or contains(@style, 'mso-hide')]",
    "//*[contains(concat(translate(@style, ' ', ''), ';'), 'font-size:0px;')]",
    "//*[@hidden or @aria-hidden='true']",
    "//*[contains(translate(@style, ' ', ''), 'opacity:0;') or contains(translate(@style, ' ', ''), 'max-height:0')]",
    "//*[contains(concat(translate(@style, ' ', ''), ';'), 'opacity:0;')]",
    # what is struck through is taken back
    "//s | //del | //strike | //*[contains(@style, 'line-through')]",
    "//template | //noscript | //object | //iframe | //select | //textarea | //comment()",
    "//*[@id='divRplyFwdMsg' or @id='appendonsend' or @id='mail-editor-reference-message-container']",
    "//script | //style | //head | //title",
)
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
    for path in _QUOTES:
        for node in tree.xpath(path):
            if node.getparent() is not None:
                node.drop_tree()
    blocks = {name: HtmlElement(display=Display.block) for name in _BLOCKS}
    config = ParserConfig(css={**CSS_PROFILES["strict"], **blocks}, display_links=False, display_images=False)
    return str(Inscriptis(tree, config).get_text())
