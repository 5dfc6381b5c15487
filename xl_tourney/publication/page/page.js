"use strict";
const words = JSON.parse(document.body.dataset.words);
const say = (name, ...values) => values.reduce((text, value) => text.replace("{}", value), words[name]);
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// A page in several languages leads to the first one that the browser asks for, or the reader chose.
const others = [...document.querySelectorAll(".languages a")];
for (const link of others) link.addEventListener("click", () => {
  try { localStorage.setItem("language", link.lang); } catch { /* then it is not remembered */ }
});
if ("leads" in document.body.dataset) {
  let chosen;
  try { chosen = localStorage.getItem("language"); } catch { /* nothing is remembered */ }
  const own = document.documentElement.lang;
  const codes = (chosen ? [chosen] : navigator.languages).map(code => code.slice(0, 2));
  const wanted = codes.find(code => code === own || others.some(link => link.lang === code));
  const link = others.find(other => other.lang === wanted);
  if (link) location.replace(link.href + location.hash);
}

// A table of standings: sorted by a click on a heading; a phone shows its first columns first.
function prepare(table) {
  const body = table.tBodies[0], first = [...body.rows];
  [...table.tHead.rows[0].cells].forEach((head, at) => {
    const of = row => {
      const cell = row.cells[at];
      return "value" in cell.dataset ? Number(cell.dataset.value) : cell.textContent;
    };
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.firstElementChild.childNodes);
    head.firstElementChild.replaceWith(button);
    button.addEventListener("click", () => {
      const was = head.getAttribute("aria-sort");
      for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
      let rows = first;
      if (was !== "descending") {
        const sign = was === "ascending" ? -1 : 1;
        head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
        rows = [...first].sort((a, b) => {
          const one = of(a), two = of(b);
          if (one === "" || two === "") return (one === "") - (two === "");
          if (typeof one !== typeof two) return typeof one === "number" ? -1 : 1;
          return sign * (typeof one === "number" ? one - two : one.localeCompare(two, undefined, {numeric: true}));
        });
      }
      body.append(...rows);
    });
  });
  if (!table.querySelector(".rest")) return;
  const all = document.createElement("button");
  const shorten = short => {
    table.classList.toggle("short", short);
    all.setAttribute("aria-expanded", String(!short));
    all.textContent = short ? say("all_columns", table.tHead.rows[0].cells.length) : words.fewer_columns;
  };
  all.type = "button";
  all.className = "all-columns";
  shorten(true);
  all.addEventListener("click", () => { thaw(); shorten(!table.classList.contains("short")); cue(); });
  table.closest(".window").after(all);
}

// Frames that scroll sideways: the edge says that there is more, and the keyboard reaches them.
function cue() {
  const frames = [...document.querySelectorAll(".frame")].filter(frame => frame.clientWidth);
  const widthOf = element => element ? element.getBoundingClientRect().width : 0;
  const measured = frames.map(frame => ({
    more: frame.scrollWidth - frame.clientWidth, scrolled: frame.scrollLeft,
    place: frame.querySelector("td.place") ? widthOf(frame.querySelector("th.place")) : 0,
    name: widthOf(frame.querySelector("tbody th")),
  }));
  frames.forEach((frame, at) => {
    const {more, scrolled, place, name} = measured[at];
    frame.parentNode.classList.toggle("more", more - scrolled > 2);
    frame.tabIndex = more > 0 ? 0 : -1;
    frame.style.setProperty("--place", place + "px");
    frame.style.setProperty("--name", name + "px");
  });
}
document.addEventListener("scroll", event => {
  const frame = event.target;
  if (!frame.classList || !frame.classList.contains("frame")) return;
  frame.parentNode.classList.toggle("more", frame.scrollWidth - frame.clientWidth - frame.scrollLeft > 2);
}, {capture: true, passive: true});
addEventListener("resize", () => { thaw(); cue(); });

// Large events: parts that are put in when a reader asks for them.
const packed = document.getElementById("packed");
let parts;
function unpack() {
  parts ??= (async () => {
    if (!packed) return {};
    const bytes = Uint8Array.from(atob(packed.textContent), sign => sign.charCodeAt());
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  })();
  return parts;
}
async function fill(details) {
  const name = details.dataset.packed, place = details.querySelector("div");
  delete details.dataset.packed;
  try {
    const text = (await unpack())[name];
    place.innerHTML = text;
    const section = place.firstElementChild;
    section.removeAttribute("id");
    section.querySelector("h2").remove();
  } catch { place.textContent = words.too_old; }
  find();
  cue();
}
document.addEventListener("toggle", event => {
  if (event.target.open && event.target.dataset.packed) fill(event.target);
  else cue();
}, true);

// A link to a section opens it.
async function openSection() {
  const name = decodeURIComponent(location.hash.slice(1));
  if (!name) return;
  let target = document.getElementById(name);
  if (!target && packed) {
    const players = document.querySelector(".players");
    try {
      const text = (await unpack())[name];
      if (!text) return;
      target = document.getElementById(name);
      if (!target) {
        players.insertAdjacentHTML("beforeend", text);
        target = document.getElementById(name);
      }
    } catch { players.querySelector(".hint").textContent = words.too_old; return; }
  }
  if (!target) return;
  const section = target.closest("details") || target.querySelector(":scope > details[data-packed]");
  if (!section) return;
  for (let outer = section; outer; outer = outer.parentNode.closest("details")) outer.open = true;
  target.scrollIntoView();
  section.querySelector("summary").focus({preventScroll: true});
  cue();
}
addEventListener("hashchange", openSection);
document.addEventListener("click", event => {
  const link = event.target.closest("a[href^='#']");
  if (link && link.hash === location.hash) openSection();
});

