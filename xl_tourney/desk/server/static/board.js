// A player's phone: the board of its key, the result, and what comes of it.

import { element } from "./forms.js";
import { ask, gathered, listen, Refused } from "./live.js";
import { meaning, sidesOf, whereOf } from "./results.js";
import { speak, word } from "./words.js";

const byId = (id) => document.getElementById(id);
const key = location.hash.slice(1);
const WAITING = `xl-tourney ${key}`;
const AGAIN = 3000;
const EVERY = 60000;
const MOST_FIGURES = 8;
let shown = null;
let sending = false;
let isRefused = false; // the key is for no board any more
let isAway = false; // what was typed could not be sent

// What is typed stays on this phone until the desk has answered. ---------------------------------------------------------

const waiting = {
  get: () => localStorage.getItem(WAITING),
  set: (result) => localStorage.setItem(WAITING, result),
  clear: () => localStorage.removeItem(WAITING),
};

async function send() {
  const result = waiting.get();
  if (result === null || !shown || sending) return;
  sending = true;
  let line = "";
  try {
    const { round, board } = shown.board;
    await ask("api/results", key, { round, board, result, by: shown.side, key });
    if (waiting.get() === result) waiting.clear();
  } catch (error) {
    isAway = !(error instanceof Refused) || error.status === 429 || error.status >= 500;
    if (isAway) setTimeout(send, AGAIN);
    else waiting.clear();
    line = isAway && !(error instanceof Refused) ? "" : refusal(error);
  } finally {
    sending = false;
  }
  byId("line").textContent = line;
  if (waiting.get() !== null && waiting.get() !== result) await send();
  await show();
}

// What the desk has refused, in the words of players.
function refusal({ why, message }) {
  if (why === "key") return word("This code is for no board of this event. Scan the code that lies on your board, or ask the director.");
  if (why === "settled") return word("The result of this board is confirmed. The director can correct it.");
  if (why === "result") return word("This is no result of this game. Type both scores, such as 3-1; at bridge the score, such as 420 or -50.");
  if (why === "pace") return word("Too much was sent at once. This page sends it again by itself.");
  if (why === "disk") return word("The desk cannot write now. This page sends it again by itself; tell the director.");
  return message;
}

async function enter(result) {
  waiting.set(result);
  isAway = false;
  render();
  byId("state").focus({ preventScroll: true });
  await send();
}

// The board --------------------------------------------------------------------------------------------------------------

const inWords = (result, board) => {
  const { large, small } = meaning(result, board);
  const whole = large.replaceAll(" ", "\u00a0");
  return small ? `${whole} (${small})` : whole;
};

const keeping = (result) => word("{result} is kept on this phone, and sent when the desk is reached. Leave this page open.", { result });

// The opponent by name; a pair of bridge, which has a number, by its side, too.
function opponentOf({ side, sides: names, opponent }) {
  return /^\d+$/.test(opponent) ? `${sidesOf({ sides: names })[side === "white" ? 1 : 0]} ${opponent}` : opponent;
}

function sentence(found) {
  const { board, mine } = found;
  const { state } = board;
  const opponent = opponentOf(found);
  const kept = waiting.get();
  if (kept !== null) return isAway ? keeping(inWords(kept, board)) : word("Sending …");
  const result = state === "open" ? "" : inWords(board.result, board);
  if (state === "confirmed") return word("Confirmed: {result}", { result });
  if (state === "conflict") return word("Conflict: you and {opponent} typed different results. The director decides.", { opponent });
  if (state === "open") return word("Open: no result is typed yet.");
  if ((mine ?? null) === null) return word("Entered by {opponent}: {result}. Type the same to confirm it.", { opponent, result });
  return word("Entered: {result}. {opponent} or the director confirms it.", { opponent, result });
}

function button(result, { board, mine }) {
  const { large, small, isPlayed } = meaning(result, board);
  const data = { board: board.board, round: board.round, result };
  const made = element("button", { type: "button", data, "aria-pressed": String((waiting.get() ?? mine) === result), onclick: () => enter(result) }, element("strong", { textContent: large }), " ", element("span", { textContent: small }));
  return { made, isPlayed };
}

