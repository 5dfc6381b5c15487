// The page of help in a browser.

import { showHelp } from "./help.js";

showHelp(document.getElementById("help"), document.getElementById("search"));
