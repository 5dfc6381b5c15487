"""A page as a document: its head, style sheet, scripts, and the policy for them.

The policy lets nothing run or load but the page itself.  Its style sheet and scripts are named by
their hashes; so a text that came through as markup by mistake would still do nothing.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from string import Template

from ...languages import message, say, spoken

PAGE, STYLE, SCRIPT, CHECKER = (
    Path(__file__).with_name(name)
    for name in ("page.html", "page.css", "page.js", "proof_checker.js")
)
ICON = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' "
    "rx='6' fill='#1f4e5f'/><path d='M5 19h7v8H5zM12.5 10h7v17h-7zM20 22h7v5h-7z' fill='#fff'/>"
    "</svg>"
)
"""A podium."""
WORDS: Mapping[str, str] = {
    "search": message("Search by name"),
    "all": message("All"),
    "prize": "Prize",
    "found": message("{} of {}"),
    "all_columns": message("All {} columns"),
    "fewer_columns": message("Fewer columns"),
    "on_phone": message("checked on this phone"),
    "on_computer": message("checked on this computer"),
    "proof": message("Proof {}"),
    "proofs": message("All {} proofs {}"),
    "no_proof": message("The proof does not hold"),
    "bad_proofs": message("{} of {} proofs do not hold"),
    "too_old": message("This browser is too old to show it."),
}
"""The texts that the page's script writes."""
_ACTING = dict.fromkeys(
    (*range(0x80, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)),
    "\N{REPLACEMENT CHARACTER}",
)
"""Control characters, ends of lines, and marks by which a name would turn what follows it."""


@dataclass(frozen=True)
class Address:
    """The addresses of a page and of the files beside it; blank for what there is not."""

    page: str = ""
    """The whole address of the page."""
    code: str = ""
    """The same as a QR code, in SVG."""
    picture: str = ""
    feed: str = ""
    data: str = ""
    proofs: str = ""
    languages: Mapping[str, str] = field(default_factory=dict)
    """The same page in other languages, by their codes."""
    is_first: bool = True
    """Whether it is the page that an address without a language leads to."""


@dataclass(frozen=True)
class Head:
    """What programs read of a page: messengers that show a link, browsers, readers of feeds."""

    title: str
    description: str = ""
    address: Address = field(default_factory=Address)
    """Where the page is, and what is beside it."""


def fill_page(
    content: str,
    head: Head,
    *,
    kind: str = "",
    proofs: str = "",
    packed: Mapping[str, str] | None = None,
) -> str:
    """The page with this content.

    ``kind`` is a class of the whole page.  With ``proofs`` it has the script that checks them.
    ``packed`` are parts that are put in when a reader asks for them: markup by name.
    """
    style, scripts, data = _read(STYLE), [_read(SCRIPT)], ""
    if packed:
        inert = {name: part.translate(_ACTING) for name, part in packed.items()}
        carried = base64.b64encode(zlib.compress(json.dumps(inert).encode(), 9)).decode()
        data += f'<script type="text/plain" id="packed">{carried}</script>\n'
    if proofs:
        scripts.append(_read(CHECKER))
        carried = proofs.replace("<", "\\u003c")
        data += (
            f'<script type="application/json" id="proofs">{carried}</script>\n'
            f"<script>\n{scripts[-1]}</script>\n"
        )
    named = " ".join(f"'{_hash_of(f'{chr(10)}{script}')}'" for script in scripts)
    policy = (
        f"default-src 'none'; style-src '{_hash_of(f'{chr(10)}{style}')}'; script-src {named}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    page = Template(_read(PAGE)).substitute(
        kind=f' class="{kind}"' if kind else "",
        policy=policy,
        title=escape(head.title),
        head="\n".join(_format_head(head)),
        style=style,
        words=escape(
            json.dumps({name: say(text) for name, text in WORDS.items()}, ensure_ascii=False)
        ),
        language=spoken().code,
        leads=" data-leads" if head.address.languages and head.address.is_first else "",
        content=content,
        data=data,
        script=scripts[0],
    )
    return page.translate(_ACTING)


def _format_head(head: Head) -> Iterator[str]:
    """The elements of the head that say what the page is."""
    beside = head.address
    named = {"description": head.description}
    properties = {
        "og:type": "website",
        "og:title": head.title,
        "og:description": head.description,
        "og:url": beside.page,
        "og:image": beside.picture,
    }
    for name, text in named.items():
        if text:
            yield f'<meta name="{name}" content="{escape(text)}">'
    for name, text in properties.items():
        if text:
            yield f'<meta property="{name}" content="{escape(text)}">'
    icon = base64.b64encode(ICON.encode()).decode()
    yield f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">'
    if beside.page:
        yield f'<link rel="canonical" href="{escape(beside.page)}">'
    for code, address in beside.languages.items():
        yield f'<link rel="alternate" hreflang="{code}" href="{escape(address)}">'
    if beside.feed:
        yield _link_to("application/atom+xml", head.title, beside.feed)
    if beside.data:
        yield _link_to("application/json", head.title, beside.data)


def _link_to(kind: str, title: str, address: str) -> str:
    """What programs find the same standings in."""
    title, address = escape(title), escape(address)
    return f'<link rel="alternate" type="{kind}" title="{title}" href="{address}">'


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _hash_of(text: str) -> str:
    """The hash of the text of an element, as a policy names it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def marked_english() -> str:
    """The attribute of an element whose sentences are English on a page in another language."""
    return "" if spoken().is_english else ' lang="en"'
