// table.tsx - a table to sit at or to watch: the drawing, lit where it can be touched, the moves in
// words, the story. No game is known here: what a move touches is in its answer, and where things lie is
// in the drawing.
import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { InvitePeople } from "./invite_people";
import { joined, t } from "./messages";
import { RulesPanel } from "./rules_panel";
import { callThings, sentence } from "./sentences";
import { home, notice } from "./state";
import { story } from "./story";
import type { HomeError, Move, Sight, TableRequest, Told } from "./home";

const stepPause = 420, revealPause = 1100;  // milliseconds that a step of others, and a whole trick, is seen
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const everything = -2;  // eyes that see all cards
const easy = "random", strong = "ismcts:iterations=300";

// The moves that begin by touching these things, in this order.
const fitting = (moves: Move[], held: number[]) =>
  moves.map((move, place) => ({ move, place })).filter(({ move }) => held.every((id, i) => move.touch[i] === id));

// --- names: of seats, and in the sentences that the engine tells

const programs = ["Ada", "Bruno", "Cleo", "Dora", "Enzo", "Flora", "Gil", "Helena", "Ivo", "Julia"];
let seated: string[] = [];  // who sits where at the table that is shown

// Whoever sits at a seat: "You" where one person plays, a first name for a program, else a number.
function namesOf(seats: string, players: number): string[] {
  const given = seats.split(","), people = Array.from({ length: players }, (_, i) => given[Math.min(i, given.length - 1)]?.trim() === "human");
  const alone = people.filter(Boolean).length === 1, watched = !people.some(Boolean);
  return people.map((person, i) => watched || (person && !alone) ? t("player_n", { n: i + 1 }) : person ? t("you") : programs[(i + programs.length - 1) % programs.length]!);
}
const nameOf = (seat: number) => seat === -1 ? t("luck") : seated[seat] ?? t("player_n", { n: seat + 1 });

// Sentences of the engine call seats P1, P2, …, and in what programs read p0, p1, …: here they are people.
const seatsIn = (words: string, called: (seat: number) => string) =>
  sentence(words).replace(/\b([pP])(\d+)\b/g, (_, letter: string, number: string) => called(Number(number) - (letter === "P" ? 1 : 0)));
export const playerNames = (words: string) => seatsIn(words, nameOf);

// The same where nobody has a name: seats are numbered.
export const playerNumbers = (words: string) => seatsIn(words, (seat) => t("player_n", { n: seat + 1 }));

// What a move is worth to whoever makes it, if nobody errs from there on.
const worthOf = (share: number) => share === 1 ? t("win") : share === 0 ? t("lose") : share === 0.5 ? t("draw") : `${(100 * share).toFixed(0)} %`;

// Another person is to choose than the one whose eyes this is: the screen goes to them. Where cards lie
// with their backs up, they first say that they have it; until then nothing of theirs is asked for.
const passes = (table: Sight) => table.person && !table.over && table.actor !== table.seat;
const veiled = (table: Sight) => passes(table) && table.svg.includes('class="back"');

// --- one table, and what was last heard of it

type Record = { request: Omit<TableRequest, "width">; plays: number[] };  // a match, to be played again after a reload
const recordKey = (keep: string) => `dado:match:${keep}`;

export type Sitting = {
  told: Signal<Told | null>; trouble: Signal<string>; busy: Signal<boolean>; names: Signal<string[]>;
  undoable: Signal<boolean>;  // somebody moved since the match was laid
  sit(request: Omit<TableRequest, "width">, step?: number): Promise<void>;
  say(words: { [word: string]: unknown }): Promise<void>;
  kept(): Record | null;  // the match of before the reload, if there was one
  restore(match: Record): Promise<void>;
  width(): number; place: { current: HTMLDivElement | null };
};

