// Who answers the page: the server of the desk, for the director whose token is in the address.

import { ask as askDesk } from "./live.js";

const LONGEST_SECONDS = 3600; // of a command that calculates

const given = new URLSearchParams(location.search).get("token");
if (given) {
  sessionStorage.setItem("token", given);
  history.replaceState(null, "", location.pathname);
}
export const token = given ?? sessionStorage.getItem("token") ?? "";

// The workbook is the desk's own, in a folder of this machine.
export const isOwn = true;
export const { language } = navigator;
export const ready = Promise.resolve({ ready: 0 });

async function encode(bytes) {
  const url = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(new Blob([bytes]));
  });
  return url.slice(url.indexOf(",") + 1);
}

// The answer to a question; files, as names and bytes, go with it.
export async function ask(question, files = []) {
  const encoded = Object.fromEntries(await Promise.all(files.map(async ([name, bytes]) => [name, await encode(bytes)])));
  const answer = await askDesk("api/ask", token, { language, ...question, files: encoded }, LONGEST_SECONDS);
  if (answer.error) throw new Error(answer.error);
  return answer;
}

export async function readFile(name) {
  const response = await fetch(`api/files/${encodeURIComponent(name)}`, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error((await response.json()).error);
  return response.arrayBuffer();
}

// Where a page that was made is shown, which can do nothing there but be read.
export const shown = (name) => `api/files/${encodeURIComponent(name)}?show=1&token=${encodeURIComponent(token)}`;
