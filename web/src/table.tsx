// table.tsx - a table to sit at: the drawing, lit where it can be touched, the moves in words, the log.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { home } from "./state";
import type { HomeError, Move, Told } from "./home";

// The moves that begin by touching these things, in this order.
const fitting = (moves: Move[], held: number[]) =>
  moves.map((move, place) => ({ move, place })).filter(({ move }) => held.every((id, i) => move.touch[i] === id));

export function Table({ game, text, set }: { game: string; text?: () => string; set?: string[] }) {
  const told = useSignal<Told | null>(null), trouble = useSignal(""), held = useSignal<number[]>([]);
  const seats = useSignal("human,random"), seed = useSignal(1), busy = useSignal(false);
  const drawing = useRef<HTMLDivElement>(null);

  const hear = async (asked: Promise<Told>) => {
    busy.value = true;
    try {
      told.value = await asked;
      held.value = [];
      trouble.value = "";
      while (told.value.more) told.value = await home.say(told.value.id, { seat: told.value.table.seat });
    } catch (why) {
      trouble.value = (why as HomeError).message;
    }
    busy.value = false;
  };
  const begin = () => hear(home.sit({ game, text: text?.(), set, seats: seats.value, seed: seed.value,
    width: drawing.current?.clientWidth || 700 }));
  // Whose eyes: in a hot seat, those of whoever is asked.
  const eyes = () => {
    const t = told.value!.table;
    return t.person ? t.actor : t.seat;
  };
  const say = (words: Record<string, unknown>) => hear(home.say(told.value!.id, { seat: eyes(), ...words,
    width: drawing.current?.clientWidth || 700 }));
  const play = (at: number) => say({ play: at });

  const table = told.value?.table;
  const open = table ? fitting(table.moves, held.value) : [];

  // Draws, lights what can be touched next, and takes clicks and keys on it.
  useEffect(() => {
    const at = drawing.current;
    if (!at || !table) return;
    at.innerHTML = table.svg;
    const next = new Set(open.map(({ move }) => move.touch[held.value.length]).filter((id) => id !== undefined));
    for (const thing of at.querySelectorAll<SVGGElement>("[data-id]")) {
      const id = Number(thing.dataset["id"]);
      if (held.value.includes(id)) thing.classList.add("held");
      if (!next.has(id)) continue;
      thing.classList.add("can");
      thing.setAttribute("tabindex", "0");
      thing.setAttribute("role", "button");
      const touch = (event: Event) => {
        event.stopPropagation();
        const now = [...held.value, id];
        const left = fitting(table.moves, now);
        if (left.length === 1) void play(left[0]!.place);
        else held.value = now;
      };
      thing.addEventListener("click", touch);
      thing.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); touch(event); } });
    }
  }, [table, held.value]);

  const name = (actor: number) => actor >= 0 ? `p${actor}` : actor === -1 ? "luck" : "";
  return <div class="play">
    <form class="fields" onSubmit={(e) => { e.preventDefault(); void begin(); }}>
      <label for="seats">who sits where<input id="seats" value={seats.value} onInput={(e) => { seats.value = e.currentTarget.value; }} /></label>
      <label for="seed">seed<input id="seed" inputMode="numeric" value={seed.value} onInput={(e) => { seed.value = Number(e.currentTarget.value) || 0; }} /></label>
      <button type="submit" class="go">{table ? "Begin anew" : "Sit down"}</button>
    </form>
    {trouble.value && <p class="trouble" role="alert">{trouble.value}</p>}
    {table && <p class="standing" aria-live="polite">
      {table.over ? `Over: ${table.places!.map((p, i) => p === 0 ? `p${i} is first` : "").filter(Boolean).join(", ")}.`
        : table.person ? `p${table.actor} is to choose.` : "…"}
      {" "}Points: {table.scores.map((s, i) => `p${i} ${s}`).join(", ")}
    </p>}
    <div class="dado drawing" key="drawing" ref={drawing} />
    {table && <>
      <div class="moves" role="group" aria-label="moves">
        {held.value.length > 0 && <button onClick={() => { held.value = []; }}>put down</button>}
        {open.slice(0, 200).map(({ move, place }) => <button disabled={busy.value}
          class={told.value?.hint === place ? "hinted" : ""} onClick={() => void play(place)}>{move.words}</button>)}
        {open.length > 200 && <span class="hint">and {open.length - 200} more: touch the table to narrow them</span>}
      </div>
      <div class="moves">
        <button disabled={busy.value} onClick={() => void say({ undo: true })}>Take back</button>
        <button disabled={busy.value || !table.person} onClick={() => void say({ hint: "ismcts:iterations=300" })}>Hint</button>
        {table.over && <button onClick={() => void say({ keep: true })}>Keep in the store</button>}
      </div>
      <ol class="log" aria-label="what happened">
        {table.log.slice(-14).reverse().map((entry) => <li><b>{name(entry.actor)}</b> {entry.words}</li>)}
      </ol>
    </>}
  </div>;
}