export function useSitting(keep?: string): Sitting {
  const told = useSignal<Told | null>(null), trouble = useSignal(""), busy = useSignal(false), names = useSignal<string[]>([]), undoable = useSignal(false);
  const place = useRef<HTMLDivElement>(null), latest = useRef(0), laying = useRef(false), record = useRef<Record | null>(null), again = useRef(false);
  const width = () => Math.max(300, place.current?.clientWidth || 700);
  // What others did since the last answer, one step after the other. Whoever asked for less motion, or plays a
  // match again after a reload, sees the table as it is now at once.
  const showSteps = async (now: Told, mine: number) => {
    const before = told.value;
    if (!before || before.id !== now.id || again.current || calm() || veiled(now.table)) return;
    for (const { svg, reveal, actor } of now.table.frames ?? []) {
      if (mine !== latest.current) return;
      told.value = { ...before, hint: undefined, table: { ...before.table, person: false, moves: [], step: now.table.step, svg, actor: now.table.actor, by: actor } };
      await new Promise((on) => setTimeout(on, reveal ? revealPause : stepPause));
    }
  };
  const hear = async (asked: Promise<Told>) => {
    const mine = ++latest.current;
    busy.value = true;
    try {
      let now = await asked;
      await showSteps(now, mine);
      // Programs that think long are heard of in pieces.
      while ((now.more || (passes(now.table) && !veiled(now.table))) && mine === latest.current) {
        now = await home.say(now.id, { seat: now.more ? now.table.seat : now.table.actor, width: width() });
        await showSteps(now, mine);
      }
      if (mine === latest.current) {
        seated = names.value = namesOf(record.current?.request.seats ?? "random", now.table.players);
        undoable.value = (record.current?.plays.length ?? 0) > 0;
        told.value = now;
        trouble.value = "";
      } else if (now.id !== told.value?.id) home.leave(now.id);  // laid, but another was asked for meanwhile
    } catch (why) {
      if (mine === latest.current) trouble.value = (why as HomeError).message;
    }
    if (mine === latest.current) busy.value = false;
  };
  const leave = () => {
    latest.current++;
    if (told.value) home.leave(told.value.id);
  };
  const write = () => {
    if (!keep || !record.current) return;
    try { sessionStorage.setItem(recordKey(keep), JSON.stringify(record.current)); } catch { /* too large to keep */ }
  };
  useEffect(() => leave, []);
  const sit = async (request: Omit<TableRequest, "width">, step?: number) => {
    leave();
    record.current = { request, plays: [] };
    write();
    laying.current = true;  // what is said meanwhile is said to a table that is cleared away
    await hear(home.sit({ ...request, width: width() }));
    laying.current = false;
    if (step !== undefined && told.value?.table.watched) await hear(home.say(told.value.id, { seat: everything, step, width: width() }));
  };
  const say = async (words: { [word: string]: unknown }) => {
    const now = told.value;
    if (!now || laying.current) return;
    if (record.current && typeof words["play"] === "number") record.current.plays.push(words["play"]);
    if (record.current && words["undo"]) record.current.plays.pop();
    write();
    await hear(home.say(now.id, { seat: now.table.person ? now.table.actor : now.table.seat, ...words, width: width() }));
  };
  return { told, trouble, busy, names, undoable, place, width, sit, say,
    kept() {
      try { return keep ? JSON.parse(sessionStorage.getItem(recordKey(keep)) ?? "null") as Record | null : null; } catch { return null; }
    },
    // Plays the match of before the reload again; the same luck makes the same match. Another match that is
    // asked for meanwhile ends this.
    async restore({ request, plays }: Record) {
      again.current = true;
      const laid = sit(request), mine = record.current;
      await laid;
      for (const play of plays) {
        if (mine !== record.current || trouble.value || told.value?.table.over) break;
        await say({ play });
      }
      again.current = false;
    } };
}

// --- the drawing

