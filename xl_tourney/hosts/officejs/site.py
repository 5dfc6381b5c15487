"""The add-in as a folder of static files, for any web server; its icon is a winners' podium."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import io
import json
import re
import uuid
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from ... import __version__, atomic
from ...catalogue.host_names import CATEGORY, NAMESPACE
from ...errors import OptionError
from ...functions import CATALOGUE, Function, Parameter
from ..manifest import build_office_js_metadata, format_examples

# manifest.xml: what Excel is given to find the add-in, in the add-in only format.
#
# The order of the elements and the lengths of the texts are those of the format's schemas
# (``TaskPaneApp`` 1.1, ``VersionOverridesV1_0`` of task panes).  The page, the functions and the
# button share one runtime that lives as long as the workbook is open.

PAGE = "taskpane.html"
_MANIFEST = Path(__file__).with_name("manifest.xml")


def format_manifest(url: str) -> str:
    """The manifest of the add-in at an address, without a slash at its end.

    The identity is made from the address: the same place is the same add-in.
    """
    return Template(_MANIFEST.read_text("utf-8")).substitute(
        ID=uuid.uuid5(uuid.NAMESPACE_URL, url),
        VERSION=__version__,
        NAME=escape(CATEGORY),
        NAMESPACE=NAMESPACE,
        URL=escape(url, {'"': "&quot;"}),
    )


# The metadata of the functions: functions.json for Excel, and the catalogue for the pane, which
# also has the names of the commands that the manifest calls.

HELP_PAGE = "index.html"


def build_metadata(url: str) -> dict[str, Any]:
    """``functions.json``: every function with a link to its help, and the choices as enums."""
    metadata = build_office_js_metadata()
    return metadata | {
        "functions": [
            _add_links_and_enums(entry, CATALOGUE[entry["id"]], url)
            for entry in metadata["functions"]
        ],
        "enums": list(_build_enums()),
    }


def _add_links_and_enums(entry: dict[str, Any], function: Function, url: str) -> dict[str, Any]:
    parameters = [
        described | ({"type": "string", "customEnumId": _enum_id(p)} if p.choices else {})
        for described, p in zip(entry["parameters"], function.parameters)
    ]
    return entry | {
        "helpUrl": f"{url}/{HELP_PAGE}#{function.name}",
        "parameters": parameters,
        "options": {"requiresAddress": True},  # “why is this cell an error” finds its calls
    }


def _enum_id(p: Parameter) -> str:
    """The name of an enum: the same choices of several functions are one enum."""
    choices = "_".join("".join(filter(str.isalnum, choice)) for choice in p.choices)
    return f"{p.name}.{choices}".upper()[:64].rstrip("._")


def _build_enums() -> Iterator[dict[str, Any]]:
    enums = {
        _enum_id(p): p.choices for function in CATALOGUE for p in function.parameters if p.choices
    }
    for name, choices in enums.items():
        values = [{"name": choice, "stringValue": choice, "tooltip": choice} for choice in choices]
        yield {"id": name, "type": "string", "values": values}


def format_metadata(url: str) -> str:
    """The content of ``functions.json``."""
    return json.dumps(build_metadata(url), ensure_ascii=False, indent=1) + "\n"


def format_catalogue() -> str:
    """``catalogue.js``: the help of every function, as a module of the page."""
    functions = json.dumps([_describe(function) for function in CATALOGUE], ensure_ascii=False)
    calls = re.findall(r"<FunctionName>(\w+)<", _MANIFEST.read_text("utf-8"))
    constants = {"NAMESPACE": json.dumps(NAMESPACE), "CALLS": json.dumps(calls)}
    lines = [f"export const {name} = {value};\n" for name, value in constants.items()]
    return "".join([*lines, f"export const FUNCTIONS = {functions};\n"])


def _describe(function: Function) -> dict[str, Any]:
    return {
        "name": function.name,
        "category": function.category,
        "usage": f"{NAMESPACE}.{function.usage}",
        "summary": function.help.summary,
        "parameters": [
            {"name": p.name, "default": p.default_text, "help": p.help, "kind": p.kind.description}
            for p in function.parameters
        ],
        "returnsArray": function.returns_array,
        "result": function.result_shape,
        "errors": list(function.help.errors.items()),
        "notes": function.help.notes,
        "source": function.help.source,
        "examples": format_examples(function, f"{NAMESPACE}."),
    }


OFFICE_JS = "https://appsforoffice.microsoft.com/lib/1/hosted/office.js"
"""Microsoft's own copy, which an add-in must load: the only other server."""
PYODIDE_FOLDER = "pyodide"
WHEEL = f"xl_tourney-{__version__}-py3-none-any.whl"
"""Python's part: the worker unpacks it, and xlwings Lite installs it from the same address."""
STARTED_BY, WORKER = "python.js", "worker.js"
"""The script that starts Python, over the build of the folder, and the worker of the functions."""

