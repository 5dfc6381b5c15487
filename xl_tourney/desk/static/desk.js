// The desk: what is next, the boards with what is open, the table, and the commands of an event.

import { ask, isOwn, language, readFile, ready, shown } from "./connection.js";
import { element, makeForm, options, readForm } from "./forms.js";
import { speak, word } from "./words.js";

const byId = (id) => document.getElementById(id);
const WORKBOOK = /\.xls[xm]$/i;
const TYPES = { html: "text/html; charset=utf-8", json: "application/json", svg: "image/svg+xml", atom: "application/atom+xml" };
export let commands = new Map();
let event = null;
let book = "";
let round = null;

// One act after the other; what cannot be done is said where it was asked for.
export async function work(place, act) {
  byId("working").hidden = false;
  document.body.classList.add("busy");
  try {
    if (place) place.textContent = "";
    return await act();
  } catch (error) {
    const at = place ?? byId("state");
    at.textContent = error.message;
    at.scrollIntoView({ block: "nearest" });
    return undefined;
  } finally {
    byId("working").hidden = true;
    document.body.classList.remove("busy");
  }
}

export function table({ headings, rows, numeric }, label, extra) {
  const align = (at) => (numeric[at] ? "number" : "");
  const head = element("tr", {}, ...headings.map((text, at) => element("th", { scope: "col", className: align(at), textContent: text })));
  const body = rows.map((row) => {
    const cells = row.map((text, at) => element("td", { className: align(at), textContent: text ?? "" }));
    extra?.(row, cells);
    return element("tr", {}, ...cells);
  });
  const made = element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
  return element("div", { className: "window", tabIndex: 0, role: "group", "aria-label": label }, made);
}

// Files -------------------------------------------------------------------------------------------------------------

