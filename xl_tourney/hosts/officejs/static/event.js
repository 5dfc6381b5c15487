// The event in the pane: the page of the desk, loaded when somebody asks for it, and the buttons of the ribbon.

import { CALLS } from "./catalogue.js";
import { word } from "./words.js";

const byId = (id) => document.getElementById(id);

async function load() {
  const response = await fetch(new URL("event.html", import.meta.url));
  if (!response.ok) throw new Error(word("{name} is missing on the server ({status}).", { name: "event.html", status: response.status }));
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const own of page.querySelectorAll("#drop, .promise")) own.remove(); // a workbook is open already
  page.getElementById("start-title").textContent = word("A new event");
  byId("event").replaceChildren(...page.body.children);
  byId("event").append(byId("start"));
  const desk = await import("./desk.js");
  await desk.started;
  await desk.work(null, desk.showEvent);
  return desk;
}

let loaded;

async function openEvent() {
  loaded ??= load();
  try {
    return await loaded;
  } catch (error) {
    loaded = undefined;
    byId("state").textContent = error.message;
    throw error;
  }
}

// A button of the ribbon: what LibreOffice's menu does, the form, or the act at once where nothing is asked.
async function act(name) {
  await Office.addin.showAsTaskpane();
  const desk = await openEvent();
  const command = desk.commands.get(name);
  if (Object.keys(command.members).length) byId("game").focus();
  else if (command.asks.length) await desk.openForm(name);
  else await desk.work(null, () => desk.runCommand(name, {}));
}

export function listenForEvents() {
  byId("open").addEventListener("click", () => openEvent().catch(() => {}));
  for (const call of CALLS) {
    Office.actions.associate(call, (event) =>
      act(call.replace("XLTourney_", ""))
        .catch(() => {}) // it is said already
        .finally(() => event.completed()),
    );
  }
}
