// What the pages of the hall share: questions to the desk, and its changes.

import { word } from "./words.js";

const SECONDS = 10;
const LONGEST_WAIT = 15000;

// What was answered, but not with a success; without a network an error of another kind is thrown.
export class Refused extends Error {
  constructor({ error, why }, status) {
    super(word(error));
    Object.assign(this, { why, status });
  }
}

// The answer of the desk as JSON; a key or the director's token says who asks.
export async function ask(path, bearer = "", body = undefined, seconds = SECONDS) {
  const headers = { ...(bearer && { Authorization: `Bearer ${bearer}` }), ...(body && { "Content-Type": "application/json" }) };
  const sent = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const answer = await fetch(path, { ...sent, headers, signal: AbortSignal.timeout(seconds * 1000) });
  const found = await answer.json();
  if (!answer.ok) throw new Refused(found, answer.status);
  return found;
}

// Tell of each change, and whether the desk is reached.  A stream that was cut is opened anew, sooner if the network or
// the page comes back, and begins with the current version: so who was away asks again.
export function listen(onChange, onLine) {
  let stream;
  let wait;
  let next = 1000;
  const open = () => {
    clearTimeout(wait);
    stream?.close();
    stream = new EventSource("api/changes");
    stream.onopen = () => {
      next = 1000;
      onLine(true);
    };
    stream.addEventListener("change", (one) => onChange(JSON.parse(one.data)));
    stream.onerror = () => {
      stream.close();
      onLine(false);
      wait = setTimeout(open, next * (0.5 + Math.random()));
      next = Math.min(2 * next, LONGEST_WAIT);
    };
  };
  addEventListener("online", open);
  document.addEventListener("visibilitychange", () => !document.hidden && open());
  open();
}

// Call later, once for all calls of a moment.
export function gathered(call, milliseconds) {
  let waiting = null;
  return () => {
    waiting ??= setTimeout(() => {
      waiting = null;
      call();
    }, milliseconds);
  };
}