// Where `touch` is given, things that moves begin with are lit and take clicks and keys. Arrow keys walk
// among them. It is drawn in the same breath as the words around it, and a keyboard stays where it was.
export function Drawing({ sitting, held, touch, hinted }: { sitting: Sitting; held?: number[]; touch?: (id: number) => void; hinted?: number[] }) {
  const table = sitting.told.value?.table;
  useLayoutEffect(() => {
    const at = sitting.place.current;
    if (!at || !table) return;
    const focused = at.contains(document.activeElement) ? (document.activeElement as SVGGElement).dataset["id"] : undefined;
    glide(at, table, sitting.told.value!.id);
    for (const plate of at.querySelectorAll<SVGTextElement>("[data-seat]")) plate.textContent = sitting.names.value[Number(plate.dataset["seat"])] ?? plate.textContent;
    for (const plate of at.querySelectorAll<SVGTextElement>("[data-score]")) plate.textContent = String(table.scores[Number(plate.dataset["score"])] ?? "");
    for (const chip of at.querySelectorAll<SVGTextElement>(".chipword")) chip.textContent = (chip.textContent ?? "").replace(/\bP(\d+)\b/g, (_, n: string) => nameOf(Number(n) - 1));
    for (const title of at.querySelectorAll("title")) title.textContent = sentence(title.textContent ?? "");
    if (!touch) return;
    at.querySelector("svg")?.setAttribute("role", "group");  // what can be touched is no picture
    const open = fitting(table.moves, held ?? []);
    const next = new Map(open.map(({ move }) => [move.touch[held?.length ?? 0], move.words] as const).filter(([id]) => id !== undefined));
    for (const thing of at.querySelectorAll<SVGGElement>("[data-id]")) {
      const id = Number(thing.dataset["id"]);
      if (held?.includes(id)) thing.classList.add("held");
      if (hinted?.includes(id)) thing.classList.add("hinted");
      if (!next.has(id)) continue;
      thing.classList.add("can");
      thing.setAttribute("tabindex", "0");
      thing.setAttribute("role", "button");
      thing.setAttribute("aria-label", thing.querySelector(":scope > title")?.textContent || playerNames(next.get(id)!));
      const act = (event: Event) => { event.stopPropagation(); touch(id); };
      thing.addEventListener("click", act);
      thing.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(event); }
        else walk(at, thing, event);
      });
    }
    // What stands on a space that can be touched lets the touch through.
    for (const piece of at.querySelectorAll<SVGGElement>(".piece:not(.can)[data-in]")) if (next.has(Number(piece.dataset["in"]))) piece.style.pointerEvents = "none";
    if (focused !== undefined) (at.querySelector<SVGGElement>(`.can[data-id="${focused}"]`) ?? at.querySelector<SVGGElement>(".can"))?.focus();
  }, [table, held, hinted, sitting.names.value]);
  return <div class="dado drawing" key="drawing" ref={sitting.place} role="group" aria-label={t("the_table")} />;
}

// The next thing that can be touched in the direction of an arrow; Home and End are the first and the last.
function walk(at: HTMLElement, from: SVGGElement, event: KeyboardEvent): void {
  const all = [...at.querySelectorAll<SVGGElement>(".can")], by: { [key: string]: [number, number] } = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const way = by[event.key];
  let to = event.key === "Home" ? all[0] : event.key === "End" ? all.at(-1) : undefined;
  if (way) {
    const middle = (thing: SVGGElement) => { const b = thing.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] as const; };
    const [x, y] = middle(from);
    let best = Infinity;
    for (const thing of all) {
      const [tx, ty] = middle(thing), along = (tx - x) * way[0] + (ty - y) * way[1], across = Math.abs((tx - x) * way[1]) + Math.abs((ty - y) * way[0]);
      if (thing !== from && along > 1 && along + 3 * across < best) { best = along + 3 * across; to = thing; }
    }
  }
  if (!to && !way) return;
  event.preventDefault();
  to?.focus();
}

// The page has the drawings of land and figures once (main.tsx). Where they came and went with every drawing, all that
// refers to them would be made anew: thousands of cells beside a level that is played.
const withoutLand = (svg: string) => svg.replace(/<defs>\s*<symbol id="dado-wall"[^]*?<\/defs>/, "");

// A drawing that would leave much of a wide screen empty is shown larger, without its empty sides. Within a match it only
// becomes smaller again, where something needs the room, so that the table does not jump.
const largest = 1.6, aroundFelt = 232;  // pixels of height that are not the drawing's
function enlarge(at: HTMLElement, svg: SVGSVGElement, match: number): void {
  const things = svg.querySelectorAll(".thing"), wide = Number(svg.getAttribute("width")), high = Number(svg.getAttribute("height"));
  if (innerWidth < 1101 || things.length > 200 || !at.closest(".bench.playing .felt")) return;
  const box = svg.getBoundingClientRect(), scale = box.width / wide, middle = box.x + box.width / 2, same = at.dataset["shown"] === String(match);
  let half = same ? Number(at.dataset["half"]) : 0;
  for (const thing of things) {
    const { x, width } = thing.getBoundingClientRect();
    if (width) half = Math.max(half, (Math.abs(x + width / 2 - middle) + width / 2) / scale + 16);  // an area that is not drawn has none
  }
  half = Math.min(half, wide / 2);
  const by = Math.min(same ? Number(at.dataset["by"]) : largest, at.clientWidth / (2 * half), (innerHeight - aroundFelt) / high);
  Object.assign(at.dataset, { shown: match, half, by });
  if (!(by > 1.05)) return;
  svg.setAttribute("viewBox", `${wide / 2 - half} 0 ${2 * half} ${high}`);
  svg.setAttribute("width", String(2 * half * by));
  svg.setAttribute("height", String(high * by));
}

