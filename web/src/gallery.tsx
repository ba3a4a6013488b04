// gallery.tsx - what there is to begin from: templates, the folder, the library; each with a cover.
import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { blurbOf, factsOf } from "./blurb";
import { addressOf, createNew, duplicate, entryOf, fileOf, isShipped, kindOf, open, read, remove, rename, saveAs, shippedName, stemOf } from "./files";
import { Cover, feltOfMotif, motifOf } from "./cover";
import { GalleryPicture } from "./gallery_picture";
import { recent } from "./history";
import { t } from "./messages";
import { about, home, notice } from "./state";
import type { Blurb } from "./blurb";
import type { FileInfo, HomeError } from "./home";
import type { MessageKey } from "./messages";

// Covers of maps, levels and scenarios are drawn by the engine, two at a time, and only of cards that are seen; those of
// games follow from their texts.
const drawn = new Map<string, ReturnType<typeof signal<string>>>();
const waiting: (() => Promise<void>)[] = [];
let drawing = 0;
function next() {
  while (drawing < 2 && waiting.length) {
    drawing++;
    void waiting.shift()!().finally(() => { drawing--; next(); });
  }
}
function cover(name: string, text: () => Promise<string>) {
  let made = drawn.get(name);
  if (made) return made;
  drawn.set(name, made = signal<string>(""));
  waiting.push(async () => {
    const body = await text().catch(() => ""), file = fileOf(name);
    // A scenario's text is the value of an option; a game is a file.
    const what = kindOf(name) === "scenario" ? { game: "territorio", set: [`settings=${body}`] } : { game: file };
    const files = kindOf(name) === "scenario" ? undefined : { [file]: body };
    await home.run({ job: "table", parameters: { ...what, decisions: 6, width: 420 }, files }, (event) => {
      if (event.kind === "done") made!.value = String(event.answer.document.parts["table"]?.["svg"] ?? "");
    }).done;
  });
  next();
  return made;
}

// What a game says of itself. The library's texts came with the first answer of the home, the folder's with its list.
const blurbs = new Map<string, Blurb>();
function blurb(name: string): Blurb | undefined {
  const text = isShipped(name) && !blurbs.has(name) ? about.value?.games[entryOf(name)] : undefined;
  if (text !== undefined) blurbs.set(name, blurbOf(stemOf(name), text));
  return blurbs.get(name);
}

// The text of a game, where it is here already.
const texts = new Map<string, string>();
const textOf = (name: string) => isShipped(name) ? about.value?.games[entryOf(name)] : texts.get(name);

type CardProps = { name: string; felt: string; text: () => Promise<string>; act?: () => void; renew?: () => void };
function Card({ name, felt, text, act, renew }: CardProps) {
  const place = useRef<HTMLButtonElement>(null), picture = useRef<HTMLSpanElement>(null), said = blurb(name), game = kindOf(name) === "game" ? textOf(name) : undefined;
  useEffect(() => {
    if (game !== undefined) return;
    let leave = () => {};
    const watcher = new IntersectionObserver((seen) => {
      if (!seen.some((s) => s.isIntersecting)) return;
      watcher.disconnect();
      leave = cover(name, text).subscribe((svg) => { if (picture.current && svg) picture.current.innerHTML = svg; });
    }, { rootMargin: "400px" });
    if (place.current) watcher.observe(place.current);
    return () => { watcher.disconnect(); leave(); };
  }, [name, game === undefined]);
  return <article class="cardbox">
    <button class="card" ref={place} onClick={act ?? (() => open(name))}>
      {game !== undefined ? <span class={`thumb cover ${feltOfMotif[motifOf(game)]}`} aria-hidden="true"><Cover name={stemOf(name)} text={game} /></span>
        : <span class={`thumb dado ${felt}`} aria-hidden="true" ref={picture} />}
      <b>{said?.title ?? stemOf(name)}</b>
      {said?.tagline && <span class="tagline">{said.tagline}</span>}
      <span class="facts">{(said && factsOf(said).join(" · ")) || t(`kind_${kindOf(name)}`)}</span>
    </button>
    {renew && <details class="menu"><summary aria-label={t("file_actions", { name })}>⋯</summary><div class="sheet">
      <button onClick={() => void rename(name).then(renew)}>{t("rename")}</button>
      <button onClick={() => void duplicate(name).then(renew)}>{t("duplicate")}</button>
      <button onClick={() => void remove(name).then(renew)}>{t("delete")}</button>
    </div></details>}
  </article>;
}