function field({ board, mine }) {
  const input = element("input", { name: "score", required: true, autocomplete: "off", value: waiting.get() ?? mine ?? "", "aria-label": word("score"), data: { board: board.board, round: board.round } });
  const onsubmit = (event) => (event.preventDefault(), enter(input.value));
  return element("form", { onsubmit }, input, element("button", { type: "submit", className: "main", textContent: word("Send") }));
}

function showResults(found) {
  if (!found.buttons.length) {
    const typed = byId("results").querySelector("[name=score]");
    if (typed !== document.activeElement) byId("results").replaceChildren(field(found));
    return;
  }
  const focused = document.activeElement.dataset?.result;
  const made = found.buttons.map((result) => button(result, found));
  const [played, others] = [true, false].map((one) => made.filter(({ isPlayed }) => isPlayed === one).map((each) => each.made));
  const isOpen = byId("results").querySelector("details")?.open ?? false;
  const more = others.length ? [element("details", { open: isOpen }, element("summary", { textContent: word("Not played") }), ...others)] : [];
  byId("results").replaceChildren(...played, ...more);
  if (focused) byId("results").querySelector(`[data-result="${focused}"]`)?.focus({ preventScroll: true });
}

function sides(found) {
  const { me, board } = found;
  const names = sidesOf(found);
  return ["white", "black"].map((side, at) => element("p", { className: board[side] === me ? "side me" : "side" }, element("span", { className: "colour", textContent: names[at] }), " ", element("strong", { textContent: board[side] }), board[side] === me ? ` (${word("you")})` : ""));
}

const where = (game) => whereOf(shown, game).join(" · ");

function showNext(found) {
  const { next, me } = found;
  byId("next").hidden = !next;
  if (!next) return;
  const side = next.white === me ? 0 : 1;
  byId("next-where").textContent = where(next);
  byId("next-who").textContent = word("{side} against {opponent}", { side: sidesOf(found)[side], opponent: side ? next.white : next.black });
}

function showPlace({ place }) {
  byId("place").hidden = !place?.row[0];
  if (!place?.row[0]) return;
  const isFigure = (figure, at) => figure && figure !== shown.me && (place.leading ?? place.headings.keys()).includes(at);
  const figures = place.row.flatMap((figure, at) => (at === 0 || isFigure(figure, at) ? [[place.headings[at], figure]] : []));
  byId("figures").replaceChildren(...figures.slice(0, MOST_FIGURES).flatMap(([heading, figure]) => [element("dt", { textContent: heading }), element("dd", { textContent: figure })]));
}

async function show() {
  if (isRefused) return;
  try {
    shown = await ask("api/board", key);
  } catch (error) {
    isRefused = error.status === 403;
    if (isRefused) {
      byId("state").textContent = refusal(error);
      byId("entry").hidden = true;
    } else if (shown) render();
    else if (waiting.get() !== null) byId("state").textContent = keeping(waiting.get());
    return;
  }
  render();
}

function render() {
  const { board, title } = shown;
  const state = sentence(shown);
  document.title = `${where(board)} · ${title}`;
  document.body.dataset.state = waiting.get() === null ? board.state : "waiting";
  byId("title").textContent = title;
  byId("where").textContent = where(board);
  byId("sides").replaceChildren(...sides(shown));
  if (byId("state").textContent !== state) byId("state").textContent = state;
  byId("entry").hidden = board.state === "confirmed";
  showResults(shown);
  showNext(shown);
  showPlace(shown);
}

// Changes ----------------------------------------------------------------------------------------------------------------

const isMine = (one) => String(one.round) === String(shown.board.round) && one.board === shown.board.board;
const showSoon = gathered(show, 100 + 300 * Math.random()); // not all phones of a hall in one moment

function onChange({ what, boards }) {
  if (document.hidden) return; // it asks when somebody looks at it
  if (!shown || what !== "result" || !boards) showSoon();
  else if (boards.some(isMine)) show();
}

function onLine(isThere) {
  document.body.classList.toggle("offline", !isThere);
  isAway ||= !isThere;
  byId("line").textContent = "";
  if (isThere) show().then(send);
  else if (shown && waiting.get() !== null) render();
  else byId("line").textContent = word("The desk is not reached; this page asks again by itself.");
}

addEventListener("hashchange", () => location.reload());
await speak(navigator.language);
if (key) {
  listen(onChange, onLine);
  setInterval(() => document.hidden || show().then(send), EVERY); // a stream may be dead without a sign
} else byId("state").textContent = word("Scan the code of your board.");