// Puts a new drawing in the place of the old. Things that lie in another place now wear a ring in the colour of
// whoever moved last, and glide there in 200 ms; whoever asked for less motion sees them where they end up.
function glide(at: HTMLElement, table: Sight, match: number): void {
  const still = calm(), before = new Map<string, { box: DOMRect; place?: string }>();
  // A new match, or a step back, has no last move.
  const on = at.dataset["match"] === String(match) && Number(at.dataset["step"]) <= table.step && !!table.log.length;
  const by = on ? table.by ?? table.log.at(-1)?.actor ?? -1 : -1, frame = table.frames?.at(-1)?.svg;
  at.dataset["match"] = String(match);
  at.dataset["step"] = String(table.step);
  for (const thing of at.querySelectorAll<SVGGElement>(".piece[data-id]")) before.set(thing.dataset["id"]!, { box: thing.getBoundingClientRect(), place: thing.dataset["in"] });
  // Without motion several steps are seen at once: what the last of them moved is known from the frame before.
  const places = still && frame ? new Map([...frame.matchAll(/data-id="(\d+)" data-in="(\d+)"/g)].map(([, id, place]) => [id!, place!])) : null;
  const spots = at.querySelector("svg")?.clientWidth;
  at.innerHTML = withoutLand(table.svg);
  const drawn = at.querySelector("svg");
  if (drawn) enlarge(at, drawn, match);
  drawn?.style.setProperty("--high", `${drawn.getAttribute("height") ?? 0}px`);  // the sheet fits it to the screen
  if (before.size === 0 || before.size > 200 || spots !== at.querySelector("svg")?.clientWidth) return;
  for (const thing of at.querySelectorAll<SVGGElement>(".piece[data-id]")) {
    const was = before.get(thing.dataset["id"]!), now = thing.getBoundingClientRect();
    const [dx, dy] = was ? [was.box.x - now.x, was.box.y - now.y] : [0, 0];
    if (by >= 0 && (places ? places.get(thing.dataset["id"]!) : was?.place) !== thing.dataset["in"]) {
      thing.classList.add("moved");
      thing.style.setProperty("--c", `var(--p${by % 6 + 1})`);
    }
    if (still || Math.abs(dx) + Math.abs(dy) < 2) continue;
    thing.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], { duration: 200, easing: "cubic-bezier(.2,.8,.2,1)" });
  }
}

// --- what is said beside the drawing

function outcome(table: Sight): string {
  const first = table.places!.flatMap((p, i) => p === 0 ? [i] : []);
  if (first.length === 0) return table.players === 1 && nameOf(0) === t("you") ? t("you_lose") : t("nobody_wins");
  if (table.world === "dungeon") return nameOf(0) === t("you") ? t("you_win_gold", { n: table.scores[0]! }) : t("wins_gold", { name: nameOf(0), n: table.scores[0]! });
  if (first.length > 1) return t("win_together", { names: joined(first.map(nameOf)) });
  return first[0] === table.seat && !table.watched && nameOf(first[0]!) === t("you") ? t("you_win") : t("wins", { name: nameOf(first[0]!) });
}

const turn = (table: Sight) => nameOf(table.actor) === t("you") ? t("your_turn") : t("turn_of", { name: nameOf(table.actor) });

// Where the clock `runs`, nobody is asked in turns.
export function Standing({ table, runs = false }: { table: Sight; runs?: boolean }) {
  const words = table.over ? outcome(table) : runs ? t("running") : table.watched ? t("after_steps", { step: table.step, steps: table.steps })
    : table.person || nameOf(table.actor) === t("you") ? turn(table) : t("thinking", { name: nameOf(table.actor) });
  return <p class={`standing ${table.over ? "over" : table.person && !runs ? "now" : ""}`} aria-live="polite">{words}</p>;
}