// Search by name, and choice by club or group.
const choices = [];
let search, found;
const rows = new Map();
function rowsOf(table) {
  if (!rows.has(table)) {
    const wholeRow = table.classList.contains("games");
    rows.set(table, [...table.tBodies[0].rows].map(row => ({
      row, text: plain((wholeRow ? row : row.querySelector("th > :first-child") || row).textContent),
    })));
  }
  return rows.get(table);
}
// The first rows that fit are shown at once, the others in the frames after it; columns stay as
// wide as they are, or a slow phone would measure every cell at each letter.
const AT_ONCE = 30;
let searches = 0;
function freeze(table) {
  if (table.style.tableLayout) return;
  const heads = [...table.tHead.rows[0].cells];
  const widths = [table, ...heads].map(box => box.getBoundingClientRect().width + "px");
  [table, ...heads].forEach((box, at) => { box.style.width = widths[at]; });
  table.style.tableLayout = "fixed";
}
function thaw() {
  for (const table of rows.keys())
    for (const box of [table, ...table.tHead.rows[0].cells]) box.style.width = box.style.tableLayout = "";
}
function showLater(later, own) {
  if (own !== searches) return;
  for (const row of later.splice(0, AT_ONCE)) row.hidden = false;
  if (later.length) requestAnimationFrame(() => showLater(later, own));
}
function find() {
  if (!search) return;
  const wanted = plain(search.value.trim());
  const chosen = choices.filter(choice => choice.value);
  const later = [];
  let shown = 0, all = 0, first = AT_ONCE;
  for (const table of document.querySelectorAll(".standings, .cross, .games")) {
    const isFirst = table.classList.contains("standings");
    if (table.clientWidth) freeze(table);
    for (const {row, text} of rowsOf(table)) {
      const fits = text.includes(wanted) && (!isFirst || chosen.every(choice => {
        if (!choice.columns) return (row.dataset.prizes || "").split(" ").includes(choice.value);
        const at = choice.columns.get(table);
        return at !== undefined && row.cells[at].textContent === choice.value;
      }));
      if (fits && row.hidden) {
        if (first > 0) row.hidden = false; else later.push(row);
      } else if (!fits && !row.hidden) row.hidden = true;
      first -= fits;
      if (isFirst) { all += 1; shown += fits; }
    }
  }
  found.textContent = wanted || chosen.length ? say("found", shown, all) : "";
  const own = ++searches;
  if (later.length) requestAnimationFrame(() => showLater(later, own));
}
function addSearch() {
  const bar = document.querySelector(".bar");
  if (!bar || document.querySelectorAll(".standings tbody tr").length < 8) return;
  const form = document.createElement("div");
  form.className = "search";
  form.setAttribute("role", "search");
  search = document.createElement("input");
  search.type = "search";
  search.placeholder = words.search;
  search.setAttribute("aria-label", words.search);
  search.autocomplete = "off";
  search.addEventListener("input", find);
  found = document.createElement("output");
  form.append(search);
  const byHeading = new Map();
  for (const head of document.querySelectorAll(".standings th[data-choice]")) {
    const title = head.textContent, table = head.closest("table");
    if (!byHeading.has(title)) byHeading.set(title, new Map());
    byHeading.get(title).set(table, head.cellIndex);
  }
  const addChoice = (title, options, columns) => {
    const select = document.createElement("select");
    select.setAttribute("aria-label", title);
    select.add(new Option(title + ": " + words.all, ""));
    for (const [value, text] of options) select.add(new Option(text, value));
    select.columns = columns;
    select.addEventListener("change", find);
    choices.push(select);
    form.append(select);
  };
  for (const [title, columns] of byHeading) {
    const texts = new Set();
    for (const [table, at] of columns) for (const row of table.tBodies[0].rows) texts.add(row.cells[at].textContent);
    const sorted = [...texts].filter(Boolean).sort((a, b) => a.localeCompare(b, undefined, {numeric: true}));
    addChoice(title, sorted.map(text => [text, text]), columns);
  }
  for (const table of document.querySelectorAll("table[data-prizes]"))
    addChoice(words.prize, Object.entries(JSON.parse(table.dataset.prizes)));
  form.append(found);
  bar.append(form);
}

addSearch();
for (const table of document.querySelectorAll(".standings")) prepare(table);
openSection();
cue();

const proofs = document.getElementById("proofs");
if (proofs) {
  const holds = checkProofs(proofs.textContent), lines = document.querySelectorAll("[data-proof]");
  const where = matchMedia("(pointer: coarse)").matches ? words.on_phone : words.on_computer;
  for (const line of lines) {
    const isChecked = holds[line.dataset.proof] === true;
    line.lastElementChild.textContent = isChecked ? "\u2713" : words.no_proof + ".";
    line.lastElementChild.setAttribute("role", "note");
    line.lastElementChild.setAttribute("aria-label", isChecked ? say("proof", where) : words.no_proof);
    line.classList.toggle("refused", !isChecked);
  }
  const good = [...lines].filter(line => !line.classList.contains("refused")).length;
  document.querySelector(".proofs summary span").textContent = good < lines.length
    ? say("bad_proofs", lines.length - good, lines.length)
    : good === 1 ? say("proof", where) : say("proofs", good, where);
}
