// replay.js - steps through one match: the time line, whose eyes, the log, the curves.
//
// What the board looks like is up to a maker in dado.boards, by the kind the
// match names. A board is asked to go to a frame and to draw it as somebody sees
// it; frames hold only what changed, so going back begins anew.
"use strict";
const dado = { boards: {} };

dado.svg = (tag, attributes, parent) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  if (parent) parent.append(element);
  return element;
};

dado.html = (tag, attributes, parent, text) => {
  const element = document.createElement(tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  if (text !== undefined) element.textContent = text;
  if (parent) parent.append(element);
  return element;
};

dado.colour = (seat) => `var(--k${seat % 8})`;

// Tables as lists of lines that are mended from frame to frame, for everybody's eyes and each seat's.
dado.mended = ({ frames }) => {
  const seats = frames.length ? frames[0].length : 1;
  let at = -1, tables = [];
  function go(frame) {
    if (frame < at) at = -1;
    if (at < 0) tables = Array.from({ length: seats }, () => []);
    while (at < frame) {
      at++;
      frames[at].forEach((change, eyes) => {
        if (!change) return;
        tables[eyes].length = change[0];
        for (let i = 1; i < change.length; i += 2) tables[eyes][change[i]] = change[i + 1];
      });
    }
  }
  return (frame, eyes) => {
    go(frame);
    const shown = seats > 1 ? eyes + 1 : 0;
    return { table: tables[shown], change: frames[frame][shown] };
  };
};

// A game that has scenes: its table as it is drawn.
dado.boards.scene = (match, place) => {
  const { lines } = match.board, look = dado.mended(match.board);
  place.classList.add("dado", "drawn");
  return {
    draw(frame, eyes) { place.innerHTML = look(frame, eyes).table.map((line) => lines[line]).join("\n"); },
    words: (text) => text,
    detail() {},
  };
};

// Any other: as text, what is new in it marked.
dado.boards.text = (match, place) => {
  const { lines } = match.board, look = dado.mended(match.board);
  const pre = dado.html("pre", {}, place);
  return {
    draw(frame, eyes) {
      const { table, change } = look(frame, eyes);
      const fresh = new Set();
      if (change && frame) for (let i = 1; i < change.length; i += 2) fresh.add(change[i]);
      pre.textContent = "";
      table.forEach((line, i) => {
        dado.html("span", fresh.has(i) ? { class: "new" } : {}, pre, lines[line]);
        pre.append("\n");
      });
    },
    words: (text) => text,
    detail() {},
  };
};

// What a step takes in games that have a clock of their own, in milliseconds.
dado.ticks = { platform: 30 };

dado.start = () => {
  const match = JSON.parse(document.getElementById("match").textContent);
  const find = (id) => document.getElementById(id);
  const last = match.steps.length - 1;
  let at = 0, eyes = -1, timer = null;

  match.seats.forEach((name, seat) => {
    const chip = dado.html("div", { class: "seat", "data-seat": seat }, find("seats"));
    dado.html("i", { style: `background:${dado.colour(seat)}` }, chip);
    dado.html("b", {}, chip, `P${seat + 1}`);
    dado.html("span", {}, chip, name);
    const place = match.places[seat] === 0 ? "first" : `place ${match.places[seat] + 1}`;
    dado.html("small", {}, chip, place);
  });

  const board = dado.boards[match.board.kind](match, find("board"), {
    detail: find("detail"),
    redraw: () => board.draw(at, eyes),
  });

  // Whose eyes: everybody's, or those of one seat.
  const looks = match.secrets ? [-1, ...match.seats.keys()] : [-1];
  const eyesRow = find("eyes");
  for (const who of looks) {
    const button = dado.html("button", { "data-eyes": who }, eyesRow,
                             who < 0 ? "all open" : `P${who + 1}`);
    button.addEventListener("click", () => look(who));
  }
  if (looks.length === 1) find("eyes-card").hidden = true;
  if (match.board.kind !== "hexes") find("detail-card").hidden = true;
  const tick = dado.ticks[match.game];
  if (tick) dado.html("option", { value: tick, selected: "" }, find("pace"), "its own speed");

  // Who acted when, as a strip of colours.
  const strip = find("strip");
  strip.setAttribute("viewBox", `0 0 ${last + 1} 1`);
  for (let from = 1; from <= last;) {
    let to = from;
    while (to <= last && match.steps[to][0] === match.steps[from][0]) to++;
    const seat = match.steps[from][0];
    dado.svg("rect", { x: from, y: 0, width: to - from, height: 1,
                       fill: seat < 0 ? "var(--edge)" : dado.colour(seat) }, strip);
    from = to;
  }

  // Curves over time; a click goes to that moment.
  const rows = match.rows;
  const charts = match.charts.map((chart) => {
    const at_frames = chart.rows || rows;
    const box = dado.html("section", { class: "chart" }, find("charts"));
    const head = dado.html("h2", {}, box, chart.title);
    const values = dado.html("span", {}, head);
    const wide = 380, high = 150, left = 38, foot = 16, top = 8;
    const svg = dado.svg("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img",
                                  "aria-label": chart.title }, box);
    let least = 0, most = 0;
    for (const row of chart.values) for (const v of row) {
      least = Math.min(least, v);
      most = Math.max(most, v);
    }
    if (most === least) most = least + 1;
    const end = Math.max(1, at_frames.length - 1);
    const x = (row) => left + (wide - left - 6) * row / end;
    const y = (v) => top + (high - top - foot) * (1 - (v - least) / (most - least));
    for (let i = 0; i <= 2; i++) {
      const v = least + (most - least) * i / 2;
      dado.svg("line", { class: "grid", x1: left, x2: wide - 6, y1: y(v), y2: y(v) }, svg);
      const label = dado.svg("text", { x: left - 5, y: y(v) + 3.5, "text-anchor": "end" }, svg);
      label.textContent = Math.abs(v) < 10 ? String(Math.round(v * 10) / 10) : Math.round(v);
    }
    const rounds = dado.svg("text", { x: wide - 6, y: high - 3, "text-anchor": "end" }, svg);
    rounds.textContent = `round ${match.steps[at_frames[at_frames.length - 1]][2]}`;
    match.seats.forEach((name, seat) => {
      let path = "";
      chart.values.forEach((row, i) => {
        path += `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(row[seat]).toFixed(1)}`;
      });
      const dashes = ["", "7 3", "2 3", "9 3 2 3"][seat % 4];
      dado.svg("path", { class: "curve", d: path, stroke: dado.colour(seat),
                         "stroke-dasharray": dashes }, svg);
    });
    if (chart.decided !== undefined) {
      const where = x(at_frames.indexOf(chart.decided));
      dado.svg("line", { class: "decided", x1: where, x2: where, y1: top, y2: high - foot }, svg);
      const late = where > wide / 2;
      const label = dado.svg("text", { x: where + (late ? -4 : 4), y: high - foot - 4,
                                       "text-anchor": late ? "end" : "start" }, svg);
      label.textContent = `decided: P${chart.winner + 1}`;
    }
    const cursor = dado.svg("line", { class: "cursor", y1: top, y2: high - foot }, svg);
    function moment(event) {
      const frame = svg.getBoundingClientRect();
      const share = ((event.clientX - frame.left) / frame.width * wide - left) / (wide - left - 6);
      go(at_frames[Math.round(Math.min(1, Math.max(0, share)) * (at_frames.length - 1))]);
    }
    svg.addEventListener("pointerdown", (event) => {
      moment(event);
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", (event) => { if (event.buttons) moment(event); });
    return (frame) => {
      let row = 0;
      while (row + 1 < at_frames.length && at_frames[row + 1] <= frame) row++;
      cursor.setAttribute("x1", x(row));
      cursor.setAttribute("x2", x(row));
      values.textContent = chart.values[row].map((v, p) => `P${p + 1} ${Math.round(v * 100) / 100}`)
        .join("   ");
    };
  });

  // Those who look through one seat's eyes hear of its own deeds alone.
  function said(frame) {
    const [actor, words] = match.steps[frame];
    if (actor === -2) return "the match begins";
    const hears = eyes < 0 || !match.secrets || actor === eyes;
    return hears ? board.words(words, frame) : "...";
  }

  function showLog() {
    const log = find("log");
    log.textContent = "";
    const from = Math.max(0, at - 30), to = Math.min(last, at + 12);
    let now = null;
    for (let i = from; i <= to; i++) {
      const [actor, , round] = match.steps[i];
      const who = actor === -1 ? "chance" : actor >= 0 ? `P${actor + 1}` : "";
      const line = dado.html("li", { "data-step": i, class: i === at ? "now" : "" }, log,
                             `r${round} ${who} ${said(i)}`);
      if (actor >= 0) line.style.borderLeftColor = dado.colour(actor);
      line.addEventListener("click", () => go(i));
      if (i === at) now = line;
    }
    if (now) log.scrollTop = now.offsetTop - log.offsetTop - log.clientHeight / 2;
  }

  function show() {
    board.draw(at, eyes);
    board.detail(at, eyes);
    charts.forEach((draw) => draw(at));
    showLog();
    find("slider").value = at;
    find("where").textContent = `round ${match.steps[at][2]}   step ${at} of ${last}`;
    const next = at < last ? match.steps[at + 1][0] : -2;
    document.querySelectorAll(".seat").forEach((chip) => {
      chip.classList.toggle("turn", Number(chip.dataset.seat) === next);
    });
    document.querySelectorAll("#eyes button").forEach((button) => {
      button.setAttribute("aria-pressed", Number(button.dataset.eyes) === eyes);
    });
    Object.assign(document.body.dataset, { step: at, round: match.steps[at][2], eyes });
    try { history.replaceState(null, "", `#step=${at}&eyes=${eyes}`); } catch { /* not allowed */ }
  }

  function go(frame) {
    at = Math.min(last, Math.max(0, Math.round(frame)));
    show();
  }

  function look(who) {
    eyes = who;
    show();
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    find("play").textContent = "\u25b6 play";
  }

  function play() {
    if (timer) return pause();
    if (at === last) at = 0;
    find("play").textContent = "\u275a\u275a pause";
    const pace = Number(find("pace").value);
    timer = setInterval(() => (at < last ? go(at + 1) : pause()), pace);
  }

  // To the next frame at which another seat or another round has begun.
  function turn(by) {
    const key = (i) => `${match.steps[i][0]} ${match.steps[i][2]}`;
    let i = at + by;
    while (i > 0 && i < last && key(i) === key(i - by)) i += by;
    go(i);
  }

  const keys = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0),
                 End: () => go(last), PageUp: () => turn(-1), PageDown: () => turn(1), " ": play };
  find("slider").max = last;
  find("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  find("first").addEventListener("click", () => go(0));
  find("back-turn").addEventListener("click", () => turn(-1));
  find("back").addEventListener("click", () => go(at - 1));
  find("play").addEventListener("click", play);
  find("on").addEventListener("click", () => go(at + 1));
  find("on-turn").addEventListener("click", () => turn(1));
  find("last").addEventListener("click", () => go(last));
  find("pace").addEventListener("change", () => { if (timer) { pause(); play(); } });
  document.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.target.matches("select,button,input")) return;
    event.preventDefault();
    keys[event.key]();
  });

  function follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    if (asked.has("step")) at = Math.min(last, Math.max(0, Number(asked.get("step")) || 0));
    const who = Number(asked.get("eyes"));
    if (asked.has("eyes") && looks.includes(who)) eyes = who;
    show();
  }
  addEventListener("hashchange", follow);
  follow();
};
