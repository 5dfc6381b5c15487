"""The extension file of the add-in, ``xl_tourney.oxt``, built from the catalogue."""

from __future__ import annotations

import ast
import hashlib
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO

from ... import __version__
from ...functions import CATALOGUE, Function
from ...ooxml.saving import write_over
from .uno_component import INTERFACE

# The translation of our modules to Python 3.9, for older versions of LibreOffice.


@cache
def to_python39(source: str) -> str:
    """Translate a module to Python 3.9, which LibreOffice shipped before version 24.8.

    Annotations are evaluated when a function is declared, and Python 3.9 lacks ``|`` between types
    and a few names of ``types`` and ``typing``.

    >>> print(to_python39("def f(x: Row | None = None) -> None: ..."))
    from typing import Union
    def f(x: Union[Row, None]=None) -> None:
        ...
    """
    tree = _Python39Rewriter().visit(ast.parse(source))
    first = sum(map(_precedes_imports, tree.body))
    tree.body[first:first] = ast.parse("from typing import Union").body
    return ast.unparse(ast.fix_missing_locations(tree))


def _precedes_imports(node: ast.stmt) -> bool:
    """Whether a statement must precede all imports."""
    is_docstring = isinstance(node, ast.Expr) and node.lineno == 1
    return is_docstring or (isinstance(node, ast.ImportFrom) and node.module == "__future__")


class _UnionRewriter(ast.NodeTransformer):
    """Rewrites ``A | B`` as ``Union[A, B]``, but not in the arguments of calls."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.BitOr):
            return node
        return ast.Subscript(
            ast.Name("Union", ast.Load()),
            ast.Tuple([node.left, node.right], ast.Load()),
            ast.Load(),
        )


class _Python39Rewriter(ast.NodeTransformer):
    """Rewrites annotations and imports that Python 3.9 does not support."""

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = node.annotation and _UnionRewriter().visit(node.annotation)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = node.returns and _UnionRewriter().visit(node.returns)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        node.slice = _UnionRewriter().visit(node.slice)
        return self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        if node.module == "types":
            return ast.parse("from typing import Union as UnionType\nNoneType = type(None)").body
        if node.module == "typing":
            node.names = [alias for alias in node.names if alias.name != "TypeAlias"]
        return node


FILE = "xl_tourney.oxt"
IDENTIFIER = "org.xltourney.calc"

_BUNDLED_PACKAGE = "xl_tourney_in_calc"
"""The name of the bundled package, distinct from an installed xl_tourney."""
_BUNDLED_FOLDER = f"pythonpath/{_BUNDLED_PACKAGE}"
_PACKAGE = Path(__file__).parents[2]
_BUNDLED_MODULES = (
    "catalogue/**/*.py",
    "functions/**/*.py",
    "hosts/__init__.py",
    "hosts/libreoffice/__init__.py",
    "hosts/libreoffice/copies.py",
    "hosts/libreoffice/dialogs.py",
    "hosts/libreoffice/menu.py",
    "hosts/libreoffice/uno_component.py",
)
"""The modules that run inside LibreOffice."""
_CONFIGURATION = [Path(__file__).with_name(f"{name}.xcu") for name in ("Addons", "ProtocolHandler")]
"""The menu, which ``python docs/commands.py`` writes, and who answers its entries."""
_MANIFEST = "http://openoffice.org/2001/manifest"
_TYPE = "application/vnd.sun.star"
_EPOCH = (1980, 1, 1, 0, 0, 0)

COMPONENT = f'''"""XL Tourney: tournament functions for Calc."""
import unohelper
from {_BUNDLED_PACKAGE}.hosts.libreoffice import menu
from {_BUNDLED_PACKAGE}.hosts.libreoffice.uno_component import SERVICE, create_component

g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(
    create_component, SERVICE, (SERVICE, "com.sun.star.sheet.AddIn")
)
g_ImplementationHelper.addImplementation(
    menu.create_menu, menu.SERVICE, ("com.sun.star.frame.ProtocolHandler",)
)
'''


def build(path: Path) -> None:
    """Write the add-in; the build is reproducible, and another file that is there has a copy."""
    file = io.BytesIO()
    write(file)
    write_over(path, file.getvalue())


def write(file: BinaryIO) -> None:
    """Write the add-in into an open file."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in sorted(build_parts().items()):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), text, zipfile.ZIP_DEFLATED)


def build_parts() -> dict[str, str]:
    """The files of the add-in by path."""
    return {
        **_build_own_parts(),
        **{path: to_python39(text) for path, text in _read_bundled_modules()},
    }


def digest() -> str:
    """Another text for each other add-in; translating its modules takes longer than this."""
    translator = Path(__file__).read_text(encoding="utf-8")
    made_from = repr((_build_own_parts(), [*_read_bundled_modules()], translator))
    return hashlib.sha256(made_from.encode()).hexdigest()


def _build_own_parts() -> dict[str, str]:
    """The files that are not bundled modules, by path."""
    return {
        "META-INF/manifest.xml": _format_manifest(),
        "description.xml": (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<description xmlns="http://openoffice.org/extensions/description/2006">\n'
            f' <identifier value="{IDENTIFIER}"/>\n <version value="{__version__}"/>\n'
            ' <display-name><name lang="en">XL Tourney functions</name></display-name>\n'
            "</description>\n"
        ),
        "functions.idl": format_idl(),
        "component.py": COMPONENT,
        **{path.name: path.read_text(encoding="utf-8") for path in _CONFIGURATION},
        f"{_BUNDLED_FOLDER}/__init__.py": f'__version__ = "{__version__}"\n',
    }


def format_idl() -> str:
    """The functions as UNO types: every argument is ``any``, every value is rows of cells.

    The arguments are numbered, because some of their names are reserved words of IDL.
    """
    module, _, interface = INTERFACE.rpartition(".")
    opening = " ".join(f"module {name} {{" for name in module.split("."))
    closing = "}; " * len(module.split("."))
    methods = "\n".join(f"    {_format_method(function)}" for function in CATALOGUE)
    return f"{opening}\ninterface {interface}\n{{\n{methods}\n}};\n{closing}\n"


def _format_method(function: Function) -> str:
    arguments = ", ".join(f"[in] any a{number}" for number, _ in enumerate(function.parameters, 1))
    return f"sequence< sequence< any > > {function.name}({arguments});"


def _read_bundled_modules() -> Iterator[tuple[str, str]]:
    """The source of the bundled modules, by path in the add-in."""
    for path in sorted(path for pattern in _BUNDLED_MODULES for path in _PACKAGE.glob(pattern)):
        name = path.relative_to(_PACKAGE).as_posix()
        yield f"{_BUNDLED_FOLDER}/{name}", path.read_text(encoding="utf-8")


def _format_manifest() -> str:
    entries = {
        "functions.idl": f"{_TYPE}.uno-typelibrary;type=RDB",
        "component.py": f"{_TYPE}.uno-component;type=Python",
        **{path.name: f"{_TYPE}.configuration-data" for path in _CONFIGURATION},
    }
    file_entries = "".join(
        f' <manifest:file-entry manifest:media-type="{kind}" manifest:full-path="{name}"/>\n'
        for name, kind in entries.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<manifest:manifest xmlns:manifest="{_MANIFEST}">\n{file_entries}</manifest:manifest>\n'
    )
