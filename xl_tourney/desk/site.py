"""The desk as a folder of static files, for any web server: its page needs nothing installed.

Python runs in the reader's browser: Pyodide, our package and what it needs of others are in the
folder.  A service worker keeps all of it, so that the page also starts without a network.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from ..errors import OptionError
from ..hosts.officejs.site import content_security_policy, python_files
from ..languages import DESK, LANGUAGES, language_of

PAGE = "index.html"
ARCHIVE = "desk.bin"
"""The modules; ``.gz`` would have some servers say that they send it packed."""
WORDS = "words.json"
"""The page's own sentences in all languages."""
KEEPER = "keep.js"
"""The service worker."""
POLICY = content_security_policy("")
"""What the page may load: its own folder, and nothing that is written inline."""
_OF_THE_HALL = b"""<link rel="stylesheet" href="hall.css">
<script type="module" src="director.js"></script>
</head>"""
"""What the director's page has there beside."""
_PACKAGE = Path(__file__).parents[1]
_STATIC = Path(__file__).with_name("static")
_ICON = _PACKAGE / "hosts" / "officejs" / "static" / "icon-32.png"
_SHARED = ("desk.css", "desk.js", "forms.js", "python_worker.js", "words.js")
"""What the pane of the web add-in uses as it is."""
_ELSEWHERE = frozenset(("batch", "cli", "conformance", "doctor", "samples"))
"""Rooms that no command of an event needs where nobody calculates."""
_OTHERS = ("openpyxl", "et_xmlfile", "gacrux", "caissify_pairings", "networkx")
"""What is needed of other projects, plain Python all of it."""
_SUFFIXES = frozenset(
    (".py", ".json", ".po", ".txt", ".tsv", ".csv", ".md", ".toml", ".html", ".js", ".css")
)
_LEFT_OUT = frozenset(("tests", "__pycache__"))


def build_files(pyodide_files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Every file of the site by its path in the folder."""
    files = {path.name: path.read_bytes() for path in sorted(_STATIC.iterdir())}
    files["icon-32.png"] = _ICON.read_bytes()
    files[WORDS] = _words()
    files |= python_files({ARCHIVE: _archive()}, pyodide_files)
    files[PAGE] = files[PAGE].replace(b"$POLICY", POLICY.encode())
    kept = sorted(files.keys() - {KEEPER})
    build = hashlib.sha256(b"".join(files[name] for name in kept)).hexdigest()[:16]
    keeper = files[KEEPER].decode().replace("$BUILD", build).replace("$POLICY", POLICY)
    files[KEEPER] = keeper.replace('"$FILES"', json.dumps(["./", *kept])).encode()
    return files


def pane_files() -> dict[str, bytes]:
    """What the web add-in has of the page for its pane, which brings a connection of its own."""
    files = {name: _STATIC.joinpath(name).read_bytes() for name in _SHARED}
    page = _STATIC.joinpath(PAGE).read_bytes()
    files["event.html"] = page[page.index(b"<section") : page.index(b"</main>")]
    files["desk_worker.js"] = _STATIC.joinpath("worker.js").read_bytes()
    return files | {WORDS: _words(), ARCHIVE: _archive()}


def page_files() -> dict[str, bytes]:
    """What a server has of the page; it brings a connection of its own, and sends a policy."""
    files = {name: _STATIC.joinpath(name).read_bytes() for name in (*_SHARED, PAGE)}
    page = re.sub(rb"<meta http-equiv=.*\n", b"", files[PAGE]).replace(b"</head>", _OF_THE_HALL)
    return files | {PAGE: page, "icon-32.png": _ICON.read_bytes(), WORDS: _words()}


def _words() -> bytes:
    words = {code: language_of(code).messages(DESK) for code in LANGUAGES}
    return json.dumps(words, ensure_ascii=False).encode()


def _archive() -> bytes:
    """Our modules and those of others, packed: the same bytes for the same files."""
    files = {name: path.read_text("utf-8") for name, path in _modules()}
    return gzip.compress(json.dumps(files, ensure_ascii=False).encode(), mtime=0)


def _modules() -> Iterator[tuple[str, Path]]:
    for package in (_PACKAGE, *map(_folder, _OTHERS)):
        for path in sorted(package.rglob("*")):
            parts = path.relative_to(package).parts
            is_ours_elsewhere = package is _PACKAGE and parts[0] in _ELSEWHERE
            is_left_out = is_ours_elsewhere or _LEFT_OUT.intersection(parts)
            if path.suffix in _SUFFIXES and not is_left_out:
                yield Path(package.name, *parts).as_posix(), path


def _folder(name: str) -> Path:
    """Where a package is installed."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise OptionError(f"{name} is not installed: pip install 'xl-tourney[pair]'.")
    return Path(spec.origin).parent
