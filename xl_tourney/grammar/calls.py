"""The calls and comparisons in a formula, with their arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from formualizer import TokenSubType, TokenType

from .function_names import plain_name
from .tokens import FormulaError, tokenize

_MAX_DEPTH = 256
"""How deep brackets may be nested; 64 in Excel."""

COMPARISONS = frozenset(("=", "<>", "<", ">", "<=", ">="))


_ERROR_TESTS = {"IFERROR": "ISERROR", "IFNA": "ISNA"}
"""The functions whose second argument is a fallback, with what tells whether it is needed."""


class Branch(NamedTuple):
    """A branch of an IF that a call stands in, or the fallback of an IFERROR."""

    function: str
    condition_start: int
    """The token before the first argument."""
    condition_end: int
    """The token after it."""
    argument: int
    """Which argument the branch is: 1 is the value of an IF if true, and a fallback."""


class Call(NamedTuple):
    """A call in a formula; a comparison is a call of its operator with two arguments."""

    name: str
    tokens: Sequence[str]
    """All tokens of the formula."""
    boundaries: Sequence[int]
    """The tokens around the arguments: the opening bracket, the separators, the closing bracket."""
    branches: Sequence[Branch] = ()
    """The branches of IFs and the fallbacks that it stands in, from the outside in."""

    @property
    def text(self) -> str:
        """The call, with its name and brackets."""
        start, *_, end = self.boundaries
        return "".join(self.tokens[start + self._is_comparison : end + 1 - self._is_comparison])

    @property
    def arguments(self) -> list[str]:
        """Its arguments, as formulas; an omitted one is empty.

        >>> [(call.name, call.arguments) for call in parse_calls('SUM(A1=2, MAX({1,2},"a,b"),)')]
        [('=', ['A1', '2']), ('MAX', ['{1,2}', '"a,b"']), ('SUM', ['A1=2', 'MAX({1,2},"a,b")', ''])]
        """
        pairs = zip(self.boundaries, self.boundaries[1:])
        arguments = ["".join(self.tokens[start + 1 : end]).strip() for start, end in pairs]
        return [] if arguments == [""] else arguments

    def guard(self, condition: str) -> str:
        """A condition on the call that is TRUE where the call is not evaluated, or not used.

        >>> parse_calls("IF(A1,INDEX(B1:B9,A1),0)")[0].guard("A1>0")
        'IF(ISERROR(A1),TRUE,IF(A1,A1>0,TRUE))'
        >>> parse_calls("IFERROR(A1/2,VALUE(A1))")[0].guard("ISNUMBER(A1)")
        'IF(ISERROR(A1/2),ISNUMBER(A1),TRUE)'
        """
        for function, start, end, argument in reversed(self.branches):
            test = "".join(self.tokens[start + 1 : end]).strip()
            if function in _ERROR_TESTS:
                condition = f"IF({_ERROR_TESTS[function]}({test}),{condition},TRUE)"
                continue
            branches = f"{condition},TRUE" if argument == 1 else f"TRUE,{condition}"
            condition = f"IF(ISERROR({test}),TRUE,IF({test},{branches}))"
        return condition

    @property
    def _is_comparison(self) -> bool:
        return self.name in COMPARISONS


@dataclass
class _OpenCall:
    """A call or bracket that is not closed yet."""

    name: str
    boundaries: list[int]
    comparisons: list[int] = field(default_factory=list)
    """The comparison operators in the current argument."""

    @property
    def may_branch(self) -> bool:
        """Whether an argument may be a branch of an IF, or a fallback."""
        function = plain_name(self.name)
        return function == "IF" or function in _ERROR_TESTS

    @property
    def branch(self) -> Branch | None:
        """The branch of an IF, or the fallback, that the current argument is, if it may branch."""
        argument = len(self.boundaries) - 1
        if not argument:
            return None
        return Branch(plain_name(self.name), self.boundaries[0], self.boundaries[1], argument)

    def comparison_calls(
        self, tokens: Sequence[str], end: int, branches: Sequence[Branch]
    ) -> list[Call]:
        """The comparisons in the current argument; operands reach to the neighbouring operator."""
        boundaries = [self.boundaries[-1], *self.comparisons, end]
        calls = [
            Call(tokens[operator], tokens, (before, operator, after), branches)
            for before, operator, after in zip(boundaries, boundaries[1:], boundaries[2:])
        ]
        self.comparisons.clear()
        return calls


def parse_calls(formula: str) -> list[Call]:
    """Every call and comparison in a formula, inner ones first."""
    calls: list[Call] = []
    tokens = tokenize(formula)
    texts = [token.value for token in tokens]
    open_calls: list[_OpenCall] = [_OpenCall("", [-1])]
    open_branching: list[_OpenCall] = []
    array_depth = 0

    def branches() -> list[Branch]:
        return [branch for call in open_branching if (branch := call.branch)]

    def close_argument(end: int) -> None:
        if open_calls[-1].comparisons:
            calls.extend(open_calls[-1].comparison_calls(texts, end, branches()))

    for index, token in enumerate(tokens):
        type_, subtype = token.token_type, token.subtype
        if type_ == TokenType.Array:
            array_depth += 1 if subtype == TokenSubType.Open else -1
        elif subtype == TokenSubType.Open:
            opened = _OpenCall(texts[index][:-1], [index])
            open_calls.append(opened)
            if opened.may_branch:
                open_branching.append(opened)
            if len(open_calls) > _MAX_DEPTH:
                raise FormulaError(f"it is nested more than {_MAX_DEPTH} deep")
        elif subtype == TokenSubType.Close:
            close_argument(index)
            closed = open_calls.pop() if len(open_calls) > 1 else open_calls[0]
            if open_branching and open_branching[-1] is closed:
                open_branching.pop()
            if closed.name:
                calls.append(Call(closed.name, texts, (*closed.boundaries, index), branches()))
        elif type_ == TokenType.Sep and not array_depth:
            close_argument(index)
            open_calls[-1].boundaries.append(index)
        elif type_ == TokenType.OpInfix and texts[index] in COMPARISONS:
            open_calls[-1].comparisons.append(index)
    close_argument(len(texts))
    return calls
