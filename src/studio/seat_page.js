// seat_page.js - the page of a guest: takes a seat by the link, shows what that seat sees, and plays.
// It sends requests to /api/seat alone; the cookie of the seat is out of its reach.
"use strict";

const english = {
  invited: "A seat is kept for you", name: "Your name (it may stay empty)",
  agree: "This match may be recorded: moves, times, notes and answers",
  about: "Names are left out wherever the record is shown. Whoever invited you can delete all of your matches.",
  sit: "Sit down", story: "What happened", write: "Write a note", yours: "Your turn", wait: "Player {n} is to move",
  over: "The match is over", lost: "The connection is lost; this page tries again.",
  open: "This page comes without encryption (TLS): others in this network can listen.",
  fun: "Was it fun?", clear: "Were the rules clear?", again: "Would you play it again?",
  noted: "Noted.", thanks: "Thank you.", noLink: "Open the link that you were sent.",
};
const portuguese = {
  invited: "Um lugar espera por você", name: "Seu nome (pode ficar vazio)",
  agree: "Esta partida pode ser registrada: jogadas, tempos, notas e respostas",
  about: "Nomes ficam de fora onde o registro é mostrado. Quem convidou você pode apagar todas as suas partidas.",
  sit: "Sentar", story: "O que aconteceu", write: "Escrever uma nota", yours: "Sua vez", wait: "É a vez do jogador {n}",
  over: "A partida acabou", lost: "A conexão caiu; esta página tenta de novo.",
  open: "Esta página vem sem criptografia (TLS): outros nesta rede podem escutar.",
  fun: "Foi divertido?", clear: "As regras estavam claras?", again: "Você jogaria de novo?",
  noted: "Anotado.", thanks: "Obrigado.", noLink: "Abra o link que você recebeu.",
};
const inPortuguese = (navigator.language || "").toLowerCase().startsWith("pt");
const words = inPortuguese ? portuguese : english;
const byId = (id) => document.getElementById(id);
let questions = ["fun", "clear", "again"].map((name) => ({ name, text: words[name] }));
let version = 0, seat = -1, busy = false;

function say(id, text) {
  const at = byId(id);
  at.textContent = text;
  at.hidden = !text;
}

async function ask(path, body) {
  const answer = await fetch(path, {
    method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.error), { status: answer.status });
  return said;
}

function button(text, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}

function listMoves(moves, only) {
  byId("moves").replaceChildren(...moves.map((move, place) => ({ move, place }))
    .filter(({ place }) => !only || only.includes(place))
    .map(({ move, place }) => {
      const item = document.createElement("li");
      item.append(button(move.words, () => act({ play: place })));
      return item;
    }));
}

// What is drawn can be touched: with one move it is played, with several they are listed.
function makeTouchable(moves) {
  const places = new Map();
  moves.forEach((move, place) => move.touch.forEach((id) => {
    if (!places.has(id)) places.set(id, []);
    places.get(id).push(place);
  }));
  for (const at of byId("scene").querySelectorAll("[data-id]")) {
    const own = places.get(Number(at.dataset.id));
    if (!own) continue;
    at.classList.add("can");
    at.addEventListener("click", () => (own.length === 1 ? act({ play: own[0] }) : listMoves(moves, own)));
  }
}

function askQuestions() {
  const form = byId("questions");
  if (form.childElementCount) return;
  for (const { name, text } of questions) {
    const group = document.createElement("fieldset"), title = document.createElement("legend");
    title.textContent = text;
    group.append(title);
    for (let value = 1; value <= 5; value++) {
      const label = document.createElement("label"), choice = document.createElement("input");
      choice.type = "radio";
      choice.name = name;
      choice.value = value;
      choice.addEventListener("change", () => act({ answers: { [name]: value } }, words.thanks));
      label.append(choice, ` ${value}`);
      group.append(label);
    }
    form.append(group);
  }
  form.hidden = false;
}

function show(said) {
  version = said.version;
  if (said.same) return;
  if (said.questions) questions = said.questions;  // as the designer worded them
  const table = said.table, mine = !table.over && table.actor === seat;
  byId("sit").hidden = true;
  byId("table").hidden = false;
  byId("scene").innerHTML = table.svg || "";
  byId("turn").textContent = table.over ? words.over : mine ? words.yours : words.wait.replace("{n}", table.actor + 1);
  listMoves(table.moves);
  makeTouchable(table.moves);
  byId("log").replaceChildren(...table.log.filter((step) => step.words).slice(-20).map((step) => {
    const item = document.createElement("li");
    item.textContent = step.words;
    return item;
  }));
  if (table.over) askQuestions();
}

async function act(body, thanks) {
  if (busy) return;
  busy = true;
  try {
    show(await ask("/api/seat", { ...body, seen: thanks ? version : 0, width: Math.min(960, byId("table").clientWidth || innerWidth - 24) }));
    say("problem", "");
    if (thanks) byId("turn").textContent = thanks;
  } catch (problem) {
    say("problem", problem.status ? problem.message : words.lost);
  }
  busy = false;
}

async function look() {
  if (!busy && !byId("table").hidden) {
    busy = true;
    try {
      show(await ask("/api/seat", { seen: version, width: Math.min(960, byId("table").clientWidth || innerWidth - 24) }));
      say("problem", "");
    } catch (problem) {
      say("problem", problem.status ? problem.message : words.lost);
    }
    busy = false;
  }
  setTimeout(look, 1000);
}

// The seat is remembered by its number alone; the cookie says whose it is.
async function comeBack() {
  try {
    const said = await ask("/api/seat", { width: Math.min(960, innerWidth - 24) });
    seat = said.table.seat;
    show(said);
    return true;
  } catch (problem) {
    return false;
  }
}

async function begin() {
  document.documentElement.lang = inPortuguese ? "pt-BR" : "en";
  for (const at of document.querySelectorAll("[data-words]")) at.textContent = words[at.dataset.words];
  byId("note").setAttribute("aria-label", words.write);
  const near = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  if (location.protocol === "http:" && !near) say("open", words.open);
  const token = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  if (!token && (await comeBack())) return void look();
  if (!token) return say("problem", words.noLink);
  byId("sit").hidden = false;
  byId("sit").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      seat = (await ask("/api/seat/join", { token, name: byId("name").value, agrees: byId("agrees").checked })).seat;
      await act({});
    } catch (problem) {
      // The link was used before, perhaps here.
      if (!(await comeBack())) say("problem", problem.message);
    }
  });
  look();
}

byId("write").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("note").value.trim();
  if (text) act({ note: text }, words.noted);
  byId("note").value = "";
});
begin();
