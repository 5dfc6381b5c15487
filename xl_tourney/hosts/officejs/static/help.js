// The help of the catalogue as elements of a page.  Every text becomes a text node, never HTML.

import { FUNCTIONS } from "./catalogue.js";

function element(tag, text = "", className = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  // what stands between backticks is code
  text.split("`").forEach((part, index) => {
    if (part) made.append(index % 2 ? Object.assign(document.createElement("code"), { textContent: part }) : part);
  });
  return made;
}

function definitionList(entries) {
  const list = element("dl");
  for (const [term, text] of entries) list.append(element("dt", term), element("dd", text));
  return list;
}

function exampleItem(example, insert) {
  const item = element("li");
  const formula = document.createElement("code");
  formula.textContent = example.formula;
  const value = document.createElement("samp");
  value.textContent = example.value;
  item.append(formula, " gives ", value);
  if (insert) {
    const button = element("button", "Insert");
    button.type = "button";
    button.addEventListener("click", () => insert(example.formula));
    item.append(" ", button);
  }
  return item;
}

function section(entry, insert) {
  const details = element("details");
  details.id = entry.name;
  const summary = element("summary");
  summary.append(element("strong", entry.name), " ", element("span", entry.category, "category"));
  const examples = element("ul", "", "examples");
  examples.append(...entry.examples.map((example) => exampleItem(example, insert)));
  details.append(
    summary,
    element("p", `\`${entry.usage}\``),
    element("p", entry.summary),
    definitionList(entry.parameters.map((p) => [`\`${p.name}\` ${p.default && `[${p.default}]`}`, `${p.help} (${p.kind})`])),
    element("p", `Gives ${entry.result}.`),
    definitionList(entry.errors.map(([error, cause]) => [`\`${error}\``, cause])),
  );
  if (entry.notes) details.append(element("p", entry.notes));
  details.append(element("p", `Source: ${entry.source}`), examples);
  return details;
}

// Show all functions in a container, and only those that match the text of a search field.
// With `insert`, each example has a button that calls it with the formula.
export function showHelp(container, search, insert) {
  const sections = FUNCTIONS.map((entry) => [section(entry, insert), `${entry.name} ${entry.category} ${entry.summary}`.toLowerCase()]);
  container.replaceChildren(...sections.map(([details]) => details));
  search.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    for (const [details, text] of sections) details.hidden = !text.includes(wanted);
  });
  const open = () => {
    const linked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (linked instanceof HTMLDetailsElement) {
      linked.open = true;
      linked.scrollIntoView();
    }
  };
  addEventListener("hashchange", open);
  open();
}
