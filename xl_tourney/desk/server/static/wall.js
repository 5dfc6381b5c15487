// The wall: pairings and standings in turns, results as they come, for a projector that nobody touches.

import { element } from "./forms.js";
import { ask, gathered, listen } from "./live.js";
import { meaning, progress, sidesOf } from "./results.js";
import { speak, word } from "./words.js";

const byId = (id) => document.getElementById(id);
const SECONDS = Number(new URLSearchParams(location.search).get("seconds")) || 12;
const NEW = 60000;
const FIGURES = 3;
const SIZES = ["1.3em", "1.15em", "1em", "0.9em", "0.8em"];
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

// Of a heading with its abbreviation that alone.
const short = (heading) => /\(([^()]+)\)$/.exec(heading)?.[1] ?? heading;

// Of a table its place and name, and the first figures that decide.
function standings({ caption, headings, rows, numeric, names, leading }) {
  const figures = [...headings.keys()].filter((column) => column > 0 && column !== names && (leading ? leading.includes(column) : numeric[column]));
  const columns = [0, names, ...figures.slice(0, FIGURES)];
  return { title: caption, headings: columns.map((column) => short(headings[column])), widths: columns.map((column) => (column === names ? "" : column ? "middle" : "short")), rows: rows.map((row) => columns.map((column) => row[column] ?? "")) };
}

function views() {
  const isPaired = event.boards.length && event.in_rounds; // else all lines of travellers would be shown
  const isOnce = new Set(event.boards.map(({ white }) => white)).size === event.boards.length; // else all fixtures of a season
  return [...(isPaired ? [byBoard(), ...(isOnce ? [byName()] : [])] : []), ...event.tables.map(standings)].filter(({ rows }) => rows.length);
}

// Pages: rows of one size of letters, where long names take two lines, side by side where that makes fewer pages. ------

function table({ headings, widths }, rows) {
  const cell = (content, column) => element("td", { className: `${widths[column]} ${content.className ?? ""}`, textContent: content.text ?? content });
  const head = element("tr", {}, ...headings.map((text, column) => element("th", { scope: "col", className: widths[column], textContent: text })));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell)))));
}

// In the largest letters with which there are as few pages as may be, and no cell is cut or has more than two lines.
function split(view) {
  const ways = innerWidth > 1.2 * innerHeight ? [1, 2] : [1];
  const found = SIZES.flatMap((size) => ways.map((beside) => splitAt(view, size, beside)));
  const good = found.filter((pages) => pages[0].isGood);
  return (good.length ? good : found.slice(-1)).reduce((best, one) => (one.length < best.length ? one : best));
}

function splitAt(view, size, beside) {
  show({ view, size, parts: [view.rows, ...(beside > 1 ? [[]] : [])] });
  const [head, ...heights] = [...byId("shown").querySelectorAll("table:first-child tr")].map((row) => row.getBoundingClientRect().height);
  const isCut = [...byId("shown").querySelectorAll("th, td")].some((one) => one.scrollWidth > one.clientWidth);
  const isGood = !isCut && Math.max(...heights) < 2.5 * Math.min(...heights);
  const room = Math.max(byId("shown").clientHeight - head, ...heights);
  const count = Math.ceil(fill(heights, room).length / beside);
  const even = Math.min(room, sum(heights) / (count * beside) + Math.max(...heights)); // all pages are about as full
  const parts = fill(heights, even).map(([from, to]) => view.rows.slice(from, to));
  return Array.from({ length: count }, (_, page) => ({ view, size, isGood, parts: parts.slice(page * beside, (page + 1) * beside), number: page + 1, count }));
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

// Which rows go into parts of a height: from, to.
function fill(heights, room) {
  const parts = [];
  let used = Infinity;
  for (const [row, height] of heights.entries()) {
    used += height;
    if (used > room) {
      parts.push([row, row]);
      used = height;
    }
    parts.at(-1)[1] = row + 1;
  }
  return parts;
}

function show({ view, size, parts }) {
  byId("shown").className = parts.length > 1 ? "two" : "";
  byId("shown").style.fontSize = size;
  byId("shown").replaceChildren(...parts.map((rows) => table(view, rows)));
}

function showPage() {
  const { view, number, count } = pages[at];
  byId("view").textContent = count > 1 ? `${view.title} ${number}/${count}` : view.title;
  show(pages[at]);
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
