"""The distributions of the project, built as an installer builds them, in a folder of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from build import ProjectBuilder
from build.env import DefaultIsolatedEnv

ROOT = Path(__file__).resolve().parents[1]
_NOT_COPIED = shutil.ignore_patterns(
    *(".git", "__pycache__", ".*_cache", ".hypothesis", ".venv", "dist", "build", "*.egg-info")
)


def copy_checkout(folder: Path) -> Path:
    """A copy of the project as another checkout would have it."""
    shutil.copytree(ROOT, folder, ignore=_NOT_COPIED)
    return folder


@contextmanager
def backend() -> Iterator[DefaultIsolatedEnv]:
    """An environment with the build backend that ``pyproject.toml`` names."""
    with DefaultIsolatedEnv() as environment:
        environment.install(ProjectBuilder(ROOT).build_system_requires)
        yield environment


def build_distribution(environment: DefaultIsolatedEnv, source: Path, kind: str) -> Path:
    """The file of a distribution, ``sdist`` or ``wheel``, in the folder ``dist`` of its source."""
    builder = ProjectBuilder.from_isolated_env(environment, source)
    return Path(builder.build(kind, source / "dist"))
