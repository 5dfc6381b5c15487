// What a result means, for people.

import { word } from "./words.js";

const WINS = { "1-0": "white", W: "white", "0-1": "black", B: "black" };
const FORFEITS = { "+--": "black", "W!": "black", "--+": "white", "B!": "white" };
const LARGE = { "1-0": "1 – 0", "1/2": "½ – ½", "0-1": "0 – 1" };

// A result in large type, what it says about two players, and whether the game was played.
export function meaning(result, players) {
  const large = LARGE[result] ?? result;
  if (result in WINS) return { large, small: word("{name} wins", { name: players[WINS[result]] }), isPlayed: true };
  if (result in FORFEITS) return { large, small: word("{name} did not come", { name: players[FORFEITS[result]] }), isPlayed: false };
  return { large, small: result === "1/2" || result === "jigo" ? word("draw") : "", isPlayed: true };
}

// What the two sides of a game are called: word("White"), word("Black"), word("Home"), word("Away"), word("Player A"),
// word("Player B"), word("NS pair"), word("EW pair").
export const sidesOf = ({ sides }) => sides.map((side) => word(side));

// Where a game is played, in parts: a round and a board; at bridge its board alone, which is called otherwise.
export function whereOf({ in_rounds: inRounds }, { round, board }) {
  if (!inRounds) return [word("Board {deal}", { deal: round })];
  const when = Number.isInteger(round) ? word("Round {round}", { round }) : round;
  return [...(when ? [when] : []), word("Board {board}", { board })];
}

// How many results of the round that is played are in; blank where games are in no rounds that have numbers.
export function progress({ progress: found, in_rounds: inRounds }) {
  if (!found.all || !inRounds || !Number.isInteger(found.round)) return "";
  return word("Round {round}: {known} of {all} results are in", found);
}
