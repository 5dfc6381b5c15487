// Python, in a worker: Pyodide and the functions, all from this folder.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL("./", import.meta.url);
const fetchPlain = self.fetch;
const storage = self.caches;

// Python as it was when it had started.  The browser keeps it, since starting it anew takes six times as long.  Another
// build of this folder ($BUILD) or another browser makes its own.
const KEPT = "xl-tourney";
const SECONDS_UNTIL_KEPT = 1;
const SNAPSHOT = new URL(`started?$BUILD&${encodeURIComponent(navigator.userAgent)}`, here).href;

// The largest file is packed, whatever the server does.
self.fetch = async (address, options) => {
  if (!String(address).endsWith(".wasm")) return fetchPlain(address, options);
  const packed = await fetchPlain(String(address).replace(/wasm$/, "bin"), options);
  if (!packed.ok) return packed;
  const unpacked = packed.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "Content-Type": "application/wasm" } });
};

async function fetchFile(name) {
  const response = await fetchPlain(new URL(name, here));
  if (!response.ok) throw new Error(`${name} is missing on the server (${response.status})`);
  return response.arrayBuffer();
}

async function readSnapshot() {
  try {
    const kept = await (await storage.open(KEPT)).match(SNAPSHOT);
    return kept && new Uint8Array(await kept.arrayBuffer());
  } catch {
    return undefined; // a browser that keeps nothing
  }
}

const load = (options) => loadPyodide({ indexURL: new URL("pyodide/", here).href, ...options });

async function startAnew() {
  const [python, archive] = await Promise.all([load({ _makeSnapshot: true }), fetchFile("xl_tourney.zip")]);
  python.unpackArchive(archive, "zip", { extractDir: "/xl_tourney" });
  python.runPython(`
import sys
sys.path.insert(0, "/xl_tourney")
from xl_tourney.hosts.officejs.calls import answer, import_functions
`);
  return python;
}

async function startAsKept() {
  const snapshot = await readSnapshot();
  if (!snapshot) return undefined;
  try {
    return await load({ _loadSnapshot: snapshot });
  } catch {
    await storage.delete(KEPT);
    return undefined;
  }
}

let answer;

async function start() {
  const begin = performance.now();
  const kept = await startAsKept();
  const python = kept ?? (await startAnew());
  answer = python.globals.get("answer");
  // Python has all that it needs: from here on it cannot ask any server for anything
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "caches"]) {
    Object.defineProperty(self, name, { value: undefined, writable: false, configurable: false });
  }
  if (!kept && storage) setTimeout(() => keepSnapshot(python).catch(() => {}), SECONDS_UNTIL_KEPT * 1000);
  return { ready: (performance.now() - begin) / 1000, kept: Boolean(kept) };
}

// When the first cells have their values: this takes half a second.  No object of Python may be held meanwhile.  Where it
// fails, the next start takes as long as this one.
async function keepSnapshot(python) {
  answer.destroy();
  let snapshot;
  try {
    python.runPython("import_functions()");
    snapshot = python.makeMemorySnapshot();
  } finally {
    answer = python.globals.get("answer");
  }
  await storage.delete(KEPT);
  await (await storage.open(KEPT)).put(SNAPSHOT, new Response(snapshot));
}

const started = start();
started.then(
  (state) => postMessage(state),
  (error) => postMessage({ failure: error.message }),
);

addEventListener("message", async ({ data }) => {
  try {
    await started;
    postMessage({ ids: data.ids, answers: answer(data.calls) });
  } catch (error) {
    postMessage({ failure: error.message });
  }
});
