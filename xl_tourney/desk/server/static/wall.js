// The wall: pairings and standings in turns, results as they come, for a projector that nobody touches.

import { element } from "./forms.js";
import { ask, gathered, listen } from "./live.js";
import { meaning, progress, sidesOf } from "./results.js";
import { speak, word } from "./words.js";

const byId = (id) => document.getElementById(id);
const SECONDS = Number(new URLSearchParams(location.search).get("seconds")) || 12;
const NEW = 60000;
const FIGURES = 3;
const LETTERS = 40; // the smallest, as parts of the height
const LEAST = 0.75; // of the letters of others, side by side
const SIZES = ["1.3em", "1em", "0.8em"];
let event = null;
let pages = [];
let at = 0;
let isPaused = false;
const results = new Map(); // of each board: what it was, and when that came

const identity = ({ round, board, white, black }) => [round, board, white, black].join("|");

// What is shown: views of headings and rows; a cell is a text, or a text with a class. ------------------------------------

const typed = (board) => (board.result === null ? "" : meaning(board.result, board).large);

function resultCell(board) {
  const { since } = results.get(identity(board));
  const text = board.state === "conflict" ? word("conflict") : typed(board) || "–";
  return { text, className: `result ${board.state} ${Date.now() - since < NEW ? "new" : ""}` };
}

function byBoard() {
  const [white, black] = sidesOf(event);
  return { title: word("Pairings by board"), headings: [word("Board"), white, word("Result"), black], widths: ["short", "", "middle", ""], rows: event.boards.map((one) => [one.board, one.white, resultCell(one), one.black]) };
}

function byName() {
  const [white, black] = sidesOf(event);
  const rows = event.boards.flatMap((one) => [[one.white, one.board, white], [one.black, one.board, black]]);
  const paired = new Set(rows.map(([name]) => name));
  rows.push(...event.names.filter((name) => !paired.has(name)).map((name) => [name, "–", word("not paired")]));
  rows.sort(([one], [other]) => one.localeCompare(other));
  return { title: word("Pairings by name"), headings: [word("Name"), word("Board"), ""], widths: ["", "short", "middle"], rows };
}

// Of a table its place and name, and the first figures that decide.
function standings({ caption, headings, rows, numeric, names, leading }) {
  const figures = [...headings.keys()].filter((column) => column > 0 && column !== names && (leading ? leading.includes(column) : numeric[column]));
  const columns = [0, names, ...figures.slice(0, FIGURES)];
  return { title: caption, headings: columns.map((column) => headings[column]), widths: columns.map((column) => (column === names ? "" : column ? "middle" : "short")), rows: rows.map((row) => columns.map((column) => row[column] ?? "")) };
}

function views() {
  const isPaired = event.boards.length && event.in_rounds; // else all lines of travellers would be shown
  const isOnce = new Set(event.boards.map(({ white }) => white)).size === event.boards.length; // else all fixtures of a season
  return [...(isPaired ? [byBoard(), ...(isOnce ? [byName()] : [])] : []), ...event.tables.map(standings)].filter(({ rows }) => rows.length);
}

// Pages: as many rows as there is room for, side by side where names are not cut off. -------------------------------------

function table({ headings, widths }, rows) {
  const cell = (content, column) => element("td", { className: `${widths[column]} ${content.className ?? ""}`, textContent: content.text ?? content });
  const head = element("tr", {}, ...headings.map((text, column) => element("th", { scope: "col", className: widths[column], textContent: text })));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell)))));
}

const cutCells = (place) => [...place.querySelectorAll("th, td")].filter((one) => one.scrollWidth > one.clientWidth);

// What does not fit in its cell is smaller, as far as it can be read from ten metres; whether all fits then.
function fit(place, smallest = innerHeight / LETTERS) {
  for (const one of cutCells(place)) {
    const size = (parseFloat(getComputedStyle(one).fontSize) * one.clientWidth) / (one.scrollWidth + 1);
    one.style.fontSize = `${Math.max(size, smallest)}px`;
  }
  return !cutCells(place).length;
}

// In the largest letters with which there are as few pages as may be.
const split = (view) => SIZES.map((size) => splitAt(view, size)).reduce((best, one) => (one.length < best.length ? one : best));

function splitAt(view, size) {
  const place = byId("shown");
  place.className = "";
  place.style.fontSize = size;
  place.replaceChildren(table(view, view.rows));
  const [head, ...rows] = [...place.querySelectorAll("tr")].map((row) => row.getBoundingClientRect().height);
  const room = Math.max(1, Math.floor((place.clientHeight - head) / Math.max(...rows)));
  let beside = 1;
  if (rows.length > room && innerWidth > 1.2 * innerHeight) {
    place.className = "two";
    place.replaceChildren(table(view, view.rows), table(view, []));
    beside = fit(place, LEAST * parseFloat(getComputedStyle(place).fontSize)) ? 2 : 1;
  }
  const count = Math.ceil(view.rows.length / (room * beside));
  const each = Math.ceil(view.rows.length / (count * beside)); // all pages are about as full
  return Array.from({ length: count }, (_, page) => ({ view, size, beside, parts: Array.from({ length: beside }, (_, part) => view.rows.slice((page * beside + part) * each, (page * beside + part + 1) * each)), number: page + 1, count }));
}

function showPage() {
  const { view, size, beside, parts, number, count } = pages[at];
  byId("view").textContent = count > 1 ? `${view.title} ${number}/${count}` : view.title;
  byId("shown").className = beside === 2 ? "two" : "";
  byId("shown").style.fontSize = size;
  byId("shown").replaceChildren(...parts.map((rows) => table(view, rows)));
  fit(byId("shown"));
  byId("turns").textContent = pages.map((_, page) => (page === at ? "●" : "○")).join(" ");
}

function showAll() {
  if (!event?.file) {
    if (event) byId("state").textContent = word("No event is open yet.");
    return;
  }
  document.title = event.title;
  byId("title").textContent = event.title;
  byId("state").textContent = progress(event) || event.facts;
  pages = views().flatMap(split);
  if (!pages.length) return;
  at = Math.min(at, pages.length - 1);
  showPage();
}

function turn(by) {
  if (!pages.length) return;
  at = (at + by + pages.length) % pages.length;
  if (at === 0) showAll(); // results that are new no more
  else showPage();
}

function pause() {
  isPaused = !isPaused;
  byId("pause").setAttribute("aria-pressed", String(isPaused));
}

// Changes ----------------------------------------------------------------------------------------------------------------

async function read() {
  const isFirst = event === null;
  try {
    event = await ask("api/event");
  } catch {
    return; // the stream says when the desk is there again
  }
  for (const board of event.boards ?? []) {
    const now = `${board.result} ${board.state}`;
    const known = results.get(identity(board));
    if (known?.now !== now) results.set(identity(board), { now, since: (known || !isFirst) && board.state !== "open" ? Date.now() : 0 });
  }
  showAll();
}

const readSoon = gathered(read, 150);

byId("pause").onclick = pause;
addEventListener("keydown", ({ key, target }) => {
  const turns = { ArrowRight: 1, ArrowLeft: -1 };
  if (key in turns) turn(turns[key]);
  else if (key === " " && target !== byId("pause")) pause();
});
addEventListener("resize", gathered(showAll, 200));
setInterval(() => isPaused || turn(1), SECONDS * 1000);
await speak(navigator.language);
listen(readSoon, (isThere) => {
  document.body.classList.toggle("offline", !isThere);
  if (isThere) readSoon();
  else byId("state").textContent = word("The desk is not reached; this page asks again by itself.");
});
