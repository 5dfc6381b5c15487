"""What the site has beside its pages, made while it is built: a hook of mkdocs.

The files of each example in one archive, a published page of each game and an empty workbook of
each template.  None of them is kept in the repository.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import xl_tourney
from xl_tourney.generator import samples
from xl_tourney.templates import TEMPLATES

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "docs" / "examples"
SHOWN = {"chess": 1}
"""Which sample of a template is in the gallery, if not the first."""
ROOM: dict[str, dict[str, Any]] = {
    "bridge": {"pairs": 16, "boards": 26, "tables": 8},
    "chess": {"players": 24, "rounds": 7, "listed": "chosen"},
    "go": {"rows": 24, "rounds": 5},
    "kdice": {"rows": 30},
    "league": {"rules": "premier-league-2019", "teams": 10, "rows": 90},
    "tantrix": {"players": 10},
}
"""For how much an empty workbook has room."""
_DATE = (2000, 1, 1, 0, 0, 0)
_UNPKG = "https://unpkg.com/iframe-worker/shim"


def made() -> dict[str, Callable[[Path], bytes]]:
    """The paths of the files, with what makes each in a folder."""
    found: dict[str, Callable[[Path], bytes]] = {}
    for folder in sorted(EXAMPLES.iterdir()):
        found[f"examples/{folder.name}.zip"] = lambda _, folder=folder: archive(folder)
    for template in TEMPLATES:
        name = template.name
        found[f"gallery/{name}.html"] = lambda folder, name=name: page(name, folder)
        found[f"gallery/{name}.xlsx"] = lambda folder, name=name: empty(name, folder)
    return found


def archive(folder: Path) -> bytes:
    """The files of an example in a folder of its name, the same bytes each time."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        for path in sorted(folder.iterdir()):
            zipped.writestr(zipfile.ZipInfo(f"{folder.name}/{path.name}", _DATE), path.read_bytes())
    return file.getvalue()


def page(template: str, folder: Path) -> bytes:
    """The published page of a sample."""
    book = ROOT / samples.FOLDER / TEMPLATES[template].samples[SHOWN.get(template, 0)].name
    return xl_tourney.publish(book, folder / f"{template}.html").read_bytes()


def empty(template: str, folder: Path) -> bytes:
    """An empty workbook."""
    path = folder / f"{template}.xlsx"
    xl_tourney.new(template, path, **ROOM[template])
    return path.read_bytes()


def on_files(files: Any, config: Any) -> Any:
    """Add the files to those of the site."""
    from mkdocs.structure.files import File

    with tempfile.TemporaryDirectory() as folder:
        for path, make in made().items():
            files.append(File.generated(config, path, content=make(Path(folder))))
    return files


def on_post_page(output: str, page: Any, config: Any) -> str:
    """A page asks no other server for anything, also where it is opened as a file."""
    return output.replace(_UNPKG, _relative(page, "assets/worker.js"))


def on_post_template(output_content: str, template_name: str, config: Any) -> str:
    """The same for the page that is shown for a wrong address."""
    return output_content.replace(_UNPKG, "/assets/worker.js")


def _relative(page: Any, path: str) -> str:
    return "../" * page.url.count("/") + path


def outside(page: str) -> Iterator[str]:
    """The addresses on other servers that a page would load something from."""
    for tag in re.finditer(r"<(?:script|link|img|iframe|source)\b[^>]*>", page):
        for address in re.findall(r'(?:src|href)="(https?://[^"]+)"', tag[0]):
            if 'rel="canonical"' not in tag[0]:
                yield address