async function offer(name) {
  const bytes = await readFile(name);
  const link = element("a", { href: URL.createObjectURL(new Blob([bytes])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// A page that was made here is shown as any other: the server has it, or the service worker.
async function show(name) {
  if (shown) {
    open(shown(name), "_blank", "noopener");
    return;
  }
  const type = TYPES[name.split(".").at(-1)] ?? "text/plain; charset=utf-8";
  const made = await caches.open("xl-tourney-desk-made");
  for (const file of event.files.filter((one) => one.startsWith(name.replace(/\.html$/, "")))) {
    await made.put(`made/${file}`, new Response(await readFile(file), { headers: { "Content-Type": file === name ? type : "text/plain" } }));
  }
  open(`made/${name}`, "_blank", "noopener");
}

function fileButtons(names) {
  return names.map((name) => {
    const download = element("button", { type: "button", textContent: word("Download {name}", { name }), data: { file: name }, onclick: () => work(null, () => offer(name)) });
    const isPage = name.endsWith(".html") && (shown || navigator.serviceWorker?.controller);
    const look = isPage && element("button", { type: "button", textContent: word("Open {name}", { name }), onclick: () => work(null, () => show(name)) });
    return element("p", {}, download, ...(look ? [" ", look] : []));
  });
}

// What was said ------------------------------------------------------------------------------------------------------

const titleOf = (name) => commands.get(name).title.replace("…", "");

// A sentence; of a problem, with a button that leads to where it is mended.
function sentence(line, problem) {
  const { round: at } = problem ?? {};
  const textContent = at ? word("Round {round}", { round: at }) : word("Standings");
  const mend = problem && element("button", { type: "button", textContent, data: { mend: at ?? "" }, onclick: () => work(null, () => goTo(line, at)) });
  return element("p", {}, line, ...(mend ? [" ", mend] : []));
}

export async function showRound(at) {
  round = String(at);
  await showEvent();
}

// The first row, of the boards of a round or of the standings, of somebody whom a sentence names.
async function goTo(line, at) {
  if (at) await showRound(at);
  const named = event.names.filter((name) => line.includes(name));
  const rows = [...byId(at ? "board-list" : "tables").querySelectorAll(".board, tbody tr")];
  const row = rows.find(({ textContent }) => named.some((name) => textContent.includes(name))) ?? rows[0];
  row?.scrollIntoView({ block: "center" });
  row?.querySelector("button, input")?.focus({ preventScroll: true });
}

function say(title, lines, notes = [], files = [], problems = []) {
  byId("said-title").textContent = title;
  const shown = lines.map((line, at) => (typeof line === "string" ? sentence(line, problems[at]) : table(line, `${title}: ${lines[at - 1] ?? line.headings}`)));
  byId("said-lines").replaceChildren(...shown, ...notes.map((note) => element("p", { className: "note", textContent: note })), ...fileButtons(files));
  byId("said").hidden = false;
  byId("said").focus();
}

export async function runCommand(name, filled, files = []) {
  const found = await ask({ ask: "run", command: name, filled }, files);
  event ??= { files: [] };
  event.files = [...new Set([...event.files, ...found.files])];
  if (found.changed) {
    book = found.file;
    round = null;
  }
  if (found.changed) await showEvent();
  say(titleOf(name), found.lines, found.notes, found.files, found.problems);
}

// The event ----------------------------------------------------------------------------------------------------------

export async function showEvent() {
  const { files } = event ?? { files: [] };
  event = { ...(await ask({ ask: "event", round })), files };
  book = event.file ?? book;
  document.title = event.title;
  byId("title").textContent = event.title;
  byId("facts").textContent = event.facts;
  byId("state").textContent = event.status;
  byId("values").textContent = event.values;
  byId("start").hidden = isOwn;
  for (const id of ["next", "standings", "acts"]) byId(id).hidden = false;
  showNext();
  showByes();
  showBoards();
  const [first, ...others] = event.tables;
  byId("standings-title").textContent = first && !others.length ? first.caption : word("Standings");
  byId("tables").replaceChildren(...event.tables.flatMap(standings));
  document.dispatchEvent(new CustomEvent("event-shown", { detail: event }));
}

function actButton(name, textContent, isMain = false) {
  return element("button", { type: "button", className: isMain ? "main" : "", textContent, data: { command: name }, onclick: () => openForm(name) });
}

function nextLine(open) {
  if (!event.names.length) return word("Nobody is entered yet: bring in a list of players.");
  if (!event.paired) return word("Bring in the results so far.");
  if (!event.boards.length) return event.played ? word("Results are typed in the workbook: it does not say who has White.") : word("Nobody is paired yet.");
  if (!event.open) return word("All results are in.");
  if (!open) return word("All results are in here; elsewhere {open} are missing.", { open: event.open });
  const when = /^\d+$/.test(event.round) ? `${event.when} ${event.round}: ` : event.round && `${event.round}: `;
  return when + word("{open} of {all} results are missing.", { open, all: event.boards.length });
}

function showNext() {
  const open = event.boards.filter((board) => board.state === "open").length;
  byId("next-line").textContent = nextLine(open);
  const mains = [...(event.names.length && event.paired ? [] : ["update"]), ...(event.paired && !event.open ? ["pair"] : [])];
  const title = (name) => commands.get(name).title;
  const download = element("button", { type: "button", textContent: word("Download the workbook"), data: { command: "download" }, onclick: () => work(null, () => offer(book)) });
  const again = element("button", { type: "button", textContent: word("Read the workbook again"), data: { command: "read" }, onclick: () => work(null, showEvent) });
  byId("next-buttons").replaceChildren(...mains.flatMap((name) => [actButton(name, title(name), true), " "]), isOwn ? download : again);
  const others = [...commands.keys()].filter((name) => event.acts.includes(name) && !["new", "standings", "rules", ...mains].includes(name));
  byId("act-buttons").replaceChildren(...others.flatMap((name) => [actButton(name, title(name)), " "]));
}

// Points of players, by rounds that are not paired yet.
function showByes() {
  const { choices, rounds, typed } = event.byes;
  byId("byes").hidden = !rounds.length;
  if (!byId("byes").open) return;
  const enter = (name, at, bye) =>
    work(null, async () => {
      await ask({ ask: "bye", name, round: at, bye });
      await showEvent();
      byId("bye-list").querySelector(`[name="${CSS.escape(`${name} ${at}`)}"]`)?.focus({ preventScroll: true });
    });
  const headings = [word("Name"), ...rounds.map((at) => word("Round {round}", { round: at }))];
  const select = (name, at) => {
    const all = options({ choices: ["", ...choices], words: ["", ...choices], value: typed[name]?.[at] ?? "" });
    return element("select", { name: `${name} ${at}`, "aria-label": `${name}, ${headings[rounds.indexOf(at) + 1]}`, onchange: ({ target }) => enter(name, at, target.value) }, ...all);
  };
  const rows = event.names.map((name) => [name, ...rounds.map(() => "")]);
  const fill = ([name], cells) => rounds.forEach((at, column) => cells[column + 1].append(select(name, at)));
  byId("bye-list").replaceChildren(table({ headings, rows, numeric: [] }, word("Byes in rounds to come"), fill));
}

function showBoards() {
  byId("boards").hidden = !event.boards.length;
  byId("round").parentElement.hidden = event.rounds.length < 2;
  byId("when").textContent = event.when;
  byId("round").replaceChildren(...event.rounds.map((one) => element("option", { value: one, textContent: one, selected: one === event.round })));
  const sides = event.sides.map((textContent) => element("span", { textContent }));
  byId("board-list").replaceChildren(element("div", { className: "heads" }, element("span"), ...sides), ...event.boards.map(boardRow));
}

function boardRow(board) {
  const { white, black } = board;
  const data = { board: board.board, round: board.round };
  const enter = (result) =>
    work(null, async () => {
      round = event.round;
      await ask({ ask: "result", cell: board.cell, result });
      await showEvent();
      focusOn(board, result);
    });
  const label = (result) => `${white} – ${black}: ${result}`;
  const pressed = (result, at) => element("button", { type: "button", textContent: result, data: { ...data, result }, "aria-label": label(result), "aria-pressed": String(isTyped(board, at)), onclick: () => enter(isTyped(board, at) ? "" : result) });
  const field = element("input", { name: "score", value: board.result ?? "", "aria-label": label(word("score")), autocomplete: "off", size: 7, data, onchange: () => enter(field.value) });
  const controls = event.buttons.length ? event.buttons.map(pressed) : [field];
  const sides = [element("span", { className: "side", textContent: white }), element("span", { className: "side", textContent: black })];
  return element("div", { className: `board ${board.state}`, data }, element("span", { className: "number", textContent: board.board }), ...sides, element("span", { className: "results", role: "group", "aria-label": `${white} – ${black}` }, ...controls));
}

const isTyped = (board, at) => board.button === at;

function focusOn(board, result) {
  const found = byId("board-list").querySelectorAll(`[data-board="${board.board}"]`);
  [...found].find((one) => one.dataset.result === result || one.name === "score")?.focus({ preventScroll: true });
}

// Why somebody stands there, and, if the form is filled in, where it may still end.
async function explain(name) {
  await runCommand("explain", { subject: name });
  if (!event.acts.includes("whatif")) return;
  const whatif = element("button", { type: "button", textContent: commands.get("whatif").title, data: { command: "whatif" }, onclick: () => openForm("whatif", null, { team: name }) });
  byId("said-lines").append(element("p", {}, whatif));
}

// The tables; a name is a button that says why it stands there.
function standings(one) {
  const why = (row, cells) => {
    const name = row[one.names];
    const button = element("button", { type: "button", className: "name", textContent: name, title: commands.get("explain").title, data: { command: "explain" }, onclick: () => work(null, () => explain(name)) });
    cells[one.names].replaceChildren(button);
  };
  const caption = event.tables.length > 1 ? [element("h3", { textContent: one.caption })] : [];
  return [...caption, table(one, one.caption, why)];
}

// The forms ----------------------------------------------------------------------------------------------------------

// What was filled in, and the files; of a file that was dropped only the form is still asked.
async function filledIn(form, shown, given) {
  const { filled, files } = await readForm(form, shown);
  return given && !filled.data ? [{ ...filled, data: given[0] }, [given]] : [filled, files];
}

// The fields of a command; of the words to choose from those that are for the event.
const fieldsOf = (name) =>
  commands.get(name).fields.map((field) => {
    const choices = event?.choices[name]?.[field.name];
    return choices ? { ...field, choices, words: choices.map((one) => field.words[field.choices.indexOf(one)]) } : field;
  });

const fileNamed = (given) => word("Results from {name}.", { name: given[0] });

export async function openForm(name, given, filled = {}) {
  const command = commands.get(name);
  if (!isOwn && command.fields.some(({ kind }) => kind.startsWith("name"))) await work(null, showEvent); // somebody may have typed one
  const fields = fieldsOf(name);
  byId("dialog-title").textContent = titleOf(name);
  byId("dialog-help").textContent = given ? fileNamed(given) : command.help;
  byId("dialog-error").textContent = "";
  const submit = (form) =>
    work(byId("dialog-error"), async () => {
      await runCommand(name, ...(await filledIn(form, fields, given)));
      byId("dialog").close();
      byId("said").focus();
    });
  byId("dialog-form").replaceChildren(makeForm(command, fields, event?.names ?? [], word("More"), submit));
  for (const [field, value] of Object.entries(filled)) byId("dialog-form").firstChild.elements[field].value = value;
  byId("dialog").showModal();
}

function showNewForm(given) {
  const command = commands.get("new");
  const template = byId("game").value;
  const { asks, begins, fields, help } = command.members[template];
  const shown = [...command.fields.map((field) => (field.kind === "file" ? { ...field, example: begins } : field)), ...fields];
  const submit = (form) =>
    work(null, async () => {
      const [filled, files] = await filledIn(form, shown, given);
      await runCommand("new", { template, ...filled }, files);
    });
  const hint = element("p", { className: "hint", textContent: given ? fileNamed(given) : help });
  const form = makeForm({ ...command, asks }, shown, [], word("More"), submit, [hint]);
  const { lang } = document.documentElement;
  if (lang !== "en") form.elements.language.value = lang; // the reader's, unless another one is chosen
  byId("new").replaceChildren(form);
}

async function take(file) {
  if (!file) return;
  const given = [file.name, await file.arrayBuffer()];
  if (WORKBOOK.test(file.name)) {
    await work(null, async () => {
      ({ file: book } = await ask({ ask: "open", file: file.name }, [given]));
      round = null;
      await showEvent();
      byId("said").hidden = true;
    });
  } else if (event) await openForm("update", given);
  else showNewForm(given);
}

function listenToFiles() {
  byId("book").onchange = () => take(byId("book").files[0]);
  addEventListener("dragover", (one) => one.preventDefault());
  addEventListener("drop", (one) => {
    one.preventDefault();
    take(one.dataTransfer.files[0]);
  });
  addEventListener("beforeunload", (one) => event && one.preventDefault());
}

function listen() {
  if (isOwn) listenToFiles();
  byId("game").onchange = () => showNewForm();
  byId("dialog-close").onclick = () => byId("dialog").close();
  byId("byes").ontoggle = () => event && showByes();
  byId("said-close").onclick = () => (byId("said").hidden = true);
  byId("round").onchange = () => work(null, () => showRound(byId("round").value));
}

listen();
export const started = work(null, async () => {
  await speak(language);
  const { ready: seconds } = await ready;
  commands = new Map((await ask({ ask: "commands", language })).commands.map((command) => [command.name, command]));
  const games = Object.entries(commands.get("new").members);
  byId("game").replaceChildren(...games.map(([value, { label }]) => element("option", { value, textContent: label })));
  showNewForm();
  byId("state").textContent = word("Python is ready ({seconds} s).", { seconds: seconds.toFixed(1) });
});
