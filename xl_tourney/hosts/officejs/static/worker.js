// The functions in a worker: calls in, rows of cells out.

import { startPython } from "./python.js";

// The functions are imported from the wheel, each with its first call.
const addWheel = (python, wheel) => python.FS.writeFile("/xl_tourney.whl", wheel);
const CODE = `
import sys
sys.path.insert(0, "/xl_tourney.whl")
from xl_tourney.hosts.officejs.calls import answer
`;

const started = startPython("$WHEEL", addWheel, CODE).then(([python, state]) => [python.globals.get("answer"), state]);
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
