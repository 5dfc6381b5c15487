"""The reference of the commands and of the Python API: ``python docs/commands.py`` writes both.

It also writes what the command line says of the options of a template, ``templates.json``, and the
types of the API, ``xl_tourney/__init__.pyi``, the menu of LibreOffice, the ribbon of Excel, and
the buttons in the manifest of the web add-in with their pictures.

``docs/reference/commands.md`` is made of what click knows of each command, ``api.md`` of the
signatures and docstrings of ``xl_tourney.__all__``.  A test compares the pages.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import json
import re
import shlex
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import resolve_name
from locale import windows_locale
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import click

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import xl_tourney
from xl_tourney.cli.program import COMMANDS
from xl_tourney.cli.program import xl_tourney as program
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.commands import everything, find
from xl_tourney.commands.parts.declaration import Command
from xl_tourney.commands.workbooks.new import DECLARED
from xl_tourney.hosts.libreoffice.menu import BESIDE, PROTOCOL, SERVICE
from xl_tourney.languages import LANGUAGES, language_of
from xl_tourney.languages import MENU as MENU_CONTEXT
from xl_tourney.python.derived import function_of
from xl_tourney.templates import TEMPLATES

MENU = Path(xl_tourney.__file__).parent / "hosts" / "libreoffice" / "Addons.xcu"
RIBBON = Path(xl_tourney.__file__).parent / "hosts" / "excel" / "customUI14.xml"
MANIFEST = Path(xl_tourney.__file__).parent / "hosts" / "officejs" / "manifest.xml"
_LOCALES = {"ja": "ja-JP"}
"""Of languages that are not called as a country where they are spoken, such as de-DE."""
IMAGES = {
    "new": "FileNew",
    "pair": "SortDialog",
    "update": "GetExternalDataFromText",
    "rename": "NameManager",
    "print": "PrintPreviewAndPrint",
    "publish": "WebPagePreview",
    "explain": "FormulaEvaluate",
    "whatif": "GoalSeek",
    "check": "ErrorChecking",
}
"""Images that Office has, by the names of its own buttons."""
PICTURES = {
    "new": "o 3 2 8 12, # 11 8 2 6, # 9 10 6 2",
    "pair": "o 3 4 3 3, o 2 8 5 5, # 10 4 3 3, # 9 8 5 5",
    "update": "# 7 2 2 8, # 5 7 6 1, # 6 8 4 1, # 4 6 8 1, o 2 10 2 4, o 12 10 2 4, o 2 12 12 2",
    "rename": "o 1 5 14 6, . 2 6 12 4, o 4 7 4 2, # 10 3 2 10, # 9 2 4 1, # 9 13 4 1",
    "print": "o 5 2 6 4, # 2 6 12 5, o 4 9 8 5, . 6 11 4 1",
    "publish": "o 2 3 12 11, # 2 3 12 3, . 4 8 8 1, . 4 10 5 1",
    "explain": "o 5 2 6 2, o 4 3 2 3, o 10 3 2 4, o 8 6 3 2, o 7 7 2 3, # 7 12 2 2",
    "whatif": "o 2 7 5 2, o 6 4 2 8, o 6 3 6 2, o 6 11 6 2, # 11 2 3 4, # 11 10 3 4",
    "check": "# 2 7 2 3, # 3 8 2 3, # 4 9 2 3, # 5 10 2 3, # 6 9 2 3, # 7 8 2 3, # 8 7 2 3, "
    "# 9 6 2 3, # 10 5 2 3, # 11 4 2 3, # 12 3 2 3",
}
"""Pictures of the web add-in's buttons: rectangles on 16 by 16 points, as left, top, width, height.

