// table.tsx - a table to sit at or to watch: the drawing, lit where it can be touched, the moves in
// words, the log. No game is known here: what a move touches is in its answer.
import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { home } from "./state";
import type { HomeError, Move, Sight, TableRequest, Told } from "./home";

const everything = -2;  // eyes that see all cards

// The moves that begin by touching these things, in this order.
const fitting = (moves: Move[], held: number[]) =>
  moves.map((move, place) => ({ move, place })).filter(({ move }) => held.every((id, i) => move.touch[i] === id));

const nameOf = (actor: number) => actor >= 0 ? `p${actor}` : actor === -1 ? "luck" : "";

// What a move is worth to who makes it, if nobody errs from there on.
const worthOf = (share: number) => share === 1 ? "wins" : share === 0 ? "loses" : share === 0.5 ? "draws" : `${(100 * share).toFixed(0)} %`;

// Another person is to choose than the one whose eyes this is: the screen goes to them. Where cards lie
// with their backs up, they first say that they have it; until then nothing of theirs is asked for.
const passes = (table: Sight) => table.person && !table.over && table.actor !== table.seat;
const veiled = (table: Sight) => passes(table) && /class="back"/.test(table.svg);

export type Sitting = {
  told: Signal<Told | null>; trouble: Signal<string>; busy: Signal<boolean>;
  sit(request: Omit<TableRequest, "width">, step?: number): Promise<void>;
  say(words: Record<string, unknown>): Promise<void>;
  width(): number; place: { current: HTMLDivElement | null };
};

// One table, and what was last heard of it.
export function useSitting(): Sitting {
  const told = useSignal<Told | null>(null), trouble = useSignal(""), busy = useSignal(false);
  const place = useRef<HTMLDivElement>(null), latest = useRef(0), laying = useRef(false);
  const width = () => Math.max(240, place.current?.clientWidth || 700);
  const hear = async (asked: Promise<Told>) => {
    const mine = ++latest.current;
    busy.value = true;
    try {
      let now = await asked;
      // Agents that think long are heard of in pieces.
      while ((now.more || (passes(now.table) && !veiled(now.table))) && mine === latest.current) {
        now = await home.say(now.id, { seat: now.more ? now.table.seat : now.table.actor, width: width() });
      }
      if (mine === latest.current) {
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
  useEffect(() => leave, []);
  return { told, trouble, busy, place, width,
    async sit(request, step) {
      leave();
      laying.current = true;  // what is said meanwhile is said to a table that is cleared away
      await hear(home.sit({ ...request, width: width() }));
      laying.current = false;
      if (step !== undefined && told.value?.table.watched) await hear(home.say(told.value.id, { seat: everything, step, width: width() }));
    },
    async say(words) {
      const now = told.value;
      if (now && !laying.current) await hear(home.say(now.id, { seat: now.table.person ? now.table.actor : now.table.seat, ...words, width: width() }));
    } };
}

// The drawing; where `touch` is given, things that moves begin with are lit and take clicks and keys.
// It is drawn in the same breath as the words around it, and a keyboard stays where it was.
export function Drawing({ sitting, held, touch }: { sitting: Sitting; held?: number[]; touch?: (id: number) => void }) {
  const table = sitting.told.value?.table;
  useLayoutEffect(() => {
    const at = sitting.place.current;
    if (!at || !table) return;
    const focused = at.contains(document.activeElement) ? (document.activeElement as SVGGElement).dataset["id"] : undefined;
    at.innerHTML = table.svg;
    if (!touch) return;
    const open = fitting(table.moves, held ?? []);
    const next = new Set(open.map(({ move }) => move.touch[held?.length ?? 0]).filter((id) => id !== undefined));
    for (const thing of at.querySelectorAll<SVGGElement>("[data-id]")) {
      const id = Number(thing.dataset["id"]);
      if (held?.includes(id)) thing.classList.add("held");
      if (!next.has(id)) continue;
      thing.classList.add("can");
      if (thing.querySelector(":scope > .tile")) thing.parentNode!.append(thing);  // its edge over its neighbours'
      thing.setAttribute("tabindex", "0");
      thing.setAttribute("role", "button");
      const act = (event: Event) => { event.stopPropagation(); touch(id); };
      thing.addEventListener("click", act);
      thing.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(event); }
      });
    }
    if (focused !== undefined) (at.querySelector<SVGGElement>(`.can[data-id="${focused}"]`) ?? at.querySelector<SVGGElement>(".can"))?.focus();
  }, [table, held]);
  return <div class="dado drawing" key="drawing" ref={sitting.place} />;
}