// Shelves by kind of game, in the order they are shown.
const shelves: [RegExp, MessageKey, string][] = [
  [/^cards\//, "shelf_cards", "felt-green"], [/^dice\//, "shelf_dice", "felt-plum"], [/^boards\//, "shelf_boards", "felt-slate"],
  [/^small\//, "shelf_small", "felt-clay"], [/^tutorial\//, "shelf_tutorial", "felt-clay"], [/^maps\//, "shelf_maps", "felt-navy"], [/^levels\//, "shelf_levels", "felt-navy"],
  [/^territorio\//, "shelf_territorio", "felt-navy"],
];
const isTemplate = (entry: string) => entry.startsWith("templates/") && kindOf(entry) === "game";
const feltOf = (name: string) => kindOf(name) === "map" || kindOf(name) === "level" ? "felt-navy" : "felt-green";

// The three steps of a first visit. Whoever skips them does not see them again.
function Tour() {
  const gone = useSignal(localStorage.getItem("dado:tour") === "skipped");
  if (gone.value) return null;
  const steps: [MessageKey, MessageKey][] = [["tour_1", "tour_1_about"], ["tour_2", "tour_2_about"], ["tour_3", "tour_3_about"]];
  return <section class="tour" aria-label={t("tour")}>
    <ol>{steps.map(([title, words]) => <li><b>{t(title)}</b><span>{t(words)}</span></li>)}</ol>
    <button class="ghost" onClick={() => { gone.value = true; localStorage.setItem("dado:tour", "skipped"); }}>{t("tour_skip")}</button>
  </section>;
}

const titled = 200;  // files of a folder that are read for their titles

const toTemplates = () => document.getElementById("templates")?.scrollIntoView();

export function Gallery() {
  const files = useSignal<FileInfo[]>([]), sought = useSignal("");
  // Games are read before they are listed, so that they have their titles from the start.
  const renew = () => void home.list().then(async (list) => {
    await Promise.all(list.filter((f) => kindOf(f.name) === "game").slice(0, titled).map(async ({ name }) => {
      await home.read(name).then(({ text }) => { texts.set(name, text); blurbs.set(name, blurbOf(stemOf(name), text)); }).catch(() => {});  // listed by its file
    }));
    files.value = list;
  }).catch((why: HomeError) => { notice.value = why.message; });
  // Files of the folder change: their covers are drawn anew with every visit.
  useEffect(() => { for (const name of [...drawn.keys()]) if (!isShipped(name)) drawn.delete(name); renew(); }, []);
  const words = sought.value.trim().toLowerCase(), searching = words !== "";
  const fits = (name: string) => stemOf(name).toLowerCase().includes(words) || (blurb(name)?.title.toLowerCase().includes(words) ?? false);
  const shipped = (about.value?.shipped ?? []).filter((entry) => kindOf(entry) !== "other" && fits(shippedName(entry)));
  const templates = shipped.filter(isTemplate), mine = files.value.filter((f) => kindOf(f.name) !== "other" && fits(f.name));
  const work = recent().filter((r) => fits(r.name)).slice(0, 6);
  const rest = shelves.map(([pattern, title, felt]) => ({ title, felt, entries: shipped.filter((entry) => pattern.test(entry)) })).filter((s) => s.entries.length);
  const nothing = searching && !templates.length && !mine.length && !rest.length;
  return <div class="shelves">
    {!searching && <section class="hero felt-green">
      <div><h1>{t("hero_1")}<br />{t("hero_2")}<br /><em>{t("hero_3")}</em></h1>
      <p>{t("hero_about")}</p>
      <div class="bar"><button class="sun" onClick={toTemplates}>{t("start_game")}</button>
        <a class="button" href={`#/${addressOf(shippedName("cards/hearts.rcy"))}`} onClick={() => sessionStorage.setItem("dado:tab", "play")}>{t("play_game", { game: "Hearts" })}</a></div></div>
      <GalleryPicture />
    </section>}
    {!searching && <Tour />}
    <label class="search" for="sought"><span class="vh">{t("search")}</span><input id="sought" type="search" placeholder={t("search")} onInput={(e) => { sought.value = e.currentTarget.value; }} /></label>
    {nothing && <p class="empty" role="status">{t("search_none", { words: sought.value.trim() })}</p>}
    {templates.length > 0 && <section id="templates"><h2>{t("new_from_template")}</h2><p class="hint">{t("new_from_template_about")}</p>
      <div class="bar">{(["game", "map", "level"] as const).map((kind) => <button onClick={() => void createNew(kind)}>{t(`blank_${kind}`)}</button>)}</div>
      <div class="cards">{templates.map((entry) => <Card key={entry} name={shippedName(entry)} felt="felt-plum" text={() => home.shipped(entry)}
        act={() => void home.shipped(entry).then((text) => saveAs(entry, text, t("name_of_new"), t("create")))} />)}</div></section>}
    {(mine.length > 0 || !searching) && <section><h2>{t("your_games")}</h2>
      {mine.length > 0 ? <div class="cards">
        {mine.map((f) => <Card key={f.name} name={f.name} felt={feltOf(f.name)} renew={renew} text={() => read(f.name).then((r) => r.text)} />)}
      </div> : <p class="hint">{t("your_games_none")}</p>}
    </section>}
    {work.length > 0 && <section><h2>{t("recent")}</h2><div class="recent">
      {work.map((r) => <button onClick={() => open(r.name)}><b>{stemOf(r.name)}</b> <span>{new Date(r.when).toLocaleString()}</span></button>)}
    </div></section>}
    {rest.map(({ title, felt, entries }) => <section><h2>{t(title)}</h2><div class="cards">
      {entries.map((entry) => <Card key={entry} name={shippedName(entry)} felt={felt} text={() => home.shipped(entry)} />)}
    </div></section>)}
  </div>;
}