Like the podium of the pane they are white and gold on blue; a dot is blue again.
"""
COLOURS = {".": "#1F4E79", "o": "#FFFFFF", "#": "#FFC000"}
SIZES = (16, 32, 80)
"""The pixels of a picture, which Office wants."""
WIDTH = 100
"""Of a line of the stub."""
REFERENCE = Path(__file__).resolve().parent / "reference"
_EVERYWHERE = {"--verbose", "--help"}
EXIT_CODES = {
    Exit.DONE: "done",
    Exit.DIFFERENT: "`--check` found stale values, or `verify` or `conformance` differences",
    Exit.WRONG: "wrong usage, an unreadable file, or more than a limit allows",
    Exit.SOME_FAILED: "some of several workbooks failed",
    Exit.CLOSED: "whoever reads the output has closed it",
}


def commands_page() -> str:
    """Every command, in its group, with all options."""
    lines = [
        "# Commands",
        "",
        "Made from the commands by `python docs/commands.py`; in a terminal `xl-tourney COMMAND "
        "--help` says the same.",
        "",
        "Data goes to stdout, messages to stderr. Every command takes `--help`; `-v` adds where an "
        "error comes from.",
    ]
    context = click.Context(program, info_name="xl-tourney")
    for group, commands in COMMANDS.items():
        lines += ["", f"## {group}"]
        for name in commands:
            command = program.get_command(context, name)
            assert command is not None
            lines += _section(click.Context(command, context, name), "###")
    lines += ["", "## Exit codes", "", "| code | meaning |", "|---|---|"]
    lines += [f"| {int(code)} | {meaning} |" for code, meaning in EXIT_CODES.items()]
    return "\n".join(lines) + "\n"


def _section(context: click.Context, mark: str) -> Iterator[str]:
    command = context.command
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield from ("", f"{mark} {context.command_path.removeprefix('xl-tourney ')}", "")
    yield from ("```", usage, "```", "")
    yield _paragraphs(command.help or "")
    options = [
        (option, record)
        for option in command.get_params(context)
        if not _EVERYWHERE & {*option.opts} and (record := option.get_help_record(context))
    ]
    if options:
        yield from ("", "| option | |", "|---|---|")
    for _, (names, text) in options:
        yield f"| `{_cell(names)}` | {_cell(text)} |"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _section(click.Context(inner, context, name), mark + "#")


def _paragraphs(text: str) -> str:
    """A help text, as click shows it: lines after a mark stay as they are."""
    found = []
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(text)):
        if paragraph.startswith("\b"):
            found.append("```\n" + inspect.cleandoc(paragraph[1:].strip("\n")) + "\n```")
        else:
            found.append(" ".join(paragraph.split()).replace("<", "&lt;").replace("``", "`"))
    return "\n\n".join(found)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def menu_file() -> str:
    """The menu of LibreOffice: the commands that menus have, in all languages, and others."""
    named = {one.name: one.menu for one in _of_menus()} | BESIDE
    entries = "".join(
        f'     <node oor:name="N{at:02}" oor:op="replace">\n'
        f"{_property('URL', f'<value>{PROTOCOL}{name}</value>')}"
        f"{_property('Target', '<value>_self</value>')}{_titles(title)}     </node>\n"
        for at, (name, title) in enumerate(named.items(), 1)
    )
    context = _property("Context", "<value>com.sun.star.sheet.SpreadsheetDocument</value>")
    schema = "http://openoffice.org/2001/registry"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        "<!-- Written by python docs/commands.py. -->\n"
        f'<oor:component-data xmlns:oor="{schema}" xmlns:xs="http://www.w3.org/2001/XMLSchema"'
        ' oor:name="Addons" oor:package="org.openoffice.Office">\n'
        ' <node oor:name="AddonUI">\n  <node oor:name="OfficeMenuBar">\n'
        f'   <node oor:name="{SERVICE}" oor:op="replace">\n{context}{_titles("Tournament")}'
        f'    <node oor:name="Submenu">\n{entries}    </node>\n   </node>\n'
        "  </node>\n </node>\n</oor:component-data>\n"
    )


def _of_menus() -> list[Command]:
    names = [name for commands in COMMANDS.values() for name in commands]
    return [one for name in names if (one := find(name)) and one.menu]


def ribbon_file() -> str:
    """The tab of Excel's ribbon: the same commands, in all languages in their tags."""
    buttons = "".join(
        f'    <button id="XLTourney_{one.name}" tag={_tag(one.name, one.menu, one.title)} '
        f'size="large" imageMso="{IMAGES[one.name]}" getLabel="XLTourneyLabel" '
        'getSupertip="XLTourneyTip" onAction="XLTourneyRun"/>\n'
        for one in _of_menus()
    )
    schema = "http://schemas.microsoft.com/office/2009/07/customui"
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        "<!-- Written by python docs/commands.py. -->\n"
        f'<customUI xmlns="{schema}"><ribbon><tabs>\n'
        f'  <tab id="XLTourney" tag={_tag("tab", "Tournament", "")} getLabel="XLTourneyLabel">\n'
        f'   <group id="XLTourneyCommands" label="xl-tourney">\n{buttons}   </group>\n'
        "  </tab>\n</tabs></ribbon></customUI>\n"
    )