const outcomeOf = (places: number[]) => places.map((p, i) => p === 0 ? `p${i} is first` : "").filter(Boolean).join(", ") || "nobody is first";

// Where the clock `runs`, nobody is asked in turns.
export function Standing({ table, runs = false }: { table: Sight; runs?: boolean }) {
  return <p class="standing" aria-live="polite">
    {table.over ? `Over: ${outcomeOf(table.places!)}.`
      : runs ? "Running." : table.watched ? `After ${table.step} of ${table.steps} steps.` : table.person ? `p${table.actor} is to choose.` : "…"}
    {" "}<span class="points">{table.scores.map((s, i) => <b class={`seat k${i % 8}`}>p{i} {s}</b>)}</span>
  </p>;
}

export function Log({ table }: { table: Sight }) {
  return <ol class="log" aria-label="what happened">
    {table.log.slice(-40).reverse().map(({ actor, words }) => {
      const name = nameOf(actor);  // said once, also where what happened begins with it
      return <li><b>{name}</b> {`: ${words}`.replace(`: ${name} `, ": ").slice(2)}</li>;
    })}
  </ol>;
}

// Somebody plays: moves by touch, by button, by key.
function Playing({ sitting, adviser }: { sitting: Sitting; adviser: string }) {
  const held = useSignal<number[]>([]);
  const told = sitting.told.value!, table = told.table, busy = sitting.busy.value;
  useLayoutEffect(() => { if (held.value.length) held.value = []; }, [table]);
  const play = (at: number) => void sitting.say({ play: at });
  const open = fitting(table.moves, held.value);
  const touch = (id: number) => {
    const now = [...held.value, id], left = fitting(table.moves, now);
    if (left.length === 1) play(left[0]!.place);
    else held.value = now;
  };
  if (veiled(table)) {
    return <><Standing table={table} />
      <p><button class="go" onClick={() => void sitting.say({})}>I am p{table.actor}: show me my side</button></p></>;
  }
  return <>
    <Standing table={table} />
    <Drawing sitting={sitting} held={held.value} touch={touch} />
    <div class="moves" role="group" aria-label="moves">
      {held.value.length > 0 && <button onClick={() => { held.value = []; }}>put down</button>}
      {open.slice(0, 200).map(({ move, place }) => <button disabled={busy} class={told.hint === place ? "hinted" : ""}
        onClick={() => play(place)}>{move.words}{move.worth !== undefined && <small> {worthOf(move.worth)}</small>}</button>)}
      {open.length > 200 && <span class="hint">and {open.length - 200} more: touch the table to narrow them</span>}
    </div>
    <div class="moves">
      <button disabled={busy} onClick={() => void sitting.say({ undo: true })}>Take back</button>
      <button disabled={busy || !table.person} onClick={() => void sitting.say({ hint: adviser })}>Hint</button>
      {table.over && home.kind === "server" && <button onClick={() => void sitting.say({ keep: true }).then(() => {
        if (!sitting.trouble.value) sitting.trouble.value = "Kept as a run of people's; see Runs.";
      })}>Keep in the store</button>}
    </div>
    <Log table={table} />
  </>;
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
  return <>
    <Standing table={table} />
    <Drawing sitting={sitting} />
    <div class="reel">
      <button aria-label="to the beginning" onClick={() => void look(0)}>«</button>
      <button aria-label="one step back" onClick={() => void look(table.step - 1)}>‹</button>
      <button class="go" aria-label={running.value ? "stop" : "let it run"} onClick={() => {
        if (!running.value && table.step >= table.steps) void look(0).then(() => { running.value = true; });
        else running.value = !running.value;
      }}>{running.value ? "❚❚" : "▶"}</button>
      <button aria-label="one step on" onClick={() => void look(table.step + 1)}>›</button>
      <button aria-label="to the end" onClick={() => void look(table.steps)}>»</button>
      <input type="range" aria-label="step" min={0} max={table.steps} value={table.step} onInput={(e) => void look(Number(e.currentTarget.value))} />
      {table.players > 1 && <label class="flag">eyes <select value={table.seat} onChange={(e) => void sitting.say({ seat: Number(e.currentTarget.value), step: table.step })}>
        <option value={everything}>all open</option>
        {table.scores.map((_, i) => <option value={i}>p{i}</option>)}
      </select></label>}
    </div>
    {sitDown && !table.over && <div class="moves"><span class="hint">Play on from here as</span>
      {table.scores.map((_, i) => <button onClick={() => { running.value = false; void sitting.say({ step: table.step, take: i }); }}>p{i}</button>)}
    </div>}
    <Log table={table} />
  </>;
}

