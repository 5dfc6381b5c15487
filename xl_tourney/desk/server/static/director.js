// What the director's page has in the hall beside the desk's own: who is here, what phones typed and what of it is in
// conflict, where phones find the desk, and who entered what.

import { ask, token } from "./connection.js";
import { showEvent, showRound, started, table, work } from "./desk.js";
import { element, ticks } from "./forms.js";
import { ask as askDesk, gathered, listen } from "./live.js";
import { progress, whereOf } from "./results.js";
import { word } from "./words.js";

const byId = (id) => document.getElementById(id);
const get = (path) => askDesk(path, token);
let event = null;
let isClosed = false;

// What is next -----------------------------------------------------------------------------------------------------------

function nextLine() {
  const lines = [progress(event) || byId("next-line").textContent];
  if (event.waiting) lines.push(word("{count} results wait until the workbook can be written.", { count: event.waiting }));
  if (event.open_elsewhere) lines.push(word(event.open_elsewhere));
  return lines.join(". ").replaceAll("..", ".");
}

// A button for each conflict, also of another round, which leads there.
function conflicts() {
  const lead = ({ round, board }) =>
    work(null, async () => {
      await showRound(round);
      byId("board-list").querySelector(`.conflict[data-board="${board}"] [data-settle]`)?.focus();
    });
  return event.conflicts.map((one) => element("button", { type: "button", data: { conflict: one.board }, textContent: word("Conflict: {where}", { where: whereOf(event, one).join(" · ") }), onclick: () => lead(one) }));
}

function showNext() {
  byId("next-line").textContent = nextLine();
  byId("slips").parentElement.hidden = !event.boards.length;
  byId("next-buttons").prepend(...conflicts().flatMap((one) => [one, " "]));
  const pair = byId("next-buttons").querySelector("[data-command=pair]");
  const numbers = event.rounds.map(Number);
  if (pair && event.in_rounds && numbers.every(Number.isInteger)) pair.textContent = word("Pair round {round}", { round: Math.max(0, ...numbers) + 1 });
}

// Who is here: what is kept of it is who is not, for the form of the next round. -------------------------------------------

const AWAY = "xl-tourney away";

const away = () => new Set(JSON.parse(sessionStorage.getItem(AWAY) ?? "[]"));

function tick({ checked, value }) {
  const others = away();
  if (checked) others.delete(value);
  else others.add(value);
  sessionStorage.setItem(AWAY, JSON.stringify([...others]));
  showHere();
}

function showHere() {
  const here = byId("here") ?? element("details", { id: "here", onchange: ({ target }) => tick(target) }, element("summary"), element("div", { className: "ticks" }));
  const absent = away();
  const [summary, list] = here.children;
  const count = event.names.filter((name) => !absent.has(name)).length;
  summary.textContent = word("Who is here: {count} of {all}", { count, all: event.names.length });
  const boxes = () => [...list.querySelectorAll("input")];
  if (boxes().map(({ value }) => value).join("\n") !== event.names.join("\n")) list.replaceChildren(...ticks({ name: "here" }, event.names));
  for (const box of boxes()) box.checked = !absent.has(box.value);
  here.hidden = !event.names.length || !event.paired;
  byId("next").append(here);
}

const slipsLink = (id) => element("p", {}, element("a", { id, href: `slips?token=${encodeURIComponent(token)}`, target: "_blank", rel: "noopener", textContent: word("Slips and cards with codes, to print") }));

function fillForm() {
  byId("dialog-form").querySelector("[data-form=print]")?.prepend(slipsLink("print-slips"));
  const absent = away();
  for (const box of byId("dialog-form").querySelectorAll("[data-form=pair] [name=absent]")) box.checked = absent.has(box.value);
}

// The boards -------------------------------------------------------------------------------------------------------------

const rows = () => [...byId("board-list").querySelectorAll(".board")];

const boardOf = (control) => event?.boards[rows().indexOf(control.closest(".board"))];

const settle = (board, result) =>
  work(null, async () => {
    await ask({ ask: "result", cell: board.cell, result });
    await showEvent();
  });

// A button for each different result that was typed.
function settling(board) {
  const typed = Object.entries(board.entries ?? {}).filter(([, result]) => result);
  const [[, first] = [null, board.result]] = typed;
  if (board.state === "entered") return [element("button", { type: "button", data: { settle: first }, textContent: word("Confirm {result}", { result: first }), onclick: () => settle(board, first) })];
  if (board.state !== "conflict") return [];
  return typed.map(([side, result]) => element("button", { type: "button", data: { settle: result }, textContent: `${board[side] ?? word("workbook")}: ${result}`, onclick: () => settle(board, result) }));
}

const STATES = { entered: () => word("entered"), confirmed: () => word("confirmed"), conflict: () => word("conflict") };

function showBoards() {
  rows().forEach((row, at) => {
    const board = event.boards[at];
    if (!(board.state in STATES)) return;
    const state = element("span", { className: "state", textContent: STATES[board.state]() });
    row.append(element("p", { className: "said-of-board" }, state, ...settling(board)));
  });
}

