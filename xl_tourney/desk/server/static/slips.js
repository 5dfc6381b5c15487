// Slips and table cards of a round, to print: each side of a board has a code for its phone.

import { token } from "./connection.js";
import { element } from "./forms.js";
import { ask } from "./live.js";
import { meaning, sidesOf, whereOf } from "./results.js";
import { speak, word } from "./words.js";

const byId = (id) => document.getElementById(id);
const { round, address, kind } = byId("choice").elements;
const SIDES = ["white", "black"];
let event = null;

function code(board, side) {
  const text = `${address.value}/board#${board.keys[side]}`;
  return element("img", { src: `api/qr?text=${encodeURIComponent(text)}`, alt: word("Code of {name}", { name: board[side] }) });
}

const sideName = (side) => sidesOf(event)[SIDES.indexOf(side)];

const figure = (board, side) => element("figure", {}, code(board, side), element("figcaption", {}, element("small", { textContent: sideName(side) }), element("b", { textContent: board[side] })));

function heading(board) {
  const parts = [event.title, ...whereOf(event, board)];
  const textContent = parts.pop();
  return element("p", {}, `${parts.join(" · ")} `, element("b", { className: "board-number", textContent }));
}

const how = () => element("p", { className: "how", textContent: word("Scan your code, and type the result on your phone.") });

const blanks = (board) => (event.buttons.length ? event.buttons.map((one) => meaning(one, board)).filter(({ isPlayed }) => isPlayed).map(({ large }) => large) : ["____ : ____"]);

function slip(board) {
  const marks = blanks(board).map((textContent) => element("span", { textContent }));
  const signs = SIDES.map((side) => element("span", { textContent: sideName(side) }));
  return element("article", { className: kind.value === "cards" ? "card" : "slip", data: { board: board.board, round: board.round } }, heading(board), how(), element("div", { className: "sides" }, ...SIDES.map((side) => figure(board, side))), element("p", { className: "marks" }, ...marks), element("p", { className: "signs" }, ...signs));
}

// At bridge a traveller goes with its board: a line for each table that plays it.
function traveller(lines) {
  const rows = lines.map((line) => element("tr", {}, ...SIDES.map((side) => element("td", {}, element("b", { textContent: line[side] }), code(line, side))), element("td", { className: "blank" })));
  const head = element("tr", {}, ...[...SIDES.map(sideName), word("Score")].map((textContent) => element("th", { scope: "col", textContent })));
  return element("article", { className: "traveller", data: { board: lines[0].round } }, heading(lines[0]), how(), element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
}

function sheets() {
  if (event.in_rounds) return event.boards.map(slip);
  return event.rounds.map((number) => traveller(event.boards.filter((line) => line.round === number)));
}

const show = () => byId("sheets").replaceChildren(...sheets());

const eventOf = (number) => ask(`api/event${number ? `?round=${encodeURIComponent(number)}` : ""}`, token);

async function read() {
  event = await eventOf(round.value);
  if (!event.in_rounds) event.boards = (await Promise.all(event.rounds.map(eventOf))).flatMap(({ boards }) => boards);
  round.replaceChildren(...event.rounds.map((one) => element("option", { value: one, textContent: one, selected: one === event.round })));
  round.parentElement.hidden = !event.in_rounds || event.rounds.length < 2;
  document.title = byId("title").textContent = event.title;
  show();
}

const said = (act) => act().catch((error) => (byId("state").textContent = error.message));

round.onchange = () => said(read);
byId("choice").addEventListener("change", ({ target }) => target !== round && event && show());
byId("print").onclick = async () => {
  await Promise.all([...document.images].map((one) => one.decode())); // no slip without its code
  print();
};
await speak(navigator.language);
await said(async () => {
  const { addresses } = await ask("api/hall", token);
  const known = addresses.length ? addresses : [location.origin];
  address.replaceChildren(...known.map((one) => element("option", { value: one, textContent: one })));
  await read();
});
