// Forms made from the declarations of the commands.  Every text becomes a text node, never HTML.

import { word } from "./words.js";

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "data") Object.assign(made.dataset, value);
    else if (name in made && name !== "list") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

let fields = 0;

export const options = ({ choices, words, value }) => choices.map((choice, at) => element("option", { value: choice, textContent: words[at] || "–", selected: choice === value }));

function group(field, ...children) {
  return element("fieldset", {}, element("legend", { textContent: field.label }), hint(field), ...children);
}

const hint = (field) => element("p", { className: "hint", textContent: field.help });

export function ticks(field, choices, words = choices) {
  return choices.map((choice, at) => element("label", { className: "tick" }, element("input", { type: "checkbox", name: field.name, value: choice }), " ", words[at]));
}

// What a field looks like, by its kind; `names` are the players of the event.
function control(field, names) {
  const { name } = field;
  if (field.kind === "names" && names.length) return group(field, element("div", { className: "ticks" }, ...ticks(field, names)));
  if (field.kind === "choice" && field.several) return group(field, element("div", { className: "ticks" }, ...ticks(field, field.choices, field.words)));
  if (Object.keys(field.keys).length) {
    const numbers = Object.entries(field.keys).map(([key, said]) => labelled({ ...field, ...said }, element("input", { type: "number", min: 1, name: `${name}.${key}` })));
    return element("fieldset", {}, element("legend", { textContent: field.label }), ...numbers);
  }
  if (field.kind === "tick") {
    const box = element("input", { type: "checkbox", name, checked: Boolean(field.value) });
    return element("div", { className: "field" }, element("label", { className: "tick" }, box, " ", field.label), describe(box, field));
  }
  if (field.kind === "file") {
    const pasted = element("textarea", { name, rows: 4, placeholder: field.example ?? "" });
    const picked = element("input", { type: "file", name, "aria-label": field.label });
    return element("div", { className: "field" }, ...labelled(field, pasted).childNodes, picked);
  }
  if (field.kind === "choice") return labelled(field, element("select", { name, required: field.needed }, ...options(field)));
  const type = { number: "number", date: "date" }[field.kind] ?? "text";
  const input = element("input", { type, name, required: field.needed, value: field.value ?? "", placeholder: field.example ?? "", autocomplete: "off" });
  if (type === "number") Object.assign(input, { step: "any", min: field.minimum ?? "" });
  const offers = field.kind === "name" ? names : field.offers;
  if (!offers.length) return labelled(field, input);
  const list = element("datalist", { id: `names-${++fields}` }, ...offers.map((one) => element("option", { value: one })));
  input.setAttribute("list", list.id);
  return element("div", { className: "field" }, ...labelled(field, input).childNodes, list);
}

function describe(input, field) {
  const help = hint(field);
  help.id = `hint-${++fields}`;
  input.setAttribute("aria-describedby", help.id);
  return help;
}

function labelled(field, input) {
  input.id = `field-${++fields}`;
  return element("div", { className: "field" }, element("label", { htmlFor: input.id, textContent: field.label }), describe(input, field), input);
}

// A form for a command: what is asked first, and the rest on demand.
export function makeForm(command, shown, names, more, submit, first = []) {
  const isAsked = (field) => field.needed || !command.asks.length || command.asks.includes(field.name);
  const rest = shown.filter((field) => !isAsked(field)).map((field) => control(field, names));
  const form = element("form", { data: { form: command.name } }, ...first, ...shown.filter(isAsked).map((field) => control(field, names)));
  if (rest.length) form.append(element("details", {}, element("summary", { textContent: more }), ...rest));
  form.append(element("p", {}, element("button", { type: "submit", className: "main", data: { command: command.name }, textContent: command.title.replace("…", "") })));
  return Object.assign(form, { onsubmit: (event) => (event.preventDefault(), submit(form)) });
}

// What was filled in, by the names of the parameters, and the files among it.
export async function readForm(form, shown) {
  const filled = {};
  const files = [];
  for (const field of shown) {
    const found = [...form.elements].filter((one) => one.name === field.name);
    const ticked = found.filter((one) => one.type === "checkbox" && one.checked).map((one) => one.value);
    if (Object.keys(field.keys).length) {
      const numbers = Object.keys(field.keys).map((key) => [key, form.elements[`${field.name}.${key}`].value]);
      const given = numbers.filter(([, number]) => number);
      if (given.length) filled[field.name] = Object.fromEntries(given);
    } else if (field.kind === "tick") {
      if (found[0].checked !== Boolean(field.value)) filled[field.name] = found[0].checked;
    } else if (found[0]?.type === "checkbox") {
      if (ticked.length) filled[field.name] = field.several ? ticked : ticked.join("; ");
    } else if (field.kind === "file") {
      const picked = found.find((one) => one.type === "file").files[0];
      const pasted = found.find((one) => one.type !== "file").value;
      if (picked) files.push([picked.name, await picked.arrayBuffer()]);
      else if (pasted.trim()) files.push([`${word("Pasted list")}.csv`, new TextEncoder().encode(`${pasted.trim()}\n`).buffer]);
      if (picked || pasted.trim()) filled[field.name] = files.at(-1)[0];
    } else if (found[0] && found[0].value !== "" && found[0].value !== String(field.value ?? "")) filled[field.name] = found[0].value;
  }
  return { filled, files };
}
