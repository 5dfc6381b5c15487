// The service worker: it keeps the files of this folder, so that the page starts without a network, and hands out
// the pages that were made here.

const KEPT = "xl-tourney-desk-$BUILD";
const MADE = "xl-tourney-desk-made";
const FILES = "$FILES";
const POLICY = "$POLICY";

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
});

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith("xl-tourney-desk-") && name !== KEPT);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
}

addEventListener("activate", (event) => event.waitUntil(takeOver()));

// A script that runs in a worker is bound by the policy of its own answer.
function withPolicy(answer) {
  const headers = new Headers(answer.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(answer.body, { status: answer.status, headers });
}

async function answer(request) {
  const made = await caches.match(request, { cacheName: MADE });
  if (made) return made;
  const kept = await caches.match(request, { cacheName: KEPT, ignoreSearch: true });
  return kept ? withPolicy(kept) : fetch(request);
}

addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
