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

// The functions are imported from the wheel, each with its first call.
const addWheel = (python, wheel) => python.FS.writeFile("/xl_tourney.whl", new Uint8Array(wheel));

async function startAnew(wheel) {
  const python = await load({ _makeSnapshot: true });
  addWheel(python, await wheel);
  python.runPython(`
import sys
sys.path.insert(0, "/xl_tourney.whl")
from xl_tourney.hosts.officejs.calls import answer
`);
  const snapshot = python.makeMemorySnapshot(); // now: memory that has grown cannot be restored
  return { python, snapshot };
}

async function startAsKept(wheel) {
  const kept = await readSnapshot();
  if (!kept) return undefined;
  try {
    const python = await load({ _loadSnapshot: kept });
    addWheel(python, await wheel);
    return { python };
  } catch {
    await storage.delete(KEPT);
    return undefined;
  }
}

async function keepSnapshot(snapshot) {
  await storage.delete(KEPT);
  await (await storage.open(KEPT)).put(SNAPSHOT, new Response(snapshot));
}

async function start() {
  const begin = performance.now();
  const wheel = fetchFile("$WHEEL");
  wheel.catch(() => {}); // it is awaited later
  const { python, snapshot } = (await startAsKept(wheel)) ?? (await startAnew(wheel));
  const answer = python.globals.get("answer");
  // Python has all that it needs: from here on it cannot ask any server for anything
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "caches"]) {
    Object.defineProperty(self, name, { value: undefined, writable: false, configurable: false });
  }
  // when the first cells have their values; where it fails, the next start takes as long as this one
  if (snapshot) setTimeout(() => keepSnapshot(snapshot).catch(() => {}), SECONDS_UNTIL_KEPT * 1000);
  return [answer, { ready: (performance.now() - begin) / 1000, kept: !snapshot }];
}

const started = start();
started.then(
  ([, state]) => postMessage(state),
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
