"""The workbooks of the samples with their values; no test waits for one that is there."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

from tests.templates import plain_libreoffice
from xl_tourney import atomic
from xl_tourney.generator import samples
from xl_tourney.generator.generate import made
from xl_tourney.templates import TEMPLATES, Template
from xl_tourney.templates.parts.registry import Sample
from xl_tourney.templates.parts.workbook import Functions

WORKBOOKS = Path(__file__).parents[1] / samples.FOLDER
SAMPLES = [(template, sample) for template in TEMPLATES for sample in template.samples]
ONE_OF_EACH = [
    *((template, template.samples[0]) for template in TEMPLATES),
    (TEMPLATES["tantrix"], TEMPLATES["tantrix"].samples[1]),
]
"""A sample of each template, and the one of groups."""
EXTRACTS = {"go_egc2009.csv": {"#N/A"}}
"""Wall lists without the rows of some opponents: a sum that needs their scores is #N/A."""


def make(template: Template, sample: Sample, functions: Functions = "native") -> bytes:
    """Make one; every formula has its value."""
    data, receipt = made(template, sample.path, sample.name, functions, **sample.options)
    errors = {note.message for note in receipt.errors}
    assert receipt.kept == []
    assert functions != "native" or errors == EXTRACTS.get(sample.file, set())
    return data


class SampleFiles:
    """A folder of them, for all processes of a run.

    Native ones lie ready-made in the project, and tests/generator holds those to what is made;
    others are made once.  A test of how workbooks are made makes its own.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def path(self, template: Template, sample: Sample, functions: Functions = "native") -> Path:
        """The file of a sample, to be read only; every formula has its value."""
        path = self._folder / f"{functions}_{sample.name}"
        if not path.exists():
            if functions == "native":
                data = (WORKBOOKS / sample.name).read_bytes()
            else:
                data = make(template, sample, functions)
            atomic.write(path, lambda file: file.write(data))
        return path

    def read(self, template: Template, sample: Sample, functions: Functions = "native") -> bytes:
        """The content of that file."""
        return self.path(template, sample, functions).read_bytes()

    def saved_by_libreoffice(self) -> Path:
        """A folder with what a plain LibreOffice saves of each: one process for all."""
        folder = self._folder / "saved by LibreOffice"
        if not folder.exists():
            paths = [self.path(template, sample) for template, sample in SAMPLES]
            with tempfile.TemporaryDirectory(dir=self._folder) as temporary:
                saved = Path(temporary, "saved")
                plain_libreoffice.convert(paths, saved)
                with suppress(OSError):  # another process may have been faster
                    saved.rename(folder)
        return folder