// What is at the table now, whether one plays or watches.
export function AtTable({ sitting, tick, sitDown, adviser = "ismcts:iterations=300" }: { sitting: Sitting; tick?: number; sitDown?: boolean; adviser?: string }) {
  const told = sitting.told.value;
  return <div class="play">
    {sitting.trouble.value && <p class="trouble" role="alert">{sitting.trouble.value}</p>}
    {!told ? <div class="dado drawing" ref={sitting.place} /> : told.table.watched
      ? <Watching sitting={sitting} tick={tick} sitDown={sitDown} /> : <Playing sitting={sitting} adviser={adviser} />}
  </div>;
}

// A table one lays oneself: who sits where, and which luck.
export function Table({ game, text, set, seats = "human,random", adviser }: {
  game: string; text?: () => string; set?: string[]; seats?: string; adviser?: string;
}) {
  const sitting = useSitting();
  const who = useSignal(seats), seed = useSignal(1);
  return <div>
    <form class="fields" onSubmit={(e) => { e.preventDefault(); void sitting.sit({ game, text: text?.(), set, seats: who.value, seed: seed.value }); }}>
      <label for="seats" class="broad">who sits where<input id="seats" list="sitters" value={who.value} onInput={(e) => { who.value = e.currentTarget.value; }} /></label>
      <datalist id="sitters"><option value="human,random" /><option value="human,ismcts:iterations=200" /><option value="human" /><option value="random" /></datalist>
      <label for="seed">seed<input id="seed" inputMode="numeric" value={seed.value} onInput={(e) => { seed.value = Number(e.currentTarget.value) || 0; }} /></label>
      <button type="submit" class="go">{sitting.told.value ? "Begin anew" : "Sit down"}</button>
    </form>
    <p class="hint">human is a person; several of them share this screen. Agents alone are watched.</p>
    <AtTable sitting={sitting} adviser={adviser} />
  </div>;
}

// A match that was played, at a step of it.
export function Reel({ request, step, tick, sitDown }: { request: Omit<TableRequest, "width">; step?: number; tick?: number; sitDown?: boolean }) {
  const sitting = useSitting();
  const key = JSON.stringify([request.game, request.text, request.seats, request.seed, request.match, request.lineup, request.run, step]);
  useEffect(() => { void sitting.sit(request, step); }, [key]);
  return <AtTable sitting={sitting} tick={tick} sitDown={sitDown} />;
}
