"""The Office.js add-in: its page in Chromium, and the files around it."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from tests.conformance.counts import expected_counts
from tests.hosts.test_manifest import SCHEMA
from tests.stand_ins import officejs
from tests.stand_ins.chromium import run_page
from xl_tourney import __version__
from xl_tourney.chromium import VARIABLE
from xl_tourney.commands import everything
from xl_tourney.conformance import report
from xl_tourney.conformance.suite import collect_cases
from xl_tourney.desk.site import pane_files
from xl_tourney.errors import EngineError, InputError, OptionError, WriteError
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.officejs import pyodide_files, server, site
from xl_tourney.languages import LANGUAGES

URL = "https://club.example/xlt"
PANE = Path(__file__).with_name("office_pane.js")
NO_PYODIDE = dict.fromkeys(pyodide_files.DIGESTS, b"")
BROKEN = b"""
const values = await standIn.runCalls("/calls.json");
const state = document.getElementById("state").textContent;
await fetch("/result", { method: "POST", body: JSON.stringify({ values, state }) });
"""


@pytest.fixture(scope="module")
def pyodide_folder(node_folder: Path) -> Path:
    return node_folder / "node_modules" / "pyodide"


@pytest.fixture(scope="module")
def page(pyodide_folder: Path, chromium: str) -> dict[str, Any]:
    """What the driver found: all calls of the suite, and the task pane, in one page."""
    files = pyodide_files.load_files(pyodide_folder)
    calls = list(officejs.OFFICE_JS.calls(collect_cases()))
    driven = officejs.build_driven_files(files, calls, PANE.read_bytes())
    result: dict[str, Any]
    (result,) = run_page(site.PAGE, driven, officejs.header_policy())
    return result


# The page -----------------------------------------------------------------------------------------


def test_every_call_gives_what_it_must(
    page: dict[str, Any], monkeypatch: pytest.MonkeyPatch, node_folder: Path
) -> None:
    monkeypatch.setenv("XL_TOURNEY_PYODIDE", str(node_folder))
    monkeypatch.setattr(officejs, "run_page", lambda *_: [page])
    cases = collect_cases()
    result = report.run_suite(officejs.OFFICE_JS, cases)
    assert (result.missing, result.disagreements) == ("", [])
    assert result.functions == expected_counts(officejs.OFFICE_JS, cases)
    assert set(result.functions) == {function.name for function in CATALOGUE}
    assert 0 < result.total.listed < 15


def test_an_error_carries_its_sentence(page: dict[str, Any]) -> None:
    errors = [value for value in page["values"] if isinstance(value, dict)]
    assert len(errors) > 100
    assert all(error["message"] for error in errors)


def test_the_pane_helps_with_every_function(page: dict[str, Any]) -> None:
    pane = page["pane"]
    assert re.fullmatch(r"Python is ready \(\d+\.\d s\)\.", pane["state"])
    assert pane["all"] == [function.name for function in CATALOGUE]
    assert "GBQ" in pane["found"] and "TAPL" not in pane["found"]
    gbq = CATALOGUE["GBQ"]
    for text in (gbq.usage, *(p.help for p in gbq.parameters), *gbq.help.errors):
        assert text.replace("`", "") in pane["help"]


def test_an_example_goes_into_an_empty_cell_only(page: dict[str, Any]) -> None:
    example = site._describe(CATALOGUE["GBQ"])["examples"][0]["formula"]
    assert page["pane"]["inserted"] == {"message": f"Sheet1!B2: {example}", "formula": example}
    assert page["pane"]["refused"] == {
        "message": "Sheet1!B2 is not empty: select an empty cell.",
        "formula": "7",
    }


def test_the_pane_says_why_a_cell_is_an_error(page: dict[str, Any]) -> None:
    pane = page["pane"]
    assert pane["single"] == "place 9 is not among the 2 players"
    assert "“<img src=x>”" in pane["spilled"] and "many" not in pane["spilled"]
    assert pane["incoming"] == "TP_PERCENT has an argument that is #REF!."
    assert pane["good"] == "Sheet1!B2 shows no error."
    assert pane["foreign"] == "The formula of Sheet1!B2 calls none of these functions."
    assert "comes from another part of the formula" in pane["outside"]


def test_texts_are_never_html(page: dict[str, Any]) -> None:
    assert (page["pane"]["tags"], page["pane"]["images"], page["pane"]["shown"]) == (0, 0, True)


def test_the_policy_lets_the_page_work_and_nothing_else(page: dict[str, Any]) -> None:
    assert page["refused"] == []
    assert (page["evaluated"], page["asked"]) == ("EvalError", "TypeError")
    directives = {violation.split()[0] for violation in page["later"]}
    assert {"connect-src", "style-src-attr"} <= directives
    assert (page["cookie"], page["stored"]) == ("", 0)


KEPT_DRIVER = b"""
const CALL = JSON.stringify([["GBQ", [55, 3, 1]], ["NBW", [[["2+"], ["1-"]]]]]);
const started = () => new Promise((resolve, reject) => {
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.failure) reject(new Error(data.failure));
    else if (data.answers) resolve([worker.kept, data.answers]);
    else { worker.kept = data.kept; worker.postMessage({ ids: [1], calls: CALL }); }
  };
});
const entries = async () => (await caches.open("xl-tourney")).keys();
const results = [];
while (!(await entries()).length) await new Promise((resolve) => setTimeout(resolve, 200));
results.push(await started());
const [entry] = await entries();
await (await caches.open("xl-tourney")).put(entry, new Response("not Python's memory"));
results.push(await started());
await fetch("/result", { method: "POST", body: JSON.stringify(results) });
"""


def test_python_starts_as_the_browser_has_kept_it(chromium: str, pyodide_folder: Path) -> None:
    """All functions are there; what cannot be read is made anew."""
    files = officejs.build_driven_files(pyodide_files.load_files(pyodide_folder), [], KEPT_DRIVER)
    (results,) = run_page(site.PAGE, files, officejs.header_policy(), seconds=100)
    answers = "[[[0.0]],[[1.0],[0.0]]]"
    assert results == [[True, answers], [False, answers]]


def test_a_page_without_python_says_so_in_each_cell(chromium: str) -> None:
    calls = list(officejs.OFFICE_JS.calls(collect_cases()))[:2]
    files = officejs.build_driven_files({}, calls, BROKEN)
    (result,) = run_page(site.PAGE, files, officejs.header_policy())
    sentence = "Python does not run: a file of this add-in is missing"
    assert result["values"] == [{"error": "#N/A", "message": sentence}] * 2
    assert result["state"] == sentence


def test_a_page_that_never_answers_is_an_error(chromium: str) -> None:
    with pytest.raises(EngineError, match="did not answer"):
        run_page("empty.html", {"empty.html": b""}, seconds=0.1)


def test_what_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    assert "install the package chromium" in officejs.explain_absence()
    (tmp_path / "chromium").touch(mode=0o755)
    monkeypatch.setenv("XL_TOURNEY_PYODIDE", str(tmp_path))
    assert officejs.explain_absence().startswith("npm install pyodide@")


# The files ----------------------------------------------------------------------------------------


def test_the_metadata_is_valid_with_enums_and_links() -> None:
    built = site.build_metadata(URL)
    jsonschema.Draft7Validator(SCHEMA).validate(built)
    enums = {enum["id"]: [v["stringValue"] for v in enum["values"]] for enum in built["enums"]}
    assert len(enums) == len(built["enums"])
    for entry, function in zip(built["functions"], CATALOGUE):
        assert entry["helpUrl"] == f"{URL}/index.html#{function.name}"
        for described, p in zip(entry["parameters"], function.parameters):
            assert enums.get(described.get("customEnumId"), []) == list(p.choices)


def manifest() -> ElementTree.Element:
    return ElementTree.fromstring(site.format_manifest(URL))


def local(tag: str) -> str:
    return tag.rpartition("}")[2]


def children(element: ElementTree.Element | None) -> list[str]:
    assert element is not None
    return [local(child.tag) for child in element]


def test_the_manifest_has_the_order_of_the_schemas() -> None:
    root = manifest()
    ns = {"o": "http://schemas.microsoft.com/office/taskpaneappversionoverrides"}
    assert children(root) == [
        *("Id", "Version", "ProviderName", "DefaultLocale", "DisplayName", "Description"),
        *("IconUrl", "HighResolutionIconUrl", "SupportUrl", "Hosts", "Requirements"),
        *("DefaultSettings", "Permissions", "VersionOverrides"),
    ]
    assert children(root.find("o:VersionOverrides", ns)) == ["Hosts", "Resources"]
    assert children(root.find(".//o:Hosts/o:Host", ns)) == [
        *("Runtimes", "AllFormFactors", "DesktopFormFactor")
    ]
    functions = root.find(".//o:AllFormFactors/o:ExtensionPoint", ns)
    assert children(functions) == ["Script", "Page", "Metadata", "Namespace"]
    assert children(root.find(".//o:DesktopFormFactor", ns)) == [
        *("GetStarted", "FunctionFile", "ExtensionPoint")
    ]
    surface = root.find(".//o:DesktopFormFactor/o:ExtensionPoint", ns)
    assert children(surface) == ["CustomTab"], "Office takes one tab"
    *groups, label = children(root.find(".//o:CustomTab", ns))
    assert (set(groups), label) == ({"Group"}, "Label")
    for group in root.iterfind(".//o:Group", ns):
        kinds = children(group)
        assert kinds[:2] == ["Label", "Icon"] and set(kinds[2:]) == {"Control"} and len(kinds) < 9
    for control in root.iterfind(".//o:Control", ns):
        assert children(control) == ["Label", "Supertip", "Icon", "Action"]
        assert children(control.find("o:Supertip", ns)) == ["Title", "Description"]
    assert children(root.find(".//o:Resources", ns)) == [
        *("Images", "Urls", "ShortStrings", "LongStrings")
    ]


def test_the_manifest_keeps_the_rules_of_its_format() -> None:
    root = manifest()
    resources = {
        element.get("id"): (local(element.tag), element.get("DefaultValue", ""))
        for element in root.iter()
        if element.get("id") and local(element.tag) in ("Image", "Url", "String")
    }
    used = {element.get("resid") for element in root.iter() if element.get("resid")}
    assert used <= set(resources) and set(resources) - used <= {"Icon.64"}
    assert all(len(name or "") <= 32 for name in resources)
    for kind, most in (("ShortStrings", 125), ("LongStrings", 250)):
        (group,) = (element for element in root.iter() if local(element.tag) == kind)
        assert all(len(element.get("DefaultValue", "")) <= most for element in group)
    described = {
        local(element.tag): element.get("DefaultValue") or element.text for element in root
    }
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", described["Id"])
    assert re.fullmatch(r"[1-9]\d{0,4}(\.\d{1,5}){0,3}", described["Version"])
    assert len(described["DisplayName"]) <= 125 and len(described["Description"]) <= 250
    assert site.format_manifest(URL) != site.format_manifest(URL + "2")


def test_the_ribbon_has_a_button_for_each_command_of_a_menu() -> None:
    """With a function that the page gives Office, and its words in all languages."""
    root = manifest()
    in_menus = [f"XLTourney_{one.name}" for one in everything() if one.menu]
    (tab,) = (one for one in root.iter() if local(one.tag) == "CustomTab")
    pane, *buttons = [one.get("id") for one in tab.iter() if local(one.tag) == "Control"]
    calls = [one.text for one in tab.iter() if local(one.tag) == "FunctionName"]
    assert (tab.get("id"), pane) == ("XLTourney", "Tourney.Button")
    assert sorted(calls) == sorted(in_menus) and calls == buttons
    assert f"export const CALLS = {json.dumps(calls)};" in site.format_catalogue()
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    for text in (one for one in root.iter() if one.get("id", "").startswith(("Label.", "Tip."))):
        locales = {other.get("Locale", "")[:2] for other in text}
        assert locales == set(LANGUAGES) - {"en"} and all(other.get("Value") for other in text)


def test_every_address_of_the_manifest_is_a_file() -> None:
    files = site.build_files(URL, NO_PYODIDE)
    addresses = re.findall(r'DefaultValue="(https://[^"]+)"', files["manifest.xml"].decode())
    assert len(addresses) > 8
    assert {address.removeprefix(f"{URL}/") for address in addresses} <= set(files)
    for name in ("taskpane.html", "index.html"):
        used = re.findall(rb'(?:src|href)="([^"]+)"', files[name])
        own = {link.decode() for link in used} - {site.OFFICE_JS}
        assert own <= set(files)


def test_the_pages_hold_no_code_of_their_own_and_one_other_address() -> None:
    files = site.build_files(URL, NO_PYODIDE)
    for name in ("taskpane.html", "index.html"):
        assert not re.search(rb"<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|<style", files[name])
    text = b"".join(
        data for name, data in files.items() if name.endswith((".html", ".js", ".css"))
    ).replace(files["catalogue.js"], b"")
    assert set(re.findall(rb"https?://[^/\"' ;]+", text)) == {
        b"https://appsforoffice.microsoft.com"
    }
    assert b"innerHTML" not in text and b"eval(" not in text and b"cookie" not in text


def test_python_gets_the_rules_and_nothing_that_they_do_not_need(tmp_path: Path) -> None:
    archive = tmp_path / site.WHEEL
    archive.write_bytes(site.build_wheel())
    assert site.build_wheel() == archive.read_bytes()
    shutil.unpack_archive(archive, tmp_path / "package", "zip")
    code = (
        f"import sys; sys.path[:0] = [{str(tmp_path / 'package')!r}]\n"
        "from xl_tourney.hosts.officejs.calls import answer\n"
        "assert answer('[[\"GBQ\", [55, 3, 1]]]') == '[[[0.0]]]'\n"
        "import xl_tourney; assert 'package' in xl_tourney.__file__\n"
        "assert not {'click', 'openpyxl', 'rich', 'packaging', 'xlwings'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True, timeout=60)


def test_xlwings_lite_installs_the_wheel_and_imports_all_functions(tmp_path: Path) -> None:
    """Its ``main.py`` is one line; xlwings comes with it."""
    wheel = tmp_path / site.WHEEL
    wheel.write_bytes(site.build_wheel())
    target = tmp_path / "installed"
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--target", target]
    subprocess.run([*command, wheel], check=True, timeout=100)
    code = (
        f"import sys; sys.path.insert(0, {str(target)!r})\n"
        "from xl_tourney.hosts.excel import *\n"
        "import xl_tourney; assert 'installed' in xl_tourney.__file__\n"
        "assert GBQ([[55], [5]], [[3], [3]], 1) == [[0.0], [5.0]]\n"
        "assert not {'click', 'openpyxl', 'packaging'} & set(sys.modules)\n"
        "from importlib.metadata import version; print(version('xl-tourney'))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == __version__, done.stderr


@pytest.mark.parametrize(
    "url",
    [
        "http://club.example/xlt",
        "club.example",
        "https://",
        "https://club.example/?a=1",
        "https://user@club.example/",
        "https://club.example:port/",
        'https://club.example/"onload',
    ],
)
def test_an_address_that_office_refuses(url: str) -> None:
    with pytest.raises(OptionError, match=re.escape(url)):
        site.build_files(url, NO_PYODIDE)


# The commands -------------------------------------------------------------------------------------


def test_build_writes_the_folder(run: Any, pyodide_folder: Path, tmp_path: Path) -> None:
    code, _, said = run("officejs", "build", "-o", "out", "--url", URL, "--pyodide", pyodide_folder)
    assert code == 0
    written = {
        path.relative_to(tmp_path / "out").as_posix(): path.stat().st_size
        for path in (tmp_path / "out").rglob("*")
        if path.is_file()
    }
    assert set(written) == set(site.build_files(URL, NO_PYODIDE, event=pane_files()))
    assert sum(written.values()) < 12e6
    assert f"{len(written)} files" in said and "manifest.xml" in said


def test_a_file_of_another_pyodide_is_refused(
    run: Any, pyodide_folder: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    code, _, said = run("officejs", "build", "--pyodide", folder)
    assert code == 2 and "pyodide.mjs: is not there" in said
    for name in pyodide_files.DIGESTS:
        (folder / name).write_bytes((pyodide_folder / name).read_bytes() + b" ")
    with pytest.raises(InputError, match="SHA-256"):
        pyodide_files.load_files(folder)
    assert not (tmp_path / "site").exists()


def test_without_npm_the_folder_is_asked_for(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="--pyodide"):
        pyodide_files.load_files(None)


def test_an_npm_that_fails_is_said(tmp_path: Path, monkeypatch: Any) -> None:
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho 'npm error no network' >&2\nexit 1\n", "utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.defpath}")
    with pytest.raises(InputError, match="npm error no network"):
        pyodide_files.load_files(None)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, ssl.SSLContext]]:
    """The port of a running server, and a client's context that trusts its certificate."""
    root = tmp_path_factory.mktemp("served")
    site.write_site(root / "site", site.build_files(URL, NO_PYODIDE))
    with server.make_server(root / "site", 0, root / "own") as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        context = ssl.create_default_context(cafile=str(root / "own" / server.CERTIFICATE))
        yield running.server_port, context
        running.shutdown()