def manifest_file() -> str:
    """The manifest of the web add-in, with the same buttons, at most six in a group."""
    of_menus = _of_menus()
    groups = [of_menus[at : at + 6] for at in range(0, len(of_menus), 6)]
    labels = {"Tab": "Tournament", **{one.name: one.menu for one in of_menus}}
    parts = {
        "buttons": "".join(_group(at, group) for at, group in enumerate(groups, 1)),
        "images": "".join(
            f'    <bt:Image id="Icon.{one.name}.{n}" DefaultValue="$URL/{one.name}-{n}.png"/>\n'
            for one in of_menus
            for n in SIZES
        ),
        "labels": _strings("Label", labels),
        "tips": _strings("Tip", {one.name: one.title for one in of_menus}),
    }
    text = MANIFEST.read_text("utf-8")
    for name, part in parts.items():
        marks = f"(<!-- commands: {name} -->\n).*?( *<!-- end -->)"
        text = re.sub(marks, lambda found, part=part: found[1] + part + found[2], text, flags=re.S)
    return text


def _group(at: int, commands: Iterable[Command]) -> str:
    buttons = "".join(
        f'        <Control xsi:type="Button" id="XLTourney_{one.name}">\n'
        f'         <Label resid="Label.{one.name}"/>\n'
        f'         <Supertip><Title resid="Label.{one.name}"/>'
        f'<Description resid="Tip.{one.name}"/></Supertip>\n'
        f"         <Icon>{_icon(f'Icon.{one.name}')}</Icon>\n"
        '         <Action xsi:type="ExecuteFunction">'
        f"<FunctionName>XLTourney_{one.name}</FunctionName></Action>\n"
        "        </Control>\n"
        for one in commands
    )
    return (
        f'       <Group id="XLTourney.{at}">\n        <Label resid="Group.Label"/>\n'
        f"        <Icon>{_icon('Icon')}</Icon>\n{buttons}       </Group>\n"
    )


def _icon(name: str) -> str:
    return "".join(f'<bt:Image size="{n}" resid="{name}.{n}"/>' for n in SIZES)


def draw_pictures() -> None:
    """Write the pictures of the buttons."""
    from PIL import Image

    for name, shape in PICTURES.items():
        picture = Image.new("RGB", (16, 16), COLOURS["."])
        for sign, *numbers in map(str.split, shape.split(", ")):
            left, top, width, height = map(int, numbers)
            picture.paste(COLOURS[sign], (left, top, left + width, top + height))
        for size in SIZES:
            there = MANIFEST.parent / "static" / f"{name}-{size}.png"
            picture.resize((size, size), Image.Resampling.NEAREST).save(there, optimize=True)


def _strings(kind: str, texts: Mapping[str, str]) -> str:
    return "".join(
        f'    <bt:String id="{kind}.{name}" DefaultValue={quoteattr(english)}>\n'
        + "".join(
            f'     <bt:Override Locale="{_LOCALES.get(code, f"{code}-{code.upper()}")}" '
            f"Value={quoteattr(language_of(code).text(english, MENU_CONTEXT))}/>\n"
            for code in LANGUAGES
            if code != "en"
        )
        + "    </bt:String>\n"
        for name, english in texts.items()
    )


def _tag(name: str, label: str, tip: str) -> str:
    """A name, and for each language its number in Windows, a label and a tip."""
    numbers = {code[:2]: str(number & 1023) for number, code in windows_locale.items()}
    words = [name]
    for code in LANGUAGES:
        said = [language_of(code).text(english, MENU_CONTEXT) for english in (label, tip)]
        words += [numbers[code], *said]
    return quoteattr("|".join(words))


