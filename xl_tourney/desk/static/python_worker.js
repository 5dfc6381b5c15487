// Questions to Python in a worker, and its answers in a language.

import { word } from "./words.js";

export function connect(started, language) {
  const waiting = new Map();
  let count = 0;

  async function listen(resolve, reject) {
    const worker = await started;
    worker.addEventListener("message", ({ data }) => {
      if (data.ready !== undefined) resolve(data);
      else if (data.failure !== undefined) reject(new Error(data.failure));
      else {
        waiting.get(data.id)(data);
        waiting.delete(data.id);
      }
    });
    worker.addEventListener("error", (event) => reject(new Error(event.message || word("A file of this folder is missing."))));
  }

  // Resolved with the seconds that Python took to start.
  const ready = new Promise((resolve, reject) => listen(resolve, reject).catch(reject));

  async function send(message) {
    await ready;
    const worker = await started;
    return new Promise((resolve) => {
      const id = ++count;
      waiting.set(id, resolve);
      worker.postMessage({ id, files: [], ...message });
    });
  }

  // The answer to a question; files, as names and bytes, are there before it is asked.
  async function ask(question, files = []) {
    const { answer } = await send({ question: { language, ...question }, files });
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  async function readFile(name) {
    const { answer, bytes } = await send({ wanted: name });
    if (!bytes) throw new Error(answer.error);
    return bytes;
  }

  return { ready, ask, readFile };
}
