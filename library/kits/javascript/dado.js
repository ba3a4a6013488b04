// dado.js - plays any game of dado from JavaScript; copy it beside your agent.
//
//     const dado = require("./dado.js");
//     dado.play((turn) => turn.moves[0]);   // turn.view, turn.moves, turn.random(); null gives up
//
// Remarks go to console.error: standard output belongs to the conversation.
"use strict";
const readline = require("readline");

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

function play(choose, { name = "javascript agent", over } = {}) {
  const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
  let hello, turn, random;
  readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.t === "hello") {
      hello = message;
      random = generator(message.seed % 4294967296);
      say({ t: "ready", name, moves: true });
    } else if (message.t === "turn" || message.t === "err") {
      if (message.t === "turn") turn = { ...hello, ...message, random, error: null };
      else turn.error = message.error;
      const move = choose(turn);
      say(move == null ? { t: "resign" } : { t: "move", code: turn.code, move });
    } else if (message.t === "over" && over) {
      over(message);
    }
  });
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

module.exports = { play, lean, neighbours, distance };
