// dado.js - plays any game of dado from JavaScript; copy it beside your agent.
//
//     const dado = require("./dado.js");
//     dado.play((turn) => turn.moves[0]);   // turn.view, turn.moves, turn.random(); null gives up
//
// turn.whatIf({ moves: [...], world: 0, on: 0, list: true }) asks what would happen: from a world
// that fits your view (the same number, the same world and luck), after these moves of whoever is to
// move, in words; `on` plays so many more at random, `list` asks for the legal moves there. Answers
// view, actor, over, scores (more is better), places once it is over, made, left (of the budget)
// and, where it went no further, error: BUDGET once that is spent.
//
// Remarks go to console.error: standard output belongs to the conversation.
//
// Protocol 2: the budget of a turn is processor time, all threads added up. The clock on the wall
// stands behind it, five times as long. Rest while others think: a player that is busy then is
// frozen until it is asked again.
"use strict";
const fs = require("fs");

// Lines of standard input one by one; null at its end. A question may have questions back, so that
// nothing here waits for events.
const heard = { chunk: Buffer.alloc(65536), rest: [], ready: [] };
function hear() {
  while (!heard.ready.length) {
    const count = fs.readSync(0, heard.chunk, 0, heard.chunk.length, null);
    if (count === 0) return null;
    const piece = Buffer.from(heard.chunk.subarray(0, count));
    const end = piece.lastIndexOf(10);
    heard.rest.push(end < 0 ? piece : piece.subarray(0, end));
    if (end < 0) continue;
    heard.ready = Buffer.concat(heard.rest).toString("utf8").split("\n");
    heard.rest = [piece.subarray(end + 1)];
  }
  return heard.ready.shift();
}

// A small generator, so that a match repeats: Math.random takes no seed.
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function say(message) {
  fs.writeSync(1, JSON.stringify(message) + "\n");
}

function whatIf({ moves = [], world = 0, on = 0, list = false } = {}) {
  say({ t: "if", world, moves, on, list });
  for (;;) {
    const line = hear();
    if (line === null) throw new Error("dado has gone");
    const message = JSON.parse(line);
    if (message.t === "then") return message;
  }
}

function play(choose, { name = "javascript agent", over } = {}) {
  let hello, turn, random;
  for (let line = hear(); line !== null; line = hear()) {
    const message = JSON.parse(line);
    if (message.t === "hello") {
      hello = message;
      random = generator(message.seed % 4294967296);
      say({ t: "ready", name, moves: true });
    } else if (message.t === "turn" || message.t === "err") {
      if (message.t === "turn") turn = { ...hello, ...message, random, whatIf, error: null };
      else turn.error = message.error;
      const move = choose(turn);
      say(move == null ? { t: "resign" } : { t: "move", code: turn.code, move });
    } else if (message.t === "over" && over) {
      over(message);
    }
  }
}

// Território: the legal moves without new orders for buildings that are at work already.
function lean({ view, moves }) {
  const busy = new Set();
  for (const b of view.buildings) if (b.production !== null) busy.add(String(b.id));
  return moves.filter((move) => !(move.startsWith("produce ") && busy.has(move.split(" ")[1])));
}

// Território: the six neighbours of a tile, N NE SE S SW NW, those off the map left out.
function neighbours(x, y, width, height) {
  const steps = [
    [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 0], [-1, -1]],
    [[0, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]],
  ];
  const around = steps[x % 2].map(([dx, dy]) => [x + dx, y + dy]);
  return around.filter(([nx, ny]) => nx >= 0 && ny >= 0 && nx < width && ny < height);
}

// Território: steps between two tiles.
function distance(x1, y1, x2, y2) {
  const dx = Math.abs(x2 - x1);
  const up = Math.floor((dx + (x1 % 2 === 0 ? 1 : 0)) / 2);
  return dx + Math.max(0, y1 - up - y2, y2 - y1 - (dx - up));
}

// Território: what it costs to march from a tile to every other, -1 where it is too far. `prices`
// has for every tile, row by row, what entering it costs, 0 where one may not; `stops` are tiles
// [x, y] where a march ends, such as buildings of others.
function reach(width, height, prices, x, y, moves, stops = []) {
  const costs = Array(width * height).fill(-1);
  const ends = new Set(stops.map(([sx, sy]) => sy * width + sx));
  costs[y * width + x] = 0;
  for (let cost = 0; cost < moves; cost++) {
    for (let tile = 0; tile < costs.length; tile++) {
      if (costs[tile] !== cost || (cost > 0 && ends.has(tile))) continue;
      for (const [nx, ny] of neighbours(tile % width, Math.floor(tile / width), width, height)) {
        const to = ny * width + nx;
        const sum = cost + prices[to];
        if (prices[to] > 0 && sum <= moves && !(costs[to] >= 0 && costs[to] <= sum)) costs[to] = sum;
      }
    }
  }
  return costs;
}

// Território: the cheapest march, tile by tile without the first; empty where there is none.
function route(width, height, prices, x, y, toX, toY, stops = []) {
  const start = y * width + x, goal = toY * width + toX;
  const ends = new Set(stops.map(([sx, sy]) => sy * width + sx));
  if (start === goal || prices[goal] <= 0) return [];
  const rest = new Map([[goal, 0]]); // what is still to pay from a tile on
  const waiting = [goal];
  for (let i = 0; i < waiting.length; i++) {
    const tile = waiting[i];
    if (tile === start) continue;
    for (const [nx, ny] of neighbours(tile % width, Math.floor(tile / width), width, height)) {
      const before = ny * width + nx, cost = rest.get(tile) + prices[tile];
      if (before !== start && (prices[before] <= 0 || ends.has(before))) continue;
      if (rest.has(before) && rest.get(before) <= cost) continue;
      rest.set(before, cost);
      waiting.push(before);
    }
  }
  const path = [];
  for (let here = start; rest.has(start) && here !== goal;) {
    const next = neighbours(here % width, Math.floor(here / width), width, height).find(([nx, ny]) => {
      const to = ny * width + nx;
      return to !== start && rest.has(to) && (to === goal || !ends.has(to)) && prices[to] > 0 &&
        rest.get(to) + prices[to] === rest.get(here);
    });
    path.push(next);
    here = next[1] * width + next[0];
  }
  return path;
}

// Território: what an attack, a defence or an influence comes to. `least` is the unit's min_random,
// `luck` between 0 and 1; `group` is the bonus of a group where it stands in one, `domain` the bonus
// of domain times one's share of the tile.
function force(attribute, least, luck, group = 0, domain = 0) {
  return attribute * (1 + group) * (1 + domain) * (least + luck * (1 - least));
}

// Território: the damage of two forces, to the one attacked and back (if it may strike back).
function fight(attack, defence, power = 2) {
  const both = attack + defence;
  if (both === 0) return [0, 0];
  return [power === 2 ? (attack * attack) / both : attack / both,
          power === 2 ? (defence * defence) / both : defence / both];
}

// Território: everybody's shares of a tile after `seat` exerted so much on it.
function influence(shares, seat, exerted) {
  const after = shares.map((share, p) => (p === seat ? share + exerted : share));
  const whole = after.reduce((a, b) => a + b, 0);
  return whole ? after.map((share) => share / whole) : after;
}

module.exports = { play, lean, neighbours, distance, reach, route, force, fight, influence };