def _titles(english: str) -> str:
    values = "".join(
        f'<value xml:lang="{code.replace("en", "en-US")}">{escape(text)}</value>'
        for code in LANGUAGES
        for text in [language_of(code).text(english, MENU_CONTEXT)]
    )
    return _property("Title", values)


def _property(name: str, value: str) -> str:
    return f'      <prop oor:name="{name}" oor:type="xs:string">{value}</prop>\n'


def templates_file() -> str:
    """What the command line knows of the templates without importing them."""
    declared = {
        template.name: {
            "help": template.help,
            "begins": template.begins,
            "asks": template.asks,
            "options": [
                {
                    "name": option.name,
                    "type": option.type.__name__,
                    "choices": list(option.choices),
                    **({"offers": list(option.offers)} if option.offers else {}),
                    "help": option.help
                    + ("" if option.default is None else f"  [default: {option.default}]"),
                }
                for option in template.options
            ],
        }
        for template in TEMPLATES
    }
    return json.dumps(declared, indent=1, ensure_ascii=False) + "\n"


def api_page() -> str:
    """The names of the package, with their signatures and docstrings."""
    lines = [
        "# The names of xl_tourney",
        "",
        "Made from the package by `python docs/commands.py`. [From Python](../how-to/python.md) "
        "shows them at work.",
    ]
    names = sorted(xl_tourney.__all__, key=lambda name: (name[0].isupper(), name))
    for name in names:
        thing = getattr(xl_tourney, name)
        is_error = isinstance(thing, type) and issubclass(thing, Exception)
        lines += ["", f"## {name}", ""]
        if not isinstance(thing, type):
            signature = inspect.signature(thing)
            lines += ["```python", f"{name}{_short(signature)}", "```", ""]
        lines += [_markdown(inspect.getdoc(thing) or "")]
        if isinstance(thing, type) and not is_error:
            lines += ["", "| attribute | |", "|---|---|"]
            for key, text in sorted(_attributes(thing).items()):
                lines.append(f"| `{key}` | {_cell(_markdown(text).split(chr(10) * 2)[0])} |")
    return "\n".join(lines) + "\n"


def _attributes(thing: type) -> dict[str, str]:
    """The attributes of a class and those that it inherits, with their docstrings."""
    found: dict[str, str] = {}
    for base in reversed(thing.__mro__[:-1]):
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(body, ast.ClassDef)
        for node, after in itertools.zip_longest(body.body, body.body[1:]):
            if isinstance(node, ast.AnnAssign) and isinstance(after, ast.Expr):
                assert isinstance(node.target, ast.Name) and isinstance(after.value, ast.Constant)
                found[node.target.id] = inspect.cleandoc(after.value.value)
            elif isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node)):
                found[node.name] = text
    return {key: text for key, text in found.items() if not key.startswith("_")}


def _short(signature: inspect.Signature) -> str:
    """A signature in lines, one a parameter."""
    lines, was_keyword = [], False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not was_keyword:
            lines.append("    *,")
            was_keyword = True
        mark = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
        default = "" if one.default is one.empty else f" = {one.default!r}"
        lines.append(f"    {mark}{one.name}: {one.annotation}{default},")
    return "(\n" + "\n".join(lines) + f"\n) -> {signature.return_annotation}"


def _markdown(text: str) -> str:
    """A docstring: marks of reStructuredText as those of Markdown, examples as code."""
    text = re.sub(r":\w+:`~?\.*([^`]+)`", r"`\1`", text).replace("``", "`")
    text = re.sub(r"^(\w+)\n-+$", r"**\1**\n", text, flags=re.MULTILINE)
    text = re.sub(r"^(\w+)\n    (?=\S)", r"- `\1`: ", text, flags=re.MULTILINE)
    parts = re.split(r"\n\s*\n", text)
    return "\n\n".join(
        f"```python\n{part}\n```" if part.lstrip().startswith(">>>") else part for part in parts
    )


