// Who answers the page: Python in a worker of its own, which this folder brings.

import { connect } from "./python_worker.js";

// The workbook is this page's own: it is downloaded from here, and lost with it.
export const isOwn = true;

// Who shows a page that was made: nobody but the page itself.
export const shown = null;

export const { language } = navigator;

// The service worker keeps the folder first: then nothing is fetched twice, and its policy binds the worker, too.
async function keepFolder() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("keep.js");
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    }
  } catch {
    // a browser that keeps nothing: the page works as long as there is a network
  }
}

export const { ready, ask, readFile } = connect(keepFolder().then(() => new Worker("worker.js", { type: "module", name: "Desk" })), language);
