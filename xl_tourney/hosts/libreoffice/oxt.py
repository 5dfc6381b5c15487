"""The add-in's file, ``xl_tourney.oxt``: made from the catalogue and the package itself."""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ... import __version__, atomic
from ...functions import CATALOGUE, Function
from .addin import INTERFACE

FILE = "xl_tourney.oxt"
IDENTIFIER = "org.xltourney.calc"

_INSIDE = "xl_tourney_in_calc"
"""The package's name inside, so that another xl_tourney in the same Python is not in the way."""
_PACKAGE = Path(__file__).parents[2]
_INSIDE_CALC = (
    "catalogue/*.py",
    "functions/**/*.py",
    "hosts/__init__.py",
    "hosts/libreoffice/__init__.py",
    "hosts/libreoffice/addin.py",
)
"""The modules that run inside LibreOffice."""
_MANIFEST = "http://openoffice.org/2001/manifest"
_TYPE = "application/vnd.sun.star"
_EPOCH = (1980, 1, 1, 0, 0, 0)

COMPONENT = f'''"""XL Tourney: tournament functions for Calc."""
import unohelper
from {_INSIDE}.hosts.libreoffice.addin import SERVICE, create

g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(create, SERVICE, (SERVICE, "com.sun.star.sheet.AddIn"))
'''


def build(path: Path) -> None:
    """Write the add-in; the same catalogue gives the same bytes."""
    atomic.write(path, write)


def write(file: BinaryIO) -> None:
    """Write the add-in into an open file."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in sorted(parts().items()):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), text, zipfile.ZIP_DEFLATED)


def parts() -> dict[str, str]:
    """The files of the add-in."""
    return {
        "META-INF/manifest.xml": _manifest(),
        "description.xml": _description(),
        "functions.idl": idl(),
        "component.py": COMPONENT,
        **{f"pythonpath/{_INSIDE}/{name}": text for name, text in _modules()},
    }


def idl() -> str:
    """The functions as types: every argument is anything, and every value is rows of cells.

    The arguments have no names of their own here, because some words mean something to IDL.
    """
    module, _, interface = INTERFACE.rpartition(".")
    opening = " ".join(f"module {name} {{" for name in module.split("."))
    closing = "}; " * len(module.split("."))
    methods = "\n".join(f"    {_method(function)}" for function in CATALOGUE)
    return f"{opening}\ninterface {interface}\n{{\n{methods}\n}};\n{closing}\n"


def _method(function: Function) -> str:
    arguments = ", ".join(f"[in] any a{at}" for at, _ in enumerate(function.parameters, 1))
    return f"sequence< sequence< any > > {function.name}({arguments});"


def _modules() -> Iterator[tuple[str, str]]:
    """The modules that run inside LibreOffice, by their paths in the package."""
    yield "__init__.py", f'__version__ = "{__version__}"\n'
    for path in sorted(path for pattern in _INSIDE_CALC for path in _PACKAGE.glob(pattern)):
        text = path.read_text(encoding="utf-8")
        yield path.relative_to(_PACKAGE).as_posix(), for_older_python(text)


def for_older_python(source: str) -> str:
    """A module as Python 3.9 can run it, which LibreOffice brought up to its version 24.8.

    That Python does not know ``|`` between types, and annotations are looked at when a function
    is declared; nor the few names that newer ones added to ``types`` and ``typing``.

    >>> print(for_older_python("def f(x: Row | None = None) -> None: ..."))
    from typing import Union
    def f(x: Union[Row, None]=None) -> None:
        ...
    """
    tree = _OlderPython().visit(ast.parse(source))
    place = sum(map(_stands_first, tree.body))
    tree.body[place:place] = ast.parse("from typing import Union").body
    return ast.unparse(ast.fix_missing_locations(tree))


def _stands_first(node: ast.stmt) -> bool:
    """Whether a statement must stand before an import."""
    is_docstring = isinstance(node, ast.Expr) and node.lineno == 1
    return is_docstring or (isinstance(node, ast.ImportFrom) and node.module == "__future__")


class _Unions(ast.NodeTransformer):
    """Writes ``A | B`` as ``Union[A, B]``; what a call is given is no type."""

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


class _OlderPython(ast.NodeTransformer):
    """Writes what Python 3.9 does not know in other words."""

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = node.annotation and _Unions().visit(node.annotation)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = node.returns and _Unions().visit(node.returns)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        node.slice = _Unions().visit(node.slice)
        return self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        if node.module == "types":
            return ast.parse("from typing import Union as UnionType\nNoneType = type(None)").body
        if node.module == "typing":
            node.names = [alias for alias in node.names if alias.name != "TypeAlias"]
        return node


def _manifest() -> str:
    entries = {
        "functions.idl": f"{_TYPE}.uno-typelibrary;type=RDB",
        "component.py": f"{_TYPE}.uno-component;type=Python",
    }
    inside = "".join(
        f' <manifest:file-entry manifest:media-type="{kind}" manifest:full-path="{name}"/>\n'
        for name, kind in entries.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<manifest:manifest xmlns:manifest="{_MANIFEST}">\n{inside}</manifest:manifest>\n'
    )


def _description() -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<description xmlns="http://openoffice.org/extensions/description/2006">\n'
        f' <identifier value="{IDENTIFIER}"/>\n <version value="{__version__}"/>\n'
        ' <display-name><name lang="en">XL Tourney functions</name></display-name>\n'
        "</description>\n"
    )
