// Drives the add-in's page in tests: the calls of the suite, and the task pane.

const violations = [];
addEventListener("securitypolicyviolation", (event) => violations.push(`${event.violatedDirective} ${event.blockedURI}`));

const byId = (id) => document.getElementById(id);

async function waitFor(id, isThere) {
  const end = performance.now() + 20000;
  while (!isThere(byId(id).textContent) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  return byId(id).textContent;
}

const values = await standIn.runCalls("/calls.json");
const state = await waitFor("state", (text) => !text.endsWith("…"));

function searchFor(text) {
  byId("search").value = text;
  byId("search").dispatchEvent(new Event("input"));
  return [...document.querySelectorAll("#help details")].filter((details) => !details.hidden).map((details) => details.id);
}

function select(cell, spillParent = null) {
  standIn.cell = { address: "Sheet1!B2", rowIndex: 1, columnIndex: 1, formulas: [[""]], values: [[""]], valueTypes: [["Empty"]], ...cell };
  standIn.spillParent = spillParent;
}

async function insert(content) {
  select({ formulas: [[content]] });
  byId("message").textContent = "";
  document.querySelector("#GBQ .examples button").click();
  const message = await waitFor("message", Boolean);
  return { message, formula: standIn.cell.formulas[0][0] };
}

async function why(cell, { call = [], spillParent = null } = {}) {
  select({ valueTypes: [["Error"]], ...cell }, spillParent);
  standIn.calculate = () => {
    const [name, ...parameters] = call;
    if (name) standIn.associated.get(name)(...parameters, { address: "[Book1]Sheet1!$B$2" }).catch(() => {});
  };
  byId("why").click();
  return waitFor("reason", (text) => text !== "…");
}

const GBQ = "=TOURNEY.GBQ({55;5},{3;3},9)";
const PERCENT = '=TOURNEY.TP_PERCENT(A1:A2,{2;2})';
const pane = {
  state,
  all: searchFor(""),
  found: searchFor("gbq"),
  help: byId("GBQ").textContent,
  inserted: await insert(""),
  refused: await insert("7"),
  single: await why({ formulas: [[GBQ]] }, { call: ["GBQ", [[55], [5]], [[3], [3]], 9, null, null] }),
  spilled: await why(
    { address: "Sheet1!B3", rowIndex: 2, formulas: [[PERCENT]] },
    {
      call: ["TP_PERCENT", [["many"], ["<img src=x>"]], [[2], [2]]],
      spillParent: { address: "Sheet1!B2", formulas: [[PERCENT]], rowIndex: 1, columnIndex: 1 },
    },
  ),
  tags: byId("reason").childElementCount,
  incoming: await why({ formulas: [["=TOURNEY.TP_PERCENT(A1,2)"]] }, { call: ["TP_PERCENT", new standIn.FunctionError("#REF!"), 2] }),
  good: await why({ valueTypes: [["Double"]] }),
  foreign: await why({ formulas: [["=1/0"]] }),
  outside: await why({ formulas: [["=1/0+TOURNEY.GBQ(1,1,1)"]] }, { call: ["GBQ", 1, 1, 1, null, null] }),
};

// help is never HTML
const { FUNCTIONS } = await import("/catalogue.js");
const { showHelp } = await import("/help.js");
FUNCTIONS[0].summary = '<img src=x onerror="document.title=1"> `<b>`';
const container = document.createElement("div");
showHelp(container, document.createElement("input"));
pane.images = container.querySelectorAll("img, b").length;
pane.shown = container.textContent.includes('<img src=x onerror="document.title=1"> <b>');

// what the policy keeps out
const refused = [...violations];
let evaluated = "";
try {
  evaluated = (0, eval)("1 + 1");
} catch (error) {
  evaluated = error.name;
}
const asked = await fetch("https://example.com/").then(() => "", (error) => error.name);
document.body.insertAdjacentHTML("beforeend", "<p id=inline style='color: red' onclick='1'></p>");
await new Promise((resolve) => setTimeout(resolve, 100));

await fetch("/result", {
  method: "POST",
  body: JSON.stringify({ values, pane, refused, evaluated, asked, later: violations, cookie: document.cookie, stored: localStorage.length }),
});
