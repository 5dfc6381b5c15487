"use strict";
// Checks proofs of who can still finish where, and needs nothing but their text: checkProofs(text)
// says of each whether it holds.  What it does is described in docs/reference/proofs.md.
function checkProofs(text) {
  const {checksum, ...stated} = JSON.parse(text);
  return stated.proofs.map(proof => {
    try {
      return checksum === sumOf(JSON.stringify(stated)) && holds(stated, proof);
    } catch { return false; }  // it is not in the format
  });
}
function sumOf(text) {  // FNV-1a; it finds damage, what is false is found by the checks
  let sum = 2166136261;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 16777619) >>> 0;
  return sum;
}
const demand = (...so) => { if (!so.every(one => one === true)) throw new Error("not in the format"); };
const isBelow = (end, number) => Number.isSafeInteger(number) && number >= 0 && number < end;
const add = numbers => numbers.reduce((a, b) => a + b, 0);
function holds(stated, {team, wish, places, possible, ...proof}) {
  const {format, teams, scoring, left, played, criteria, keys, points: now} = stated;
  const reach = wish === "reach", last = scoring.length - 1, others = [...teams.keys()].filter(j => j !== team);
  demand(format === "xl_tourney proofs 1", reach || wish === "miss");
  demand(isBelow(teams.length, team), isBelow(teams.length, places - 1), left.every(pair => pair[0] !== null));
  demand(last > 0, scoring.every((worth, at) => Number.isSafeInteger(worth) && (!at || worth < scoring[at - 1])));
  for (const [first, second] of [...left, ...played])  // null: a team that is not in the table
    demand(first !== second, [first, second].every(j => j === null || isBelow(now.length, j)));
  demand(now.length === teams.length, now.every(Number.isSafeInteger), !keys || keys.length === now.length);
  if (possible === true) {
    demand(proof.results.length === left.length, played.every(isPossible));
    const games = left.map((pair, at) => [...pair, ...proof.results[at]]);
    demand(games.every(isPossible), !criteria.length || games.every(game => game[3] !== null));
    const points = pointsWith(games.map(game => game[2])), level = others.filter(j => points[j] === points[team]);
    const {ahead, behind} = separate(level, [...played, ...games], true);
    const above = others.filter(j => points[j] > points[team]).length;
    return (above + (reach ? ahead.size : level.length - behind.size) < places) === reach;
  }
  demand(possible === false, played.every(isPossible));
  const best = reach ? 0 : last;  // how our own games end: a better result never makes a place worse
  const ours = left.map(([first, second]) => first === team ? best : second === team ? last - best : null);
  return isClosed(ours, new Map(), proof.proof);
  // A game: first team, second, number of the result as the first sees it or null, score or null.
  function pointsWith(results) {
    const points = [...now];
    left.forEach(([first, second], at) => {
      if (results[at] !== null) points[first] += scoring[results[at]];
      if (results[at] !== null && second !== null) points[second] += scoring[last - results[at]];
    });
    return points;
  }
  function margin([, , result, score]) {
    if (score || result === null) return score ? [score[0] - score[1], score[0] - score[1]] : [-Infinity, Infinity];
    const by = last - 2 * result, most = last === 3 && Math.abs(by) === 1 ? 1 : Infinity;
    return by > 0 ? [1, most] : by < 0 ? [-most, -1] : [0, 0];
  }
  function isPossible([first, second, result, score, ...more]) {
    if (more.length || !isBelow(last + 1, result) || score === null) return !more.length && isBelow(last + 1, result);
    const [low, high] = margin([first, second, result, null]), by = score[0] - score[1];
    return score.length === 2 && score.every(goals => goals >= 0) && low <= by && by <= high;
  }
  // Criteria: what a game counts for its first team (side 0) or the second (1), at least and at most.
  function figure(name, game, side) {
    const turn = ([low, high]) => [-high, -low], what = name.replace("away ", "");
    const isWin = at => game[2] !== null && (last - 2 * game[2]) * (1 - 2 * at) > 0;
    const goals = at => game[3] ? [game[3][at], game[3][at]] : [+isWin(at), Infinity];
    if (name.startsWith("away ") && !side) return [0, 0];
    if (what === "difference") return side ? turn(margin(game)) : margin(game);
    if (what === "for" || what === "against") return what === "for" ? goals(side) : turn(goals(1 - side));
    demand(what === "points" || what === "wins");
    const worth = (game[2] === null ? [...scoring.keys()] : [game[2]]).map(result => side ? last - result : result)
      .map(own => what === "points" ? scoring[own] : +(2 * own < last));
    return [Math.min(...worth), Math.max(...worth)];
  }
  function separate(level, games, areAll) {  // who is certainly ahead of us, and who behind
    const ahead = new Set(), behind = new Set(), mayLead = new Set(), mayTrail = new Set(), open = new Set(level);
    let exact = true;  // whether it is known who is level with us so far
    const compare = (j, own, its) => {
      const above = its[0] > own[1], below = its[1] < own[0];
      if (above && !mayTrail.has(j)) ahead.add(j);
      if (below && !mayLead.has(j)) behind.add(j);
      exact = exact && (above || below || (its[0] === own[1] && its[1] === own[0] && its[0] === its[1]));
      if (its[1] > own[0]) mayLead.add(j);
      if (its[0] < own[1]) mayTrail.add(j);
      if (above || below || (mayLead.has(j) && mayTrail.has(j))) open.delete(j);
    };
    for (const {figures, among_tied: isRun, again} of criteria) while (open.size) {
      if (isRun && !(exact && areAll)) return {ahead, behind};
      const group = [team, ...open], before = open.size;
      const counted = games.filter(game => !isRun || (group.includes(game[0]) && group.includes(game[1])));
      const parts = (name, j) => counted.flatMap(game => game[0] === j ? [figure(name, game, 0)]
        : game[1] === j ? [figure(name, game, 1)] : []);
      const total = (name, j) => [0, 1].map(end => add(parts(name, j).map(bounds => bounds[end])));
      for (const name of figures) for (const j of [...open]) compare(j, total(name, team), total(name, j));
      if (!(isRun && again) || (exact && open.size === before)) break;
    }
    for (const j of keys ? [...open] : []) {
      const by = keys[j] === null || keys[team] === null ? 0 : Math.sign(keys[j] - keys[team]);
      if (by) compare(j, [0, 0], [by, by]);
    }
    return {ahead, behind};
  }
  // Cases: each result of a game, or a team level with us on points and not level; closed by cuts.
  function isClosed(results, level, node) {
    const points = pointsWith(results), own = points[team], open = left.filter((_, at) => results[at] === null);
    const count = j => open.filter(game => game.includes(j)).length;
    const low = j => points[j] + count(j) * scoring[last], high = j => points[j] + count(j) * scoring[0];
    const canBe = others.filter(j => level.get(j) !== false && low(j) <= own && own <= high(j));
    for (const [j, isLevel] of level)  // what is assumed cannot be
      if (isLevel ? !canBe.includes(j) : low(j) === own && own === high(j)) return true;
    if ("game" in node) {
      demand(isBelow(left.length, node.game), results[node.game] === null, node.cases.length === last + 1);
      return node.cases.every((next, one) => isClosed(results.map((r, at) => at === node.game ? one : r), level, next));
    }
    if ("level" in node) {
      demand(others.includes(node.level), !level.has(node.level), node.cases.length === 2);
      return node.cases.every((next, at) => isClosed(results, new Map([...level, [node.level, !at]]), next));
    }
    const games = left.map((pair, at) => [...pair, results[at], null]);
    const {ahead, behind} = separate(canBe, [...played, ...games], canBe.every(j => level.get(j)));
    const against = reach ? ahead : behind, gone = others.filter(j => against.has(j) && level.get(j));
    for (const j of gone) points[j] = own - count(j) * scoring[0] - 1;  // level and on the wrong side: taken out
    const loses = j => against.has(j) || level.get(j) === false ? 1 : 0;  // a tie with us would not help
    const room = j => reach ? own - loses(j) - low(j) : high(j) - own - loses(j);
    return fails({open, room}, places - (reach ? gone.length : 0), [], [], node);
  }
  // A cut: teams whose games with each other demand more than they can take on the right side of us.
  function fails(race, within, lost, excluded, {teams: group = [], then = [], together = false}) {
    const spare = (reach ? within - 1 : others.length - within) - lost.length;
    if (spare < 0) return true;
    demand(new Set(group).size === group.length, group.every(j => others.includes(j) && !lost.includes(j)));
    const demands = scoring.map(worth => reach ? worth - scoring[last] : scoring[0] - worth);
    const grain = demands.reduce(function divisor(a, b) { return b ? divisor(b, a % b) : a; });
    const least = Math.min(...demands.map((worth, result) => worth + demands[last - result]));
    const games = (...some) => race.open.filter(game => game.every(j => some.includes(j))).length * least;
    const capacity = j => Math.floor(race.room(j) / grain) * grain, free = group.filter(j => !excluded.includes(j));
    if (together) {  // the same with as many of them lost as the wish allows
      const among = j => group.filter(o => o !== j).map(o => games(j, o)).sort((a, b) => a - b);
      const carried = j => Math.min(add(among(j)), capacity(j));
      const more = count => free.map(j => add(among(j)) - add(among(j).slice(0, count - 1)) / 2 - carried(j));
      const most = Array.from({length: Math.min(spare, free.length)}, (_, at) =>
        add(more(at + 1).sort((a, b) => b - a).slice(0, at + 1)));
      return games(...group) > add(group.map(carried)) + Math.max(0, ...most);
    }
    if (!group.length || games(...group) <= add(group.map(capacity))) return false;
    return free.every(j => {
      const at = then.findIndex(([o]) => o === j), earlier = then.slice(0, at < 0 ? then.length : at).map(([o]) => o);
      return fails(race, within, [...lost, j], [...excluded, ...earlier], at < 0 ? {} : then[at][1]);
    });
  }
}