def shown(text: str) -> Iterator[str]:
    """The commands of ours in the code of a page, without what is said of them.

    >>> list(shown("    xl-tourney doctor          what is installed\\n"))
    ['xl-tourney doctor']
    """
    code = re.findall(r"^```.*?^```$", text, re.DOTALL | re.MULTILINE)
    code += re.findall(r"^ {4}.+$", text, re.MULTILINE)
    for line in "\n".join(code).splitlines():
        command = re.match(r"\s*(?:\$ )?(xl-tourney .*)", line)
        if command and "[OPTIONS]" not in line:
            yield re.split(r"\s{2,}|\s#| && | [|>] ", command[1])[0]


def parse(line: str) -> None:
    """Parse a command as click does it, with the words of its options, but open no file."""
    _, *arguments = shlex.split(line)
    context = click.Context(program, info_name="xl-tourney")
    command: click.Command = program
    while isinstance(command, click.Group) and arguments and not arguments[0].startswith("-"):
        name = arguments.pop(0)
        inner = command.get_command(context, name)
        if inner is None:
            if name == name.upper():  # it stands for any of them
                return
            raise click.UsageError(f"{line}: there is no command {name}.")
        command, context = inner, click.Context(inner, context, name)
    values, rest, _ = command.make_parser(context).parse_args(list(arguments))
    if rest:
        raise click.UsageError(f"{line}: {rest} is too much.")
    for option in command.get_params(context):
        given = values.get(option.name or "")
        if isinstance(option.type, click.Choice) and isinstance(given, str):
            option.type.convert(given, option, context)


def format_stub(modules: Mapping[str, Iterable[str]]) -> str:
    """The stub of the package, with the names of some modules beside the commands."""
    functions, types = [], set()
    for made in everything():
        signature = inspect.signature(function_of(made))
        written = [*_written(signature)]
        text = f"def {made.name}({', '.join(written)}) -> {made.returns}: ..."
        if len(text) > WIDTH:
            inside = "".join(f"    {one},\n" for one in written)
            text = f"def {made.name}(\n{inside}) -> {made.returns}: ..."
        functions.append(text)
        kinds = f"{made.returns} {[one.annotation for one in signature.parameters.values()]}"
        types |= set(_imports(made, set(re.findall(r"\w+", kinds))))
    lines = ['"""What a Python program calls. Made by: python docs/commands.py."""', ""]
    lines += ["# ruff: noqa: I001", "", *sorted(types)]
    lines += [f"from {m} import {n} as {n}" for m, names in modules.items() for n in names]
    return "\n".join([*lines, "", "__version__: str", "", *functions, ""])


def _written(signature: inspect.Signature) -> Iterator[str]:
    was_keyword = False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not was_keyword:
            was_keyword = True
            yield "*"
        default = "" if one.default is one.empty else " = ..."
        stars = "**" * (one.kind is one.VAR_KEYWORD)
        yield f"{stars}{one.name}: {one.annotation}{default}".replace("'", '"')


def _imports(made: Command, names: set[str]) -> Iterator[str]:
    """The lines that import types, as the command's module does."""
    package = made.call.__module__.rpartition(".")[0]
    for node in ast.walk(ast.parse(Path(inspect.getfile(made.call)).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package)
            source = re.sub(r"^xl_tourney\b", "", source) or "."
            yield from (f"from {source} import {a.name}" for a in node.names if a.name in names)
    for name in names & {"Book", "PathLike"}:
        yield f"from .commands.parts.books import {name}"


def stub_file() -> str:
    """The names of the package with their types."""
    return format_stub(xl_tourney._MODULES)


STUB = Path(xl_tourney.__file__).with_suffix(".pyi")
PAGES = {"commands.md": commands_page, "api.md": api_page}

if __name__ == "__main__":
    DECLARED.write_text(templates_file(), encoding="utf-8", newline="\n")
    MENU.write_text(menu_file(), encoding="utf-8", newline="\n")
    RIBBON.write_text(ribbon_file(), encoding="utf-8", newline="\n")
    MANIFEST.write_text(manifest_file(), encoding="utf-8", newline="\n")
    draw_pictures()
    STUB.write_text(stub_file(), encoding="utf-8", newline="\n")
    for name, make in PAGES.items():
        (REFERENCE / name).write_text(make(), encoding="utf-8", newline="\n")