// On a board that phones have typed a result of, a button decides; it does not take back.
function decide(one) {
  const pressed = one.target.closest("[data-result]");
  const board = pressed && boardOf(pressed);
  if (!board || !["entered", "conflict"].includes(board.state)) return;
  one.stopPropagation();
  settle(board, pressed.dataset.result);
}

// The hall ---------------------------------------------------------------------------------------------------------------

async function showHall() {
  const { addresses, lan } = await get("api/hall");
  const wall = element("p", {}, element("a", { id: "wall", href: "wall", target: "_blank", rel: "noopener", textContent: word("The wall, for a projector") }));
  const found = addresses.map((one) => element("figure", {}, element("img", { src: `api/qr?text=${encodeURIComponent(`${one}/wall`)}`, alt: word("Code of {address}", { address: `${one}/wall` }), width: 160, height: 160 }), element("figcaption", { textContent: `${one}/wall` })));
  const line = lan ? word("Phones in the hall's network scan the code of their board; pairings and standings are at this address:") : word("Only this machine reaches the desk: start it with --lan for phones and a projector.");
  const log = element("details", { id: "log", ontoggle: showLog }, element("summary", { textContent: word("Who entered what") }), element("div"));
  const end = element("p", {}, element("button", { type: "button", data: { command: "close" }, textContent: word("Close the desk"), onclick: () => work(null, close) }));
  const made = element("section", { id: "hall", "aria-labelledby": "hall-title" }, element("h2", { id: "hall-title", textContent: word("In the hall") }), wall, slipsLink("slips"), element("p", { textContent: line }), ...(lan ? found : []), log, end);
  byId("acts").after(made);
}

async function close() {
  await askDesk("api/close", token, {});
  isClosed = true;
  byId("state").textContent = word("The desk is closed: what was entered is in the workbook.");
}

async function showLog() {
  if (!byId("log")?.open) return;
  const { entries } = await get("api/log");
  const headings = [word("When"), word("Round"), word("Board"), word("By"), word("Result"), word("State"), word("From")];
  const rows = entries.reverse().map((one) => [one.when.replace("T", " "), one.round, one.board, one[one.by] ?? word("director"), one.result ?? one.command ?? "–", STATES[one.state]?.() ?? one.state, one.from]);
  byId("log").lastChild.replaceChildren(table({ headings, rows, numeric: [] }, word("Who entered what")));
}

// An event of a folder, where none is open -------------------------------------------------------------------------------

function showBooks(books) {
  const open = (file) =>
    work(null, async () => {
      await ask({ ask: "open", file });
      await showEvent();
    });
  const made = books.map(({ file, title, status }) => element("p", {}, element("button", { type: "button", data: { book: file }, textContent: title || file, onclick: () => open(file) }), " ", status));
  byId("start-title").after(element("div", { id: "books" }, ...made));
}

// Changes ----------------------------------------------------------------------------------------------------------------

// What somebody types or fills in stays as it is.
function isBusy() {
  const { name, value } = document.activeElement;
  const board = name === "score" && boardOf(document.activeElement);
  return byId("dialog").open || document.body.classList.contains("busy") || (board && value !== (board.result ?? ""));
}

const refresh = gathered(async () => {
  if (isClosed) return;
  if (isBusy()) {
    refresh();
    return;
  }
  const { result, board } = document.activeElement.dataset;
  const at = rows().indexOf(document.activeElement.closest(".board"));
  try {
    await showEvent();
  } catch (error) {
    isClosed = error.status === 401; // the desk was started again, and has another token
    if (isClosed) byId("state").textContent = error.message;
    return;
  }
  showLog();
  const again = board && [...(rows()[at]?.querySelectorAll("button, input") ?? [])].find((one) => one.dataset.result === result);
  again?.focus({ preventScroll: true });
}, 200);

function onChange({ version, file }) {
  if (file && version > (event?.version ?? 0)) refresh(); // also when another window has begun the event
}

function onLine(isThere) {
  document.body.classList.toggle("offline", !isThere);
  if (isClosed) return;
  if (!isThere) byId("state").textContent = word("The desk is not reached; this page asks again by itself.");
  else if (event?.file) refresh();
}

document.addEventListener("event-shown", ({ detail }) => {
  event = detail;
  showNext();
  showHere();
  showBoards();
});
byId("board-list").addEventListener("click", decide, true);
new MutationObserver(fillForm).observe(byId("dialog-form"), { childList: true });
addEventListener("beforeunload", (one) => one.stopImmediatePropagation(), true); // what is typed is in the workbook
document.querySelector(".promise").textContent = "";
await started;
try {
  const { file, books = [] } = await get("api/event");
  byId("state").textContent = "";
  await showHall();
  if (file) await showEvent();
  else showBooks(books);
  listen(onChange, onLine);
} catch (error) {
  byId("state").textContent = error.status === 401 ? word("This page is for the director: open the address that the desk has printed.") : error.message;
}
