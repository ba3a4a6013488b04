#!/usr/bin/env node
// Território: makes lieutenants, explores, attacks what it meets, marches on buildings it saw.
"use strict";
const dado = require("./dado.js");

const goals = new Set(), seen = new Set();  // enemy buildings, and every tile ever looked at

// Steps between two tiles, "x,y" each: odd columns sit half a tile lower.
function apart(a, b) {
  const [ax, ay] = a.split(",").map(Number), [bx, by] = b.split(",").map(Number);
  const dq = ax - bx, dr = ay - (ax >> 1) - (by - (bx >> 1));
  return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
}

dado.play(({ view, seat, moves }) => {
  if (view.round === 0) goals.clear(), seen.clear();
  const all = [];
  view.terrain.forEach((row, y) => [...row].forEach((letter, x) => {
    all.push(`${x},${y}`);
    if (letter === "?") return;
    seen.add(`${x},${y}`);
    goals.delete(`${x},${y}`);  // what stood there may be gone; what stands is in the view
  }));
  for (const b of view.buildings) if (b.owner !== seat) goals.add(`${b.x},${b.y}`);
  const aims = goals.size ? [...goals] : all.filter((tile) => !seen.has(tile));
  const near = (tile) => Math.min(...aims.map((aim) => apart(tile, aim)));
  const place = new Map(view.units.map((u) => [String(u.id), `${u.x},${u.y}`]));
  const idle = view.buildings.filter((b) => b.owner === seat && b.production === null);
  let best = "end", most = 0;
  for (const move of moves) {
    const [verb, id, what] = move.split(" ");
    if (verb === "attack") return move;
    if (verb === "produce" && what === "lieutenant" && idle.some((b) => String(b.id) === id)) return move;
    const nearer = verb === "move" && aims.length ? near(place.get(id)) - near(what) : 0;
    if (nearer > most) [best, most] = [move, nearer];
  }
  return best;
}, { name: "marcher" });