_PACKAGE = Path(__file__).parents[2]
_STATIC = Path(__file__).with_name("static")
_MODULES = (
    "__init__.py",
    "hosts/__init__.py",
    "hosts/error_reasons.py",
    "hosts/officejs/__init__.py",
    "hosts/officejs/calls.py",
    "hosts/excel/__init__.py",
    "hosts/excel/error_codes.py",
    "hosts/excel/udfs.py",
)
"""The modules that Python needs in the browser: rules, declarations, and the calls of the page and
of xlwings."""
_METADATA = f"""\
Metadata-Version: 2.1
Name: xl-tourney
Version: {__version__}
Summary: Tournament functions for spreadsheets: what runs in a browser
License: MIT
Requires-Python: >=3.10
"""
_TAGS = """\
Wheel-Version: 1.0
Generator: xl-tourney
Root-Is-Purelib: true
Tag: py3-none-any
"""
_OLDEST_DATE = (1980, 1, 1, 0, 0, 0)


def content_security_policy(office_js: str = OFFICE_JS) -> str:
    """What the page may load: its own folder, Office.js, and nothing that is written inline.

    The same policy as a header of every file binds the worker too.
    """
    scripts = urlsplit(office_js)
    office = f" {scripts.scheme}://{scripts.netloc}" if scripts.netloc else ""
    return (
        f"default-src 'none'; script-src 'self'{office} 'wasm-unsafe-eval'; worker-src 'self'; "
        "connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
    )


def check_url(url: str) -> str:
    """An address of a folder without its last slash, if Office takes it.

    >>> check_url("https://club.example/xlt/")
    'https://club.example/xlt'
    """
    try:
        parts = urlsplit(url)
        host = parts.hostname
        _ = parts.port
    except ValueError:
        raise OptionError(f"{url}: is not an address.") from None
    if parts.scheme != "https" or not host:
        raise OptionError(f"{url}: Office loads add-ins only from an address with https://.")
    if parts.query or parts.fragment or parts.username or set(url) & set(" \"'<>\\"):
        raise OptionError(f"{url}: must be the plain address of a folder.")
    return url.rstrip("/")


def build_files(
    url: str,
    pyodide_files: Mapping[str, bytes],
    office_js: str = OFFICE_JS,
    event: Mapping[str, bytes] | None = None,
) -> dict[str, bytes]:
    """Every file of the site by its path in the folder; ``event`` has those of an event."""
    url = check_url(url)
    files = {path.name: path.read_bytes() for path in sorted(_STATIC.iterdir()) if path.is_file()}
    page = files[PAGE].decode()
    page = page.replace("$CSP", content_security_policy(office_js))
    files[PAGE] = page.replace("$OFFICE_JS", html.escape(office_js)).encode()
    files["manifest.xml"] = format_manifest(url).encode()
    files["functions.json"] = format_metadata(url).encode()
    files["catalogue.js"] = format_catalogue().encode()
    files[WORKER] = files[WORKER].replace(b"$WHEEL", WHEEL.encode())
    return files | python_files({WHEEL: build_wheel(), **(event or {})}, pyodide_files)


def python_files(
    archives: Mapping[str, bytes], pyodide_files: Mapping[str, bytes]
) -> dict[str, bytes]:
    """What a folder needs to run Python over archives: Pyodide, and the script that starts it."""
    build = hashlib.sha256(b"".join((*archives.values(), *pyodide_files.values()))).hexdigest()[:16]
    script = _STATIC.joinpath(STARTED_BY).read_bytes().replace(b"$BUILD", build.encode())
    files = {f"{PYODIDE_FOLDER}/{file}": data for file, data in _packed(pyodide_files).items()}
    return {**archives, STARTED_BY: script, **files}


def _packed(pyodide_files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Pyodide's files, its program packed, which the worker unpacks.

    ``.gz`` would have some servers say that they send it packed, and then browsers unpack it.
    """
    files = dict(pyodide_files)
    for name in [name for name in files if name.endswith(".wasm")]:
        files[f"{name.removesuffix('.wasm')}.bin"] = gzip.compress(files.pop(name), mtime=0)
    return files


def write_site(
    folder: Path, files: Mapping[str, bytes], marked: Iterable[str] = (HELP_PAGE, "manifest.xml")
) -> None:
    """Write the files into a folder, in place of none but those of an earlier site.

    Those that are ``marked`` bear our name.
    """
    for name in marked:
        atomic.refuse_foreign(folder / name, b"XL Tourney")
    for name, data in files.items():
        path = folder / name
        if path.parent != folder:
            atomic.refuse_link(path.parent)
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic.write_bytes(path, data)


def build_wheel() -> bytes:
    """The package as Python needs it in the browser: the same bytes for the same sources."""
    files = {f"{_PACKAGE.name}/{name}": (_PACKAGE / name).read_bytes() for name in _list_modules()}
    information = f"{WHEEL.removesuffix('-py3-none-any.whl')}.dist-info"
    files |= {f"{information}/METADATA": _METADATA.encode(), f"{information}/WHEEL": _TAGS.encode()}
    record = "".join(f"{name},{_digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{information}/RECORD"] = f"{record}{information}/RECORD,,\n".encode()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _OLDEST_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return file.getvalue()


def _digest(data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()
    return f"sha256={digest.rstrip('=')}"


def _list_modules() -> Iterator[str]:
    yield from _MODULES
    for room in ("catalogue", "functions"):
        for path in sorted((_PACKAGE / room).rglob("*.py")):
            yield path.relative_to(_PACKAGE).as_posix()
