// Python, in a worker: Pyodide and the functions, all from this folder.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL("./", import.meta.url);

async function fetchFile(name) {
  const response = await fetch(new URL(name, here));
  if (!response.ok) throw new Error(`${name} is missing on the server (${response.status})`);
  return response.arrayBuffer();
}

async function start() {
  const begin = performance.now();
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", here).href }),
    fetchFile("xl_tourney.zip"),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: "/xl_tourney" });
  const answer = python.runPython(`
import sys
sys.path.insert(0, "/xl_tourney")
from xl_tourney.hosts.officejs.calls import answer
answer
`);
  // Python has all that it needs: from here on it cannot ask any server for anything
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport"]) {
    Object.defineProperty(self, name, { value: undefined, writable: false, configurable: false });
  }
  return [answer, (performance.now() - begin) / 1000];
}

const started = start();
started.then(
  ([, seconds]) => postMessage({ ready: seconds }),
  (error) => postMessage({ failure: error.message }),
);

addEventListener("message", async ({ data }) => {
  try {
    const [answer] = await started;
    postMessage({ ids: data.ids, answers: answer(data.calls) });
  } catch (error) {
    postMessage({ failure: error.message });
  }
});
