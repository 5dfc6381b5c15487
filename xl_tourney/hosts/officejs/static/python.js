// Python in a worker: Pyodide and an archive of modules, all from this folder, in which several workers may start it.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL("./", import.meta.url);
const fetchPlain = self.fetch;
const storage = self.caches;

// Python as it was when it had started.  The browser keeps it, since starting it anew takes six times as long.  Another
// build of this folder ($BUILD) or another browser makes its own.
const KEPT = "xl-tourney";
const SECONDS_UNTIL_KEPT = 1;
const BUILD = new URL(`started?$BUILD&${encodeURIComponent(navigator.userAgent)}`, here).href;

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
  return new Uint8Array(await response.arrayBuffer());
}

async function readSnapshot(name) {
  try {
    const kept = await (await storage.open(KEPT)).match(`${BUILD}&${name}`);
    return kept && new Uint8Array(await kept.arrayBuffer());
  } catch {
    return undefined; // a browser that keeps nothing
  }
}

// A snapshot may be larger than the memory with which Python starts, which Pyodide leaves as it is.
async function createPyodideModule(settings) {
  const { default: create } = await import("./pyodide/pyodide.asm.mjs");
  const made = await create(settings);
  if (settings.INITIAL_MEMORY) made.growMemory(settings.INITIAL_MEMORY);
  return made;
}

const load = (options) => loadPyodide({ indexURL: new URL("pyodide/", here).href, createPyodideModule, ...options });

async function startAnew(archive, install, code) {
  const python = await load({ _makeSnapshot: true });
  await install(python, await archive);
  python.runPython(code);
  const snapshot = python.makeMemorySnapshot(); // now: nothing of an event is in it
  return { python, snapshot };
}

async function startAsKept(name, archive, install) {
  const kept = await readSnapshot(name);
  if (!kept) return undefined;
  try {
    const python = await load({ _loadSnapshot: kept });
    await install(python, await archive);
    return { python };
  } catch {
    await storage.delete(KEPT);
    return undefined;
  }
}

async function keepSnapshot(name, snapshot) {
  const cache = await storage.open(KEPT);
  const former = (await cache.keys()).filter(({ url }) => !url.startsWith(BUILD));
  await Promise.all(former.map((one) => cache.delete(one)));
  await cache.put(`${BUILD}&${name}`, new Response(snapshot));
}

// Python, after `code` has run over the archive of this name, which `install` puts where Python finds it; and how long it took.
export async function startPython(name, install, code) {
  const begin = performance.now();
  const archive = fetchFile(name);
  archive.catch(() => {}); // it is awaited later
  const { python, snapshot } = (await startAsKept(name, archive, install)) ?? (await startAnew(archive, install, code));
  // Python has all that it needs: from here on it cannot ask any server for anything
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "caches"]) {
    Object.defineProperty(self, name, { value: undefined, writable: false, configurable: false });
  }
  // when the first answers are there; where it fails, the next start takes as long as this one
  if (snapshot) setTimeout(() => keepSnapshot(name, snapshot).catch(() => {}), SECONDS_UNTIL_KEPT * 1000);
  return [python, { ready: (performance.now() - begin) / 1000, kept: !snapshot }];
}
