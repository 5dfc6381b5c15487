// Python with the folder of an event, in a worker: questions and files in, answers and files out.  Its name is that of
// the class that answers.

import { startPython } from "./python.js";

const FOLDER = "/event/";
// Unpacked by the browser: Python's zipfile takes ten times as long.
async function install({ FS }, packed) {
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  for (const [name, text] of Object.entries(await new Response(unpacked).json())) {
    const path = `/app/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, text);
  }
}
const CODE = `
import sys
sys.path.insert(0, "/app")
from pathlib import Path
from xl_tourney.desk.answers import Desk, Pane
Desk(Path("${FOLDER}")).answer('{"ask": "commands"}')
`;

// Of an error of Python the last line says what is wrong.
const lastLine = (error) => error.message.trim().split("\n").at(-1);

const started = startPython("desk.bin", install, CODE).then(([python, state]) => {
  python.runPython(`desk = ${self.name}(Path("${FOLDER}"))`);
  return [python, python.globals.get("desk"), state];
});
started.then(
  ([, , state]) => postMessage(state),
  (error) => postMessage({ failure: lastLine(error) }),
);

addEventListener("message", async ({ data: { id, question, files, wanted } }) => {
  try {
    const [python, desk] = await started;
    for (const [name, bytes] of files) python.FS.writeFile(FOLDER + name, new Uint8Array(bytes));
    const answer = question ? JSON.parse(desk.answer(JSON.stringify(question))) : {};
    const bytes = wanted && python.FS.readFile(FOLDER + wanted);
    postMessage({ id, answer, bytes }, bytes ? [bytes.buffer] : []);
  } catch (error) {
    postMessage({ id, answer: { error: lastLine(error) } });
  }
});
