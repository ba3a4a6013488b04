// replay_hexes.js - the hexes of a recorded match: terrain, domain, buildings, units and fog.
"use strict";
dado.boards.hexes = (match, place, page) => {
  const board = match.board;
  const { width, height, terrain, terrains, units, items, houses, frames } = board;
  const tiles = width * height, seats = match.seats.length;
  const R = 30, H = R * Math.sqrt(3) / 2, edge = 22;
  const svg = dado.svg("svg", { viewBox: `0 0 ${1.5 * R * width + R / 2 + edge + 6} ` +
                                          `${2 * H * height + H + edge + 6}` }, place);
  const map = dado.svg("g", { transform: `translate(${edge},${edge})` }, svg);
  const centre = (cell) => {
    const x = cell % width, y = Math.floor(cell / width);
    return [R + 1.5 * R * x, H + 2 * H * y + (x % 2 ? H : 0)];
  };
  const corners = [[1, 0], [.5, 1], [-.5, 1], [-1, 0], [-.5, -1], [.5, -1]]
    .map(([x, y]) => [x * R, y * H]);
  const hex = (scale) => corners.map(([x, y]) => `${(x * scale).toFixed(2)},${(y * scale).toFixed(2)}`)
    .join(" ");

  // Names of two letters, no two alike.
  const taken = new Set();
  const rank = units.map(({ name }) => {
    for (let i = 1; i < name.length; i++) {
      const two = name[0].toUpperCase() + name[i];
      if (!taken.has(two)) return taken.add(two) && two;
    }
    return name.slice(0, 2);
  });

  const defs = dado.svg("defs", {}, svg);
  const hatch = dado.svg("pattern", { id: "hatch", width: 14, height: 14, patternUnits: "userSpaceOnUse",
                                      patternTransform: "rotate(45)" }, defs);
  dado.svg("rect", { class: "fogged", width: 14, height: 14 }, hatch);
  dado.svg("line", { class: "fogged-lines", x1: 0, y1: 0, x2: 0, y2: 14 }, hatch);

  const sprigs = {
    forest: "M-13 9l5 -9l5 9zM-2 3l5 -9l5 9zM5 12l5 -9l5 9z",
    water: "M-15 -3q4 -5 8 0t8 0t8 0M-9 8q4 -5 8 0t8 0",
    sand: "M-9 -4h.1M4 -8h.1M8 5h.1M-4 8h.1M-13 5h.1",
    grass: "M-8 6l2 -5M-5 6l0 -6M7 -3l2 -5M10 -3l0 -6",
    mountain: "M-14 9l9 -16l7 12l4 -6l8 10z",
  };
  const castle = "M-13 11v-17h5v4h5v-4h6v4h5v-4h5v17h-8v-7h-8v7z";
  const hall = "M-13 11v-12l13 -10l13 10v12h-9v-8h-8v8z";

  // What stays: one group a tile, with its ground.
  const known = ["grass", "sand", "forest", "water", "mountain"];
  const cells = [];
  for (let cell = 0; cell < tiles; cell++) {
    const [x, y] = centre(cell);
    const group = dado.svg("g", { class: "cell", "data-cell": cell,
                                  transform: `translate(${x.toFixed(2)},${y.toFixed(2)})` }, map);
    const kind = terrain.charCodeAt(cell) - 48, name = terrains[kind].name;
    const look = known.includes(name) ? `t-${name}` : `t-other${kind % 4}`;
    const ground = dado.svg("polygon", { class: `tile ${look}`, points: hex(1) }, group);
    const sprig = dado.svg("path", { class: "sprig", d: sprigs[name] || "" }, group);
    const domain = dado.svg("polygon", { class: "domain", points: hex(.985) }, group);
    cells.push({ group, ground, sprig, domain, look, kind, standing: null });
    group.addEventListener("mouseenter", () => { hovered = cell; detail(); });
    group.addEventListener("mouseleave", () => { hovered = -1; detail(); });
    group.addEventListener("click", () => {
      chosen = chosen === cell ? -1 : cell;
      page.redraw();
      detail();
    });
  }
  const borders = Array.from({ length: seats }, (_, seat) =>
    dado.svg("path", { class: "border", stroke: dado.colour(seat), "pointer-events": "none" }, map));
  const pieces = dado.svg("g", { "pointer-events": "none" }, map);
  const deed = dado.svg("path", { class: "deed", "pointer-events": "none" }, map);
  const mark = dado.svg("polygon", { class: "chosen", points: hex(.96), "pointer-events": "none" }, map);
  for (let x = 0; x < width; x++) {
    dado.svg("text", { class: "axis-number", x: edge + R + 1.5 * R * x, y: 14 }, svg).textContent = x;
  }
  for (let y = 0; y < height; y++) {
    dado.svg("text", { class: "axis-number", x: 9, y: edge + H + 2 * H * y + 4 }, svg).textContent = y;
  }

  let at = -1, army, works, shares, seen, deeds, hovered = -1, chosen = -1, shownEyes = -1;
  const named = new Map();  // what every id ever was

  function go(frame) {
    if (frame < at) at = -1;
    if (at < 0) {
      army = new Map();
      works = new Map();
      shares = Array.from({ length: tiles }, () => new Array(seats).fill(0));
      seen = Array.from({ length: seats }, () => new Uint8Array(tiles));
    }
    while (at < frame) {
      const f = frames[++at];
      for (const id of f.x || []) army.delete(id);
      for (const id of f.y || []) works.delete(id);
      for (const [id, seat, type, cell, health, moves, worn] of f.u || []) {
        army.set(id, { id, seat, type, cell, health, moves, worn });
        named.set(id, units[type].name);
      }
      for (const [id, seat, type, cell, making, progress, stock] of f.b || []) {
        works.set(id, { id, seat, type, cell, making, progress, stock: stock || [] });
        named.set(id, houses[type].name);
      }
      for (const [cell, ...parts] of f.d || []) shares[cell] = parts.map((p) => p / 1000);
      for (const [seat, ...toggled] of f.f || []) for (const cell of toggled) seen[seat][cell] ^= 1;
      deeds = f.m;
    }
  }

  const sees = (eyes, cell) => eyes < 0 || !board.fog || seen[eyes][cell] === 1;

  function master(cell) {
    let best = 0, who = -1;
    shares[cell].forEach((share, seat) => {
      if (share > best) [best, who] = [share, seat];
      else if (share === best && best > 0) who = -1;
    });
    return [who, best];
  }

  const steps = [[[0, -1], [1, -1], [1, 0], [0, 1], [-1, 0], [-1, -1]],
                 [[0, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]]];
  const sides = [[4, 5], [5, 0], [0, 1], [1, 2], [2, 3], [3, 4]];  // corners of N NE SE S SW NW

  function drawBorders(eyes) {
    const masters = Array.from({ length: tiles }, (_, cell) => sees(eyes, cell) ? master(cell)[0] : -1);
    const paths = new Array(seats).fill("");
    for (let cell = 0; cell < tiles; cell++) {
      const who = masters[cell];
      if (who < 0) continue;
      const x = cell % width, y = Math.floor(cell / width), [cx, cy] = centre(cell);
      steps[x % 2].forEach(([dx, dy], side) => {
        const nx = x + dx, ny = y + dy;
        const inside = nx >= 0 && ny >= 0 && nx < width && ny < height;
        if (inside && masters[ny * width + nx] === who) return;
        const [a, b] = sides[side].map((k) => corners[k]), inset = .93;
        paths[who] += `M${(cx + a[0] * inset).toFixed(1)} ${(cy + a[1] * inset).toFixed(1)}` +
                      `L${(cx + b[0] * inset).toFixed(1)} ${(cy + b[1] * inset).toFixed(1)}`;
      });
    }
    borders.forEach((path, seat) => path.setAttribute("d", paths[seat]));
  }

  function drawHouse(house, shared) {
    const [cx, cy] = centre(house.cell), x = cx + (shared ? 0 : 7), y = cy + (shared ? 0 : 6);
    dado.svg("path", { class: "house building", d: house.type === 0 ? castle : hall,
                       fill: dado.colour(house.seat), "data-id": house.id,
                       transform: `translate(${(x - 7).toFixed(1)},${(y - 6).toFixed(1)})` }, pieces);
  }

  function drawStack(stack, withHouse) {
    const top = stack.reduce((a, b) => (units[b.type].cost > units[a.type].cost ? b : a));
    const [cx, cy] = centre(top.cell), x = cx + (withHouse ? 9 : 0), y = cy + (withHouse ? 8 : 0);
    const group = dado.svg("g", { class: "unit", "data-id": top.id, "data-seat": top.seat,
                                  transform: `translate(${x.toFixed(1)},${y.toFixed(1)})` }, pieces);
    const size = withHouse ? 11.5 : 14.5;
    dado.svg("circle", { class: "token", r: size, fill: dado.colour(top.seat) }, group);
    dado.svg("text", { class: "rank", "font-size": size * .98, y: -.5 }, group).textContent = rank[top.type];
    const full = top.full || units[top.type].max_health + top.worn.reduce((n, i) => n + items[i].max_health, 0);
    const share = Math.max(0, Math.min(1, top.health / full)), wide = size * 1.7;
    dado.svg("rect", { class: "bar", x: -wide / 2, y: size - 2, width: wide, height: 5, rx: 2 }, group);
    dado.svg("rect", { x: -wide / 2 + 1, y: size - 1, width: (wide - 2) * share, height: 3, rx: 1.5,
                       fill: share > .66 ? "#4cd07d" : share > .33 ? "#ffc83d" : "#ff5a4d" }, group);
    top.worn.forEach((_, i) => dado.svg("circle", { class: "item", r: 2.6, cx: -size + 2 + 6 * i, cy: -size + 1 }, group));
    if (stack.length > 1) {
      dado.svg("circle", { class: "badge", r: 7, cx: size - 1, cy: -size + 2 }, group);
      dado.svg("text", { class: "badge-text", "font-size": 9.5, x: size - 1, y: -size + 2.5 }, group)
        .textContent = stack.length;
    }
  }

  function drawDeed(eyes) {
    const shown = deeds && sees(eyes, deeds[1]) && sees(eyes, deeds[2]) && deeds[1] !== deeds[2];
    if (!shown) return deed.setAttribute("d", "");
    const [ax, ay] = centre(deeds[1]), [bx, by] = centre(deeds[2]);
    const ink = { attack: "#e3342f", influence: "#8a4fd0" }[deeds[0]] || "#10151b";
    const angle = Math.atan2(by - ay, bx - ax), head = (turn) =>
      `L${(ex + 10 * Math.cos(angle + turn)).toFixed(1)} ${(ey + 10 * Math.sin(angle + turn)).toFixed(1)}`;
    const ex = bx - 17 * Math.cos(angle), ey = by - 17 * Math.sin(angle);
    deed.setAttribute("d", `M${ax.toFixed(1)} ${ay.toFixed(1)}L${ex.toFixed(1)} ${ey.toFixed(1)}` +
                           `${head(2.6)}M${ex.toFixed(1)} ${ey.toFixed(1)}${head(-2.6)}`);
    deed.setAttribute("stroke", ink);
    deed.setAttribute("stroke-opacity", .8);
  }

  function draw(frame, eyes) {
    go(frame);
    shownEyes = eyes;
    for (let cell = 0; cell < tiles; cell++) {
      const c = cells[cell], open = sees(eyes, cell), [who, share] = master(cell);
      c.group.classList.toggle("hidden-tile", !open);
      c.ground.setAttribute("class", open ? `tile ${c.look}` : "tile");
      if (open) c.ground.removeAttribute("fill");
      else c.ground.setAttribute("fill", "url(#hatch)");
      c.sprig.setAttribute("visibility", open ? "visible" : "hidden");
      const shaded = open && who >= 0;
      c.domain.setAttribute("fill", shaded ? dado.colour(who) : "none");
      c.domain.setAttribute("fill-opacity", shaded ? (.1 + .42 * share).toFixed(3) : 0);
      c.group.dataset.master = shaded ? who : "";
    }
    drawBorders(eyes);
    pieces.textContent = "";
    const stacks = new Map(), built = new Set();
    for (const unit of army.values()) {
      if (!sees(eyes, unit.cell)) continue;
      if (!stacks.has(unit.cell)) stacks.set(unit.cell, []);
      stacks.get(unit.cell).push(unit);
    }
    for (const house of works.values()) {
      if (!sees(eyes, house.cell)) continue;
      built.add(house.cell);
      drawHouse(house, stacks.has(house.cell));
    }
    for (const [cell, stack] of stacks) drawStack(stack, built.has(cell));
    drawDeed(eyes);
    mark.setAttribute("visibility", chosen < 0 ? "hidden" : "visible");
    if (chosen >= 0) {
      const [x, y] = centre(chosen);
      mark.setAttribute("transform", `translate(${x},${y})`);
    }
  }

  const makes = (making) => (making === 0 ? null
    : making > board.kinds ? items[making - 1 - board.kinds] : units[making - 1]);

  function detail() {
    const box = page.detail, cell = hovered >= 0 ? hovered : chosen;
    box.textContent = "";
    if (cell < 0) {
      dado.html("span", { class: "soft" }, box, "Point at a tile, or click to keep it.");
      return;
    }
    const title = `(${cell % width},${Math.floor(cell / width)})`;
    if (!sees(shownEyes, cell)) {
      dado.html("h3", {}, box, `${title} out of sight`);
      return;
    }
    dado.html("h3", {}, box, `${title} ${terrains[cells[cell].kind].name}, cost ${terrains[cells[cell].kind].cost}`);
    const table = dado.html("table", {}, box);
    const line = (...texts) => {
      const row = dado.html("tr", {}, table);
      texts.forEach((text) => dado.html("td", {}, row, text));
      return row;
    };
    const held = shares[cell].map((s, p) => (s > 0 ? `P${p + 1} ${Math.round(100 * s)} %` : "")).filter(Boolean);
    line("domain", held.join(", ") || "nobody's");
    for (const house of works.values()) {
      if (house.cell !== cell) continue;
      const kind = makes(house.making);
      dado.html("h3", { style: `color:${dado.colour(house.seat)}` }, box, `P${house.seat + 1} ${houses[house.type].name}`);
      const more = dado.html("div", {}, box,
        kind ? `makes ${kind.name}, ${house.progress} of ${kind.cost}` : "idle");
      const stock = house.stock.map((n, i) => (n ? `${n} ${items[i].name}` : "")).filter(Boolean).join(", ");
      if (stock) more.textContent += `; in stock: ${stock}`;
    }
    for (const unit of army.values()) {
      if (unit.cell !== cell) continue;
      const kind = units[unit.type];
      dado.html("h3", { style: `color:${dado.colour(unit.seat)}` }, box, `P${unit.seat + 1} ${kind.name}`);
      const worn = unit.worn.map((i) => items[i].name).join(", ");
      dado.html("div", {}, box, `health ${unit.health} of ${kind.max_health}, moves ${unit.moves} of ${kind.moves}, ` +
        `attack ${kind.attack}, defence ${kind.defence}, influence ${kind.influence}` + (worn ? `; wears ${worn}` : ""));
      dado.html("div", { class: "soft" }, box, `id ${unit.id}`);
    }
  }

  // "unit 4711" says less than "soldier", and nobody wants sixteen digits.
  const words = (text) => text.replace(/\b(unit|building|attacked) (\d+)\b/g, (all, what, id) => {
    const name = named.get(Number(id));
    return !name ? all : what === "attacked" ? `attacked the ${name}` : name;
  }).replace(/\d+\.\d{3,}/g, (number) => Number(number).toFixed(2));

  return { draw, words, detail };
};
