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
_MODULES = ("hosts/__init__.py", "hosts/names.py", "hosts/libreoffice/__init__.py")
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
    functions = sorted((_PACKAGE / "functions").glob("*.py"))
    for path in [*functions, *(_PACKAGE / name for name in _MODULES), _PACKAGE / _ADDIN]:
        text = path.read_text(encoding="utf-8")
        yield path.relative_to(_PACKAGE).as_posix(), for_older_python(text)


_ADDIN = "hosts/libreoffice/addin.py"


def for_older_python(source: str) -> str:
    """A module as Python 3.9 can run it, which LibreOffice brought up to its version 24.8.

    That Python does not know ``|`` between types, and annotations are looked at when a function
    is declared.

    >>> print(for_older_python("def f(x: Row | None = None) -> None: ..."))
    from typing import Union
    def f(x: Union[Row, None]=None) -> None:
        ...
    """
    tree = _Unions().visit(ast.parse(source))
    place = 0
    for node in tree.body:
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if not (is_docstring or is_future):
            break
        place += 1
    tree.body.insert(place, ast.parse("from typing import Union").body[0])
    return ast.unparse(ast.fix_missing_locations(tree))


class _Unions(ast.NodeTransformer):
    """Writes unions of types in the old way, where they are annotations."""

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = node.annotation and _union(node.annotation)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.returns = node.returns and _union(node.returns)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        if node.module != "types":
            return node
        return ast.parse("from typing import Union as UnionType\nNoneType = type(None)").body


def _union(annotation: ast.expr) -> ast.expr:
    """``A | B`` as ``Union[A, B]``."""
    if not (isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr)):
        return annotation
    kinds = ast.Tuple([_union(annotation.left), _union(annotation.right)], ast.Load())
    return ast.Subscript(ast.Name("Union", ast.Load()), kinds, ast.Load())


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
