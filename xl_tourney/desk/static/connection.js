// Who answers the page: Python in a worker of its own, which this folder brings.

import { word } from "./words.js";

const worker = {};
const waiting = new Map();
let count = 0;

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

// Resolved with the seconds that Python took to start.
export const ready = keepFolder().then(
  () =>
    new Promise((resolve, reject) => {
      worker.own = new Worker("worker.js", { type: "module" });
      worker.own.addEventListener("message", ({ data }) => {
        if (data.ready !== undefined) resolve(data);
        else if (data.failure !== undefined) reject(new Error(data.failure));
        else {
          waiting.get(data.id)(data);
          waiting.delete(data.id);
        }
      });
      worker.own.addEventListener("error", (event) => reject(new Error(event.message || word("A file of this folder is missing."))));
    }),
);

async function send(message) {
  await ready;
  return new Promise((resolve) => {
    const id = ++count;
    waiting.set(id, resolve);
    worker.own.postMessage({ id, files: [], ...message });
  });
}

// The answer to a question; files, as names and bytes, are there before it is asked.
export async function ask(question, files = []) {
  const { answer } = await send({ question, files });
  if (answer.error) throw new Error(answer.error);
  return answer;
}

export async function readFile(name) {
  const { answer, bytes } = await send({ wanted: name });
  if (!bytes) throw new Error(answer.error);
  return bytes;
}