def ask(port: int, context: ssl.SSLContext, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPSConnection("localhost", port, context=context, timeout=20)
    connection.request("GET", path)
    return connection.getresponse()


def test_the_server_serves_the_folder_with_the_policy(served: Any) -> None:
    with socket.create_connection(("127.0.0.1", served[0])):  # one that says nothing
        answer = ask(*served, "/taskpane.html")
        assert (answer.status, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        policy = answer.headers["Content-Security-Policy"]
        assert policy == site.content_security_policy()
        assert policy.encode() in answer.read()
    assert json.loads(ask(*served, "/functions.json").read())["functions"]
    assert ask(*served, "/worker.js").headers["Content-Type"] == "text/javascript"
    wheel = ask(*served, f"/{site.WHEEL}")
    assert wheel.headers["Access-Control-Allow-Origin"] == "*" and wheel.read()[:2] == b"PK"
    assert "Access-Control-Allow-Origin" not in ask(*served, "/worker.js").headers
    for path in ("/pyodide/", "/../own/localhost.key", "/%2e%2e/own/localhost.key", "/none"):
        assert ask(*served, path).status == 404


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")
def test_links_and_odd_names_lead_nowhere(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    site.write_site(folder, site.build_files(URL, NO_PYODIDE))
    (tmp_path / "secret").write_text("secret", "ascii")
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "up").symlink_to(tmp_path)
    (folder / "inside").symlink_to(folder / "functions.json")
    with server.make_server(folder, 0, tmp_path / "own") as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        context = ssl.create_default_context(cafile=str(tmp_path / "own" / server.CERTIFICATE))
        port = running.server_port
        for path in ("/%00", "/functions.json%00", "/link", "/up/secret", "/up/", "/" + "x" * 300):
            assert ask(port, context, path).status == 404, path
        assert ask(port, context, "/inside").status == 200
        running.shutdown()


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")
def test_a_site_takes_the_place_of_none_but_an_older_one(tmp_path: Path) -> None:
    files = site.build_files(URL, NO_PYODIDE)
    for _ in range(2):
        site.write_site(tmp_path / "site", files)
    season, linked = tmp_path / "season", tmp_path / "linked"
    season.mkdir()
    (season / "index.html").write_text("the pages of a season", "utf-8")
    with pytest.raises(WriteError, match=r"index\.html: is there, and not from this program"):
        site.write_site(season, files)
    assert [path.name for path in season.iterdir()] == ["index.html"]
    linked.mkdir()
    (linked / site.PYODIDE_FOLDER).symlink_to(season)
    with pytest.raises(WriteError, match="is a link"):
        site.write_site(linked, files | {f"{site.PYODIDE_FOLDER}/pyodide.js": b""})
    assert len([*season.iterdir()]) == 1


def test_a_certificate_is_made_once_and_its_key_is_private(tmp_path: Path) -> None:
    server.ensure_certificate(tmp_path)
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(files) == {server.CERTIFICATE, server.KEY}
    if os.name == "posix":
        assert (tmp_path / server.KEY).stat().st_mode & 0o077 == 0
    server.ensure_certificate(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_a_folder_without_the_add_in_is_not_served(run: Any) -> None:
    code, _, said = run("officejs", "serve", "nothing", "--port", "0")
    assert code == 2 and "xl-tourney officejs build" in said
