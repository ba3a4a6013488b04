// host_page.js - the page of whoever invites people: lays a table, shows a link and a QR code for each
// seat, who is there, and the table as everybody may see it. It needs the token of the studio.
"use strict";

const english = {
  title: "Play with people elsewhere", game: "Game (a name of the library)", lay: "Choose seats", seats: "Who sits where",
  guest: "a person, by a link", easy: "a program that plays at random", strong: "a program that thinks", player: "Player {n}",
  questions: "Questions after the match, answered from 1 to 5", questionsAbout: "A short word for the results, and the question. Leave a question empty to leave it out.",
  fun: "Was it fun?", clear: "Were the rules clear?", againQuestion: "Would you play it again?", invite: "Invite",
  link: "Link of player {n}", copy: "Copy the link", copied: "Copied.", invited: "nobody has opened the link yet", here: "is here", away: "is away",
  agrees: "agrees that the match is recorded", refuses: "does not agree to a record: the match is not kept", answered: "questions answered: {n}",
  newLink: "A new link", turn: "It is the turn of {name}", over: "The match is over", large: "The table alone", small: "Show everything",
  story: "What happened", keep: "Keep the match among the runs", kept: "The match is kept.", again: "Another match", after: "After the evening", compare: "Compare people with programs",
  person: "Delete all matches of (the name as it was given)", forget: "Delete this person's matches", sure: "Delete every match of {name}, for good?",
  open: "Guests come without encryption (TLS): others in this network can listen.", noToken: "Open this page from the studio: it needs the studio's link.",
  lost: "The studio does not answer; this page tries again.", working: "Working …", somebody: "somebody",
};
const portuguese = {
  title: "Jogar com pessoas em outro lugar", game: "Jogo (um nome da biblioteca)", lay: "Escolher lugares", seats: "Quem senta onde",
  guest: "uma pessoa, por um link", easy: "um programa que joga ao acaso", strong: "um programa que pensa", player: "Jogador {n}",
  questions: "Perguntas depois da partida, respondidas de 1 a 5", questionsAbout: "Uma palavra curta para os resultados, e a pergunta. Deixe uma pergunta vazia para tirá-la.",
  fun: "Foi divertido?", clear: "As regras estavam claras?", againQuestion: "Você jogaria de novo?", invite: "Convidar",
  link: "Link do jogador {n}", copy: "Copiar o link", copied: "Copiado.", invited: "ninguém abriu o link ainda", here: "está aqui", away: "está longe",
  agrees: "concorda que a partida seja registrada", refuses: "não concorda com o registro: a partida não será guardada", answered: "perguntas respondidas: {n}",
  newLink: "Um link novo", turn: "É a vez de {name}", over: "A partida acabou", large: "Só a mesa", small: "Mostrar tudo",
  story: "O que aconteceu", keep: "Guardar a partida entre as execuções", kept: "A partida foi guardada.", again: "Outra partida", after: "Depois da noite", compare: "Comparar pessoas com programas",
  person: "Apagar todas as partidas de (o nome como foi dado)", forget: "Apagar as partidas desta pessoa", sure: "Apagar todas as partidas de {name}, para sempre?",
  open: "Convidados vêm sem criptografia (TLS): outros nesta rede podem escutar.", noToken: "Abra esta página pelo estúdio: ela precisa do link do estúdio.",
  lost: "O estúdio não responde; esta página tenta de novo.", working: "Trabalhando …", somebody: "alguém",
};
const chosen = localStorage.getItem("dado:language") || navigator.language || "";
const inPortuguese = chosen.toLowerCase().startsWith("pt");
const words = inPortuguese ? portuguese : english;
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const byId = (id) => document.getElementById(id);
const everybody = -3;  // the screen that all at the table see
const thinking = "ismcts:iterations=300";
const kinds = [["human", words.guest], ["random", words.easy], [thinking, words.strong]];

let request = null;  // the game: its name, and its text and options where the studio gave them
let sitting = 0, players = 0, invitations = new Map(), busy = false;

const token = () => /token=([0-9a-f]+)/.exec(location.hash)?.[1] ?? localStorage.getItem("dado:token") ?? "";

function say(id, text) {
  byId(id).textContent = text;
  if (id === "problem") byId(id).hidden = !text;
}

function make(tag, settings = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), settings);
  made.append(...inside);
  return made;
}

