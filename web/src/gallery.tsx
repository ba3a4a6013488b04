// gallery.tsx - what there is to begin from: this folder, recent work, the library; each with a drawing.
import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { recent } from "./history";
import { about, go, home, notice } from "./state";
import type { FileInfo, HomeError } from "./home";

export const kindOf = (name: string) => name.endsWith(".map") ? "map" : name.endsWith(".level") ? "level"
  : name.endsWith(".rcy") ? "game" : name.endsWith(".ini") ? "scenario" : "other";
export const isDrawing = (name: string) => kindOf(name) === "map" || kindOf(name) === "level";
export const open = (name: string) => go(`${isDrawing(name) ? "map" : kindOf(name) === "scenario" ? "territorio" : "bench"}/${encodeURIComponent(name)}`);

// Drawings are made by the engine, a few at a time, and only of cards that are seen.
type Thumb = { svg: string; players: number };
const drawn = new Map<string, ReturnType<typeof signal<Thumb | null>>>();
const waiting: (() => Promise<void>)[] = [];
let drawing = 0;
function next() {
  while (drawing < 2 && waiting.length) {
    drawing++;
    void waiting.shift()!().finally(() => { drawing--; next(); });
  }
}
function thumb(name: string, text: () => Promise<string>) {
  let made = drawn.get(name);
  if (made) return made;
  drawn.set(name, made = signal<Thumb | null>(null));
  waiting.push(async () => {
    const body = await text().catch(() => "");
    const what = kindOf(name) === "scenario" ? { game: "territorio", set: [`settings=@${name}`] } : { game: name };
    await home.run({ job: "table", parameters: { ...what, decisions: 6, width: 420 }, files: { [name]: body } }, (event) => {
      if (event.kind !== "done") return;
      const { parts } = event.answer.document;
      const facts = parts["about"]?.["facts"] as Record<string, { value: number }> | undefined;
      made!.value = { svg: String(parts["table"]?.["svg"] ?? ""), players: facts?.["players"]?.value ?? 0 };
    }).done;
  });
  next();
  return made;
}

function Card({ name, said, text }: { name: string; said: string; text: () => Promise<string> }) {
  const place = useRef<HTMLButtonElement>(null), picture = useRef<HTMLSpanElement>(null), shown = useSignal<Thumb | null>(null);
  useEffect(() => {
    let leave = () => {};
    const watcher = new IntersectionObserver((seen) => {
      if (!seen.some((s) => s.isIntersecting)) return;
      watcher.disconnect();
      leave = thumb(name, text).subscribe((t) => { shown.value = t ?? null; });
    }, { rootMargin: "100px" });
    if (place.current) watcher.observe(place.current);
    return () => { watcher.disconnect(); leave(); };
  }, [name]);
  useEffect(() => { if (picture.current && shown.value) picture.current.innerHTML = shown.value.svg; }, [shown.value]);
  const players = shown.value?.players ?? 0;
  return <button class="card" ref={place} onClick={() => open(name)}>
    <span class="thumb dado" aria-hidden="true" ref={picture} />
    <b>{name.replace(/\.(rcy|ini)$/, "")}</b><span>{said}{players > 1 ? ` · ${players} players` : ""}</span>
  </button>;
}

const begun = "(game\n  (declare 5 'ROUNDS)\n  (setup (create players 2) (create dicestorage 'DIE (6)))\n"
  + "  (stage player (end (>= (game sto TURNS) (* 2 'ROUNDS)))\n    (choice (\n"
  + "      (do ((throwalldice 'DIE) (inc ((current player) sto SCORE) (dievalue 'DIE))))\n"
  + "      (inc ((current player) sto SCORE) 3)))\n"
  + "    (do ((inc (game sto TURNS) 1) (saveturnstats SCORE roundnumber TURNS))))\n"
  + "  (scoring max ((current player) sto SCORE)))\n";
// What a new game begins with, until it has a text of its own.
export const beginning = (name: string) => kindOf(name) === "game" ? begun : "";

export function Gallery() {
  const files = useSignal<FileInfo[]>([]), name = useSignal(""), sought = useSignal("");
  useEffect(() => { void home.list().then((list) => { files.value = list; }).catch((why: HomeError) => { notice.value = why.message; }); }, []);
  const fits = (entry: string) => entry.toLowerCase().includes(sought.value.toLowerCase());
  const shelves = new Map<string, string[]>();
  for (const entry of about.value?.shipped ?? []) {
    if (kindOf(entry) === "other" || !fits(entry)) continue;
    const shelf = entry.split("/").slice(0, -1).join("/") || "games";
    shelves.set(shelf, [...(shelves.get(shelf) ?? []), entry]);
  }
  const mine = files.value.filter((f) => kindOf(f.name) !== "other" && fits(f.name));
  const work = recent().filter((r) => fits(r.name)).slice(0, 8);
  return <div class="shelves">
    <h1>Write rules, play them, and hear what they are worth</h1>
    <div class="begin">
      <form class="fields" onSubmit={(e) => { e.preventDefault(); if (name.value) open(/\.\w+$/.test(name.value) ? name.value : `${name.value}.rcy`); }}>
        <label for="new">a new game<input id="new" placeholder="mine.rcy" onInput={(e) => { name.value = e.currentTarget.value.trim(); }} /></label>
        <button class="go" type="submit">Begin</button>
      </form>
      <div class="fields"><label for="sought">look for<input id="sought" type="search" onInput={(e) => { sought.value = e.currentTarget.value; }} /></label></div>
    </div>
    {work.length > 0 && <section><h2>Recent work</h2><div class="recent">
      {work.map((r) => <button onClick={() => open(r.name)}><b>{r.name}</b> <span>{new Date(r.when).toLocaleString()}</span></button>)}
    </div></section>}
    {mine.length > 0 && <section><h2>This folder</h2><div class="cards">
      {mine.map((f) => <Card key={f.name} name={f.name} said={`${kindOf(f.name)} in this folder`} text={() => home.read(f.name).then((r) => r.text)} />)}
    </div></section>}
    {[...shelves].map(([shelf, entries]) => <section><h2>{shelf}</h2><div class="cards">
      {entries.map((entry) => <Card key={entry} name={entry.split("/").at(-1)!} said={kindOf(entry)} text={() => home.shipped(entry)} />)}
    </div></section>)}
  </div>;
}
