"""The translation of our modules to Python 3.9, for older versions of LibreOffice."""

from __future__ import annotations

import ast


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