async function ask(method, path, body) {
  const headers = { "X-Dado-Token": token() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw Object.assign(new Error(said.error ?? String(answer.status)), { status: answer.status });
}
const askJson = async (method, path, body) => (await ask(method, path, body)).json();

// Runs `what`, and shows what went wrong.
async function attempt(what) {
  try {
    await what();
    say("problem", "");
  } catch (problem) {
    say("problem", problem.status ? problem.message : words.lost);
  }
}

// The match is there again after a reload of this page.
function remember() {
  sessionStorage.setItem("dado:hosted", JSON.stringify({ sitting, players, request, invitations: [...invitations] }));
}

async function comeBack() {
  const before = JSON.parse(sessionStorage.getItem("dado:hosted") ?? "null");
  if (!before) return;
  ({ sitting, players, request } = before);
  invitations = new Map(before.invitations);
  byId("game").value = request.game;
  byId("match").hidden = false;
  try {
    await look();
  } catch (problem) {
    if (problem.status) sessionStorage.removeItem("dado:hosted");
    byId("match").hidden = true;
    sitting = 0;
  }
}

// --- before the match: seats and questions

function questionRow(name, text) {
  return make("label", {}, make("input", { value: name, maxLength: 39, pattern: "[a-z0-9_]+" }), make("input", { value: text, maxLength: 200 }));
}

async function leave() {
  if (sitting) await ask("DELETE", `/api/sittings/${sitting}`).catch(() => {});
  sitting = 0;
}

async function chooseSeats() {
  await leave();
  const laid = await askJson("POST", "/api/sittings", { ...request, seats: "human", seed: 1 });
  sitting = laid.id;
  players = laid.table.players;
  byId("name").textContent = laid.table.title;
  byId("seats").replaceChildren(byId("seats").firstElementChild, ...Array.from({ length: players }, (_, i) =>
    make("label", {}, fill(words.player, { n: i + 1 }), make("select", { id: `seat-${i}` }, ...kinds.map(([value, text]) => make("option", { value, textContent: text }))))));
  byId("questions").replaceChildren(byId("questions").firstElementChild, questionRow("fun", words.fun), questionRow("clear", words.clear),
    questionRow("again", words.againQuestion), questionRow("", ""));
  byId("setup").hidden = false;
  byId("match").hidden = true;
}

const asked = () => [...byId("questions").querySelectorAll("label")].map((row) => [...row.querySelectorAll("input")].map((input) => input.value.trim()))
  .filter(([name, text]) => name && text).map(([name, text]) => ({ name, text }));

async function inviteAll() {
  const seats = Array.from({ length: players }, (_, i) => byId(`seat-${i}`).value).join(","), questions = asked();
  await leave();
  sitting = (await askJson("POST", "/api/sittings", { ...request, seats, seed: 1 })).id;
  const made = await askJson("POST", "/api/invitations", { sitting, ...questions.length && { questions } });
  invitations = new Map(made.invitations.map((one) => [one.seat, one]));
  remember();
  byId("people").replaceChildren();
  byId("keep").hidden = true;
  byId("setup").hidden = true;
  byId("match").hidden = false;
  if (made.invitations[0]?.link.startsWith("http:") && !/^http:\/\/(127\.|localhost|\[::1\])/.test(made.invitations[0].link)) {
    say("open", words.open);
    byId("open").hidden = false;
  }
  await look();
}

// --- during the match

function seatCard(seat) {
  const card = make("section", { className: "card", id: `card-${seat}` }), field = make("input", { readOnly: true });
  field.setAttribute("aria-label", fill(words.link, { n: seat + 1 }));
  const copy = make("button", { type: "button", textContent: words.copy });
  copy.addEventListener("click", () => navigator.clipboard.writeText(field.value).then(() => { copy.textContent = words.copied; }, () => field.select()));
  const renew = make("button", { type: "button", textContent: words.newLink });
  renew.addEventListener("click", () => attempt(async () => {
    const made = await askJson("POST", "/api/invitations", { sitting, seats: [seat] });
    invitations.set(seat, made.invitations[0]);
    remember();
    await look();
  }));
  card.append(make("h3"), make("p", { className: "use" }), make("div", { className: "code" }), field, copy, renew);
  return card;
}

function showSeat(guest) {
  const card = byId(`card-${guest.seat}`) ?? byId("people").appendChild(seatCard(guest.seat));
  const joined = guest.use === "joined", invitation = invitations.get(guest.seat), code = card.querySelector(".code");
  card.classList.toggle("joined", joined);
  card.querySelector("h3").textContent = guest.name || fill(words.player, { n: guest.seat + 1 });
  card.querySelector(".use").textContent = !joined ? words.invited
    : [guest.away ? words.away : words.here, guest.agrees ? words.agrees : words.refuses, ...guest.answers ? [fill(words.answered, { n: guest.answers })] : []].join("; ");
  const field = card.querySelector("input"), copy = field.nextElementSibling;
  if (!joined && field.value !== invitation?.link) {
    field.value = invitation?.link ?? "";
    code.innerHTML = invitation?.qr ?? "";
    code.firstElementChild?.setAttribute("aria-label", fill(words.link, { n: guest.seat + 1 }));
    copy.textContent = words.copy;
  }
  for (const part of [code, field, copy]) part.hidden = joined;
}

function show(said) {
  const table = said.table, names = table.scores.map((_, seat) => said.guests?.find((guest) => guest.seat === seat)?.name || fill(words.player, { n: seat + 1 }));
  const scene = byId("scene");
  if (scene.dataset.drawn !== table.svg) {
    scene.dataset.drawn = table.svg;
    scene.innerHTML = table.svg;
    for (const plate of scene.querySelectorAll("[data-seat]")) plate.textContent = names[Number(plate.dataset.seat)] ?? plate.textContent;
    for (const plate of scene.querySelectorAll("[data-score]")) plate.textContent = table.scores[Number(plate.dataset.score)] ?? "";
  }
  say("turn", table.over ? words.over : fill(words.turn, { name: names[table.actor] ?? words.somebody }));
  byId("scores").replaceChildren(...table.scores.map((score, seat) => make("li", { className: !table.over && table.actor === seat ? "turn" : "" }, `${names[seat]}: ${score ?? "–"}`)));
  byId("log").replaceChildren(...table.log.filter((step) => step.words).slice(-30).map((step) => make("li", { textContent: step.words })));
  for (const guest of said.guests ?? []) showSeat(guest);
  byId("keep").hidden = !table.over;
}

async function look() {
  const width = Math.min(1400, Math.max(320, byId("match").clientWidth || innerWidth - 24));
  show(await askJson("POST", `/api/sittings/${sitting}`, { seat: everybody, width }));
}

async function watch() {
  if (!busy && !byId("match").hidden && sitting) {
    busy = true;
    await attempt(look);
    busy = false;
  }
  setTimeout(watch, 1000);
}

// --- after the match

// Runs a job to its end, and returns its answer.
async function runJob(job, parameters, files) {
  const { id } = await askJson("POST", "/api/jobs", { job, parameters, ...files && { files } });
  const events = await (await ask("GET", `/api/jobs/${id}/events`)).text();
  const told = [], last = { done: null, failed: null };
  for (const block of events.split("\n\n")) {
    const kind = /^event: (\w+)/m.exec(block)?.[1], at = block.indexOf("data: ");
    if (!kind || at < 0) continue;
    const data = JSON.parse(block.slice(at + 6));
    if (kind === "say") told.push(data.words);
    if (kind in last) last[kind] = data;
  }
  if (!last.done) throw Object.assign(new Error(last.failed?.text ?? words.lost), { status: 400 });
  return { answer: last.done, told };
}

async function compare() {
  say("done", words.working);
  try {
    const files = request?.text ? { [request.game]: request.text } : undefined;
    const { answer } = await runJob("playtest", { game: request?.game ?? byId("game").value, ...request?.set && { set: request.set } }, files);
    byId("answer").innerHTML = answer.html;
  } finally {
    say("done", "");
  }
}

async function forget() {
  const name = byId("person").value.trim();
  if (!name || !confirm(fill(words.sure, { name }))) return;
  const { answer, told } = await runJob("playtest delete", { person: name });
  const facts = Object.values(answer.document.parts.deleted?.facts ?? {}).map((fact) => `${fact.label}: ${fact.value}`);
  say("done", [...facts, ...told].join("; "));
  byId("answer").replaceChildren();
  byId("person").value = "";
}

function begin() {
  document.documentElement.lang = inPortuguese ? "pt-BR" : "en";
  for (const at of document.querySelectorAll("[data-words]")) at.textContent = words[at.dataset.words];
  const press = (id, what) => byId(id).addEventListener("click", () => attempt(what));
  const submit = (id, what) => byId(id).addEventListener("submit", (event) => { event.preventDefault(); attempt(what); });
  submit("choose", () => { request = request?.game === byId("game").value ? request : { game: byId("game").value.trim() }; return chooseSeats(); });
  submit("setup", inviteAll);
  submit("forget", forget);
  press("again", chooseSeats);
  press("compare", compare);
  press("keep", async () => {
    await ask("POST", `/api/sittings/${sitting}`, { keep: true });
    say("done", words.kept);
  });
  byId("large").addEventListener("click", () => {
    const large = document.body.classList.toggle("large");
    byId("large").textContent = large ? words.small : words.large;
  });
  if (!token()) return say("problem", words.noToken);
  // The studio leaves the game that was open there.
  try { request = JSON.parse(localStorage.getItem("dado:host") ?? "null"); } catch { request = null; }
  localStorage.removeItem("dado:host");
  if (request?.game) {
    byId("game").value = request.game;
    attempt(chooseSeats);
  } else {
    attempt(comeBack);
  }
  attempt(async () => {
    const { shipped } = await askJson("GET", "/api/about");
    byId("games").replaceChildren(...shipped.filter((name) => name.endsWith(".rcy")).map((name) => make("option", { value: name.replace(/^.*\/|\.rcy$/g, "") })));
  });
  watch();
}
begin();