function Scores({ table }: { table: Sight }) {
  return <ul class="scores" aria-label={t("players")}>
    {table.scores.map((score, i) => <li class={!table.over && table.actor === i ? "turn" : ""}><span class={`pawn p${i % 6 + 1}`} aria-hidden="true" /><b>{nameOf(i)}</b> <span class="num">{score === null ? "–" : table.world === "dungeon" ? t("gold_n", { n: score }) : score}</span></li>)}
  </ul>;
}

export function Log({ table }: { table: Sight }) {
  const entries = table.log.slice(-40).flatMap((step) => { const told = story(step, table.world, nameOf); return told ? [{ ...told, actor: step.actor }] : []; }).reverse();
  return <ol class="log" aria-label={t("story")}>
    {entries.map(({ actor, subject, words }) => <li class={actor >= 0 ? `by p${actor % 6 + 1}` : ""}>{subject && <b>{subject}</b>} {playerNames(words)}</li>)}
  </ol>;
}

// --- somebody plays: moves by touch, by button, by key

const untouched = 6;  // moves without a thing that are shown as large buttons
const listed = 200;

// Who a move is made with and what is done: "city 11,0: produce priest" is of "city 11,0", "produce priest".
const parted = (words: string) => /^([^:]+): (.+)$/.exec(words)?.slice(1) ?? ["", words];

// What an action of Território is about, as it is drawn on the land.
const drawings: [RegExp, string][] = [[/priest|influence/, "priest"], [/soldier|sergeant|lieutenant|captain/, "hero"], [/attack|sword|spear|bow/, "sword"],
  [/equip|shield|armou?r|helmet|sandals/, "shield"], [/found|build|city/, "house"]];
function Pictogram({ what, seat }: { what: string; seat: number }) {
  const drawn = drawings.find(([words]) => words.test(what))?.[1];
  return drawn ? <svg class={`pictogram p${seat % 6 + 1}`} viewBox="0 0 32 32" aria-hidden="true"><use href={`#dado-${drawn}`} width="32" height="32" /></svg> : null;
}

// What the thing that was touched can do: a button each, below the thing's name. Where a move goes on to another
// thing, that is touched on the table.
function ActionPanel({ table, open, depth, busy, hint, play }: { table: Sight; open: { move: Move; place: number }[]; depth: number; busy: boolean; hint?: number; play: (place: number) => void }) {
  const here = open.filter(({ move }) => move.touch.length <= depth), groups = new Map<string, { what: string; place: number }[]>();
  for (const { move, place } of here) {
    const [who, what] = parted(playerNames(move.words)) as [string, string];
    groups.set(who, [...groups.get(who) ?? [], { what, place }]);
  }
  const pictured = table.world === "territorio";
  return <section class={`actions ${pictured ? "pictured" : ""}`} aria-label={t("actions")}>
    {[...groups].map(([who, acts]) => <><h3>{who || t("actions")}</h3>
      <div class="moves">{acts.map(({ what, place }) => <button disabled={busy} class={hint === place ? "hinted" : ""} onClick={() => play(place)}>{pictured && <Pictogram what={what} seat={table.actor} />}{what}</button>)}</div></>)}
    {here.length < open.length && <p class="hint">{t("touch_on")}</p>}
  </section>;
}

function MoveList({ table, open, busy, hint, play }: { table: Sight; open: { move: Move; place: number }[]; busy: boolean; hint?: number; play: (place: number) => void }) {
  const sought = useSignal(""), words = sought.value.trim().toLowerCase();
  const shown = open.filter(({ move }) => playerNames(move.words).toLowerCase().includes(words));
  return <section class="movelist"><h3>{nameOf(table.actor) === t("you") ? t("moves") : t("moves_of", { name: nameOf(table.actor) })}</h3>
    {open.length > 12 && <input type="search" placeholder={t("find_move")} aria-label={t("find_move")} value={sought.value} onInput={(e) => { sought.value = e.currentTarget.value; }} />}
    <div class="moves" role="group" aria-label={t("moves")}>
      {shown.slice(0, listed).map(({ move, place }) => <button disabled={busy} data-touch={move.touch.join(" ")} class={hint === place ? "hinted" : ""}
        onClick={() => play(place)}>{playerNames(move.words)}{move.worth !== undefined && <small> {worthOf(move.worth)}</small>}</button>)}
      {shown.length > listed && <span class="hint">{t("more_moves", { n: shown.length - listed })}</span>}
    </div></section>;
}

