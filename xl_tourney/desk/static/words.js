// The page's own sentences in the language of the reader, which they are English without.

let words = {};

const said = (english) => words[english] ?? english;

// A sentence with values in it: word("Download {name}", { name }).
export const word = (english, values = {}) => said(english).replace(/\{(\w+)\}/g, (_, name) => values[name]);

// Speak the language of a code such as de-AT, also in what the page shows already.
export async function speak(code) {
  const known = await (await fetch("words.json")).json();
  const language = code.slice(0, 2);
  if (!known[language]) return;
  words = known[language];
  document.documentElement.lang = language;
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    text.data = words[text.data.trim().replace(/\s+/g, " ")] ?? text.data;
  }
}