// Story, rules or keys, beside the table.
type Beside = "story" | "rules" | "keys";
const besides: Beside[] = ["story", "rules", "keys"];
const keys = [["H", "hint"], ["U", "take_back"], ["R", "rules"], ["N", "new_match"], ["?", "keys"]] as const;

function Keys() {
  return <section class="keys" aria-label={t("keys")}><dl>{keys.map(([key, what]) => <><dt><kbd>{key}</kbd></dt><dd>{t(what)}</dd></>)}
    <dt><kbd>← ↑ → ↓</kbd></dt><dd>{t("keys_walk")}</dd><dt><kbd>Enter</kbd></dt><dd>{t("keys_enter")}</dd></dl></section>;
}

// A key is a shortcut unless somebody writes, or holds another key down; and only where this table is shown.
const isShortcut = (event: KeyboardEvent, at: HTMLElement | null) => !event.ctrlKey && !event.metaKey && !event.altKey && !!at?.checkVisibility()
  && !(event.target as HTMLElement | null)?.closest?.("input,select,textarea,[contenteditable=true]");

function Playing({ sitting, adviser, again, text, game }: { sitting: Sitting; adviser: string; again?: () => void; text?: () => string; game?: string }) {
  const held = useSignal<number[]>([]), beside = useSignal<Beside>("story");
  const told = sitting.told.value!, table = told.table, busy = sitting.busy.value;
  useLayoutEffect(() => { if (held.value.length) held.value = []; }, [table]);
  const play = (at: number) => void sitting.say({ play: at });
  const open = fitting(table.moves, held.value);
  const touch = (id: number) => {
    const now = [...held.value, id], left = fitting(table.moves, now);
    if (left.length === 1) play(left[0]!.place);
    else held.value = now;
  };
  const undo = () => void sitting.say({ undo: true }), hint = () => void sitting.say({ hint: adviser });
  const show = (what: Beside) => { beside.value = beside.value === what ? "story" : what; };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event, sitting.place.current)) return;
      const act = { h: () => { if (!busy && table.person) hint(); }, u: () => { if (!busy && sitting.undoable.value) undo(); }, r: () => show("rules"), n: () => again?.(), "?": () => show("keys") }[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  if (veiled(table)) {
    return <div class="felt"><Standing table={table} /><p>{t("pass_screen", { name: nameOf(table.actor) })}</p>
      <p><button class="sun" onClick={() => void sitting.say({})}>{t("show_my_side", { name: nameOf(table.actor) })}</button></p></div>;
  }
  const plain = open.filter(({ move }) => move.touch.length === held.value.length);
  const hinted = told.hint === undefined ? undefined : table.moves[told.hint]?.touch;
  return <div class="stage">
    <div class="felt">
      <Drawing sitting={sitting} held={held.value} touch={touch} hinted={hinted} />
      <div class="call"><Standing table={table} />
        {plain.length <= untouched && plain.map(({ move, place }) => <button class={`sun ${told.hint === place ? "hinted" : ""}`} disabled={busy} onClick={() => play(place)}>{playerNames(move.words)}</button>)}
        {held.value.length > 0 && <button onClick={() => { held.value = []; }}>{t("put_down")}</button>}
        <span class="sp" />
        <button class="dim" aria-keyshortcuts="U" disabled={busy || !sitting.undoable.value} onClick={undo}>{t("take_back")}</button>
        <button class="dim" aria-keyshortcuts="H" disabled={busy || !table.person} onClick={hint}>{t("hint")}</button>
        {table.over && again && <button class="sun" onClick={again}>{t("new_match")}</button>}
        {table.over && home.kind === "server" && <button class="dim" onClick={() => void sitting.say({ keep: true }).then(() => {
          if (!sitting.trouble.value) notice.value = t("kept");
        })}>{t("keep")}</button>}
      </div>
    </div>
    <aside class="side"><Scores table={table} />
      {held.value.length > 0 && <ActionPanel table={table} open={open} depth={held.value.length} busy={busy} hint={told.hint} play={play} />}
      {open.length > 0 && <MoveList table={table} open={open} busy={busy} hint={told.hint} play={play} />}
      <div class="switch" role="group" aria-label={t("beside")}>{besides.filter((what) => what !== "rules" || text).map((what) =>
        <button aria-pressed={beside.value === what} onClick={() => { beside.value = what; }}>{t(what)}</button>)}</div>
      {beside.value === "story" && <Log table={table} />}
      {beside.value === "rules" && text && <RulesPanel file={game ?? "game.rcy"} text={text()} />}
      {beside.value === "keys" && <Keys />}</aside>
  </div>;
}

// Nobody plays: any step, forward and back, with anybody's eyes; and sitting down there.
export function Watching({ sitting, tick = 600, sitDown = true }: { sitting: Sitting; tick?: number; sitDown?: boolean }) {
  const running = useSignal(false), timer = useRef(0);
  const table = sitting.told.value!.table;
  const look = (step: number) => sitting.say({ seat: table.seat, step: Math.max(0, Math.min(step, table.steps)) });
  // The next step is asked for when the one before is there, so that slow answers slow it down.
  useEffect(() => {
    clearTimeout(timer.current);
    if (!running.value) return;
    if (table.step >= table.steps) { running.value = false; return; }
    timer.current = window.setTimeout(() => void look(table.step + 1), tick);
    return () => clearTimeout(timer.current);
  }, [table, running.value]);
  return <div class="stage">
    <div class="felt"><Drawing sitting={sitting} />
      <div class="call"><Standing table={table} /></div>
    </div>
    <aside class="side"><Scores table={table} />
      <div class="reel">
        <button aria-label={t("to_beginning")} onClick={() => void look(0)}>«</button>
        <button aria-label={t("step_back")} onClick={() => void look(table.step - 1)}>‹</button>
        <button class="go" aria-label={running.value ? t("pause") : t("let_run")} onClick={() => {
          if (!running.value && table.step >= table.steps) void look(0).then(() => { running.value = true; });
          else running.value = !running.value;
        }}>{running.value ? "❚❚" : "▶"}</button>
        <button aria-label={t("step_on")} onClick={() => void look(table.step + 1)}>›</button>
        <button aria-label={t("to_end")} onClick={() => void look(table.steps)}>»</button>
        <input type="range" aria-label={t("step")} min={0} max={table.steps} value={table.step} onInput={(e) => void look(Number(e.currentTarget.value))} />
        {table.players > 1 && <label class="flag">{t("eyes")} <select value={table.seat} onChange={(e) => void sitting.say({ seat: Number(e.currentTarget.value), step: table.step })}>
          <option value={everything}>{t("all_open")}</option>
          {table.scores.map((_, i) => <option value={i}>{nameOf(i)}</option>)}
        </select></label>}
      </div>
      {sitDown && !table.over && <div class="moves"><span class="hint">{t("play_on_as")}</span>
        {table.scores.map((_, i) => <button onClick={() => { running.value = false; void sitting.say({ step: table.step, take: i }); }}>{nameOf(i)}</button>)}
      </div>}
      <Log table={table} /></aside>
  </div>;
}

// What is at the table now, whether one plays or watches.
export function AtTable({ sitting, tick, sitDown, adviser = strong, again, text, game }: { sitting: Sitting; tick?: number; sitDown?: boolean; adviser?: string; again?: () => void; text?: () => string; game?: string }) {
  const told = sitting.told.value;
  seated = sitting.names.value;
  callThings(told?.table.look);
  return <div class="play">
    {sitting.trouble.value && <p class="trouble" role="alert">{sitting.trouble.value}</p>}
    {!told ? <div class="stage"><div class="felt"><div class="dado drawing" ref={sitting.place} /></div><aside class="side" /></div> : told.table.watched
      ? <Watching sitting={sitting} tick={tick} sitDown={sitDown} /> : <Playing sitting={sitting} adviser={adviser} again={again} text={text} game={game} />}
  </div>;
}

// --- a table one lays oneself

const kinds = ["human", easy, strong];
const kindName = (kind: string) => kind === "human" ? t("player_kind_you") : kind === easy ? `${t("player_kind_easy")}: ${t("player_easy_about")}`
  : kind === strong ? `${t("player_kind_strong")}: ${t("player_strong_about")}` : kind === "territorio_example" ? t("player_kind_example") : kind;

const shortName = (kind: string) => kind === "human" ? t("player_kind_you") : kind === easy ? t("player_kind_easy") : kind === strong ? t("player_kind_strong") : kind === "territorio_example" ? t("player_kind_example") : kind;

// Who sits where, a choice a seat. What else the command knows can be typed.
function Seats({ who, players, lay }: { who: Signal<string>; players: number; lay: () => void }) {
  const given = who.value.split(",").map((kind) => kind.trim()), at = (i: number) => given[Math.min(i, given.length - 1)]!;
  return <div class="fields">{Array.from({ length: players }, (_, i) => <label for={`seat-${i}`}><span><span class={`pawn p${i % 6 + 1}`} aria-hidden="true" />{t("player_n", { n: i + 1 })}</span>
    <select id={`seat-${i}`} value={at(i)} onChange={(e) => {
      who.value = Array.from({ length: players }, (_, k) => k === i ? e.currentTarget.value : at(k)).join(",");
      lay();
    }}>{[...new Set([...kinds, at(i)])].map((kind) => <option value={kind}>{kindName(kind)}</option>)}</select></label>)}</div>;
}

// The match begins at once: seats that nobody named are filled with the last player that was named.
// `keep` names the match, so that it is there again after a reload. `heading` stands in place of the game's title.
export function Table({ game, text, set, seats = `human,${easy}`, adviser, keep, heading }: {
  game: string; text?: () => string; set?: string[]; seats?: string; adviser?: string; keep?: string; heading?: ComponentChildren;
}) {
  const sitting = useSitting(keep);
  const who = useSignal(seats), seed = useSignal(1 + Math.floor(Math.random() * 1e6));
  const lay = () => void sitting.sit({ game, text: text?.(), set, seats: who.value, seed: seed.value });
  const again = () => { seed.value++; lay(); };
  useEffect(() => {
    const kept = sitting.kept();
    if (!kept) return lay();
    who.value = kept.request.seats;  // before it is played again: somebody may name other players meanwhile
    void sitting.restore(kept).then(() => { notice.value = t("restored"); });
  }, []);
  const players = sitting.told.value?.table.players ?? 0;
  const kinds = [...new Set(who.value.split(",").map((kind) => shortName(kind.trim())))].join(" · ");
  return <div class="tablebox">
    <div class="playbar">{heading ?? <h2>{sitting.told.value?.table.title ?? ""}</h2>}<span class="sp" />
      <details class="setup menu"><summary>{t("players")}: {kinds}</summary><div class="sheet">
        {players > 0 && <Seats who={who} players={players} lay={lay} />}
        <form class="fields" onSubmit={(e) => { e.preventDefault(); e.currentTarget.closest("details")!.open = false; lay(); }}>
          <label for="seats" class="broad">{t("seats_words")}<input id="seats" value={who.value} onInput={(e) => { who.value = e.currentTarget.value; }} /></label>
          <label for="seed">{t("seed")}<input id="seed" inputMode="numeric" value={seed.value} onInput={(e) => { seed.value = Number(e.currentTarget.value) || 0; }} /></label>
          <button type="submit" class="go">{t("sit_down")}</button>
        </form>
        <p class="hint">{t("seats_about")}</p>
      </div></details>
      <InvitePeople game={game} text={text} set={set} />
      <button class="again" aria-keyshortcuts="N" onClick={again}>{t("new_match")}</button></div>
    <AtTable sitting={sitting} adviser={adviser} again={again} text={text} game={game} />
  </div>;
}

// A match that was played, at a step of it.
export function Reel({ request, step, tick, sitDown }: { request: Omit<TableRequest, "width">; step?: number; tick?: number; sitDown?: boolean }) {
  const sitting = useSitting();
  const key = JSON.stringify([request.game, request.text, request.seats, request.seed, request.match, request.lineup, request.run, step]);
  useEffect(() => { void sitting.sit(request, step); }, [key]);
  return <AtTable sitting={sitting} tick={tick} sitDown={sitDown} />;
}
