// main.tsx - the places of the studio, and the way between them.
import { render } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Bench } from "./bench";
import { recent } from "./history";
import { JobForm } from "./jobs";
import { MapEditor } from "./maps";
import { unfold } from "./share";
import { about, go, home, notice, place } from "./state";
import { Table } from "./table";
import type { FileInfo, HomeError } from "./home";

const kindOf = (name: string) => name.endsWith(".map") ? "map" : name.endsWith(".level") ? "level"
  : name.endsWith(".rcy") ? "game" : "other";

const open = (name: string) => go(`${kindOf(name) === "map" || kindOf(name) === "level" ? "map" : "bench"}/${encodeURIComponent(name)}`);

function Gallery() {
  const files = useSignal<FileInfo[]>([]), name = useSignal("");
  useEffect(() => { void home.list().then((list) => { files.value = list; }).catch((why: HomeError) => { notice.value = why.message; }); }, []);
  const shelves = new Map<string, string[]>();
  for (const entry of about.value?.library ?? []) {
    const shelf = entry.split("/").slice(0, -1).join("/") || "games";
    shelves.set(shelf, [...(shelves.get(shelf) ?? []), entry]);
  }
  const mine = files.value.filter((f) => kindOf(f.name) !== "other");
  return <div class="gallery">
    <h1>Gallery</h1>
    <form class="fields" onSubmit={(e) => { e.preventDefault(); if (name.value) open(/\.\w+$/.test(name.value) ? name.value : `${name.value}.rcy`); }}>
      <label for="new">a new game<input id="new" placeholder="mine.rcy" onInput={(e) => { name.value = e.currentTarget.value.trim(); }} /></label>
      <button class="go" type="submit">Begin</button>
    </form>
    {recent().length > 0 && <><h2>Recent work</h2><div class="cards">
      {recent().slice(0, 8).map((r) => <button class="card" onClick={() => open(r.name)}><b>{r.name}</b><span>{new Date(r.when).toLocaleString()}</span></button>)}
    </div></>}
    {mine.length > 0 && <><h2>This folder</h2><div class="cards">
      {mine.map((f) => <button class="card" onClick={() => open(f.name)}><b>{f.name}</b><span>{f.size} bytes</span></button>)}
    </div></>}
    {[...shelves].map(([shelf, entries]) => <><h2>{shelf}</h2><div class="cards">
      {entries.map((entry) => <button class="card" onClick={() => open(entry.split("/").at(-1)!)}><b>{entry.split("/").at(-1)!.replace(/\.\w+$/, "")}</b><span>{kindOf(entry)}</span></button>)}
    </div></>)}
  </div>;
}

function Jobs({ which }: { which: string }) {
  const job = about.value?.jobs.find((j) => j.name === which);
  if (!job) return <p class="hint">There is no such job.</p>;
  return <div><h1>{job.name}</h1><JobForm job={job} key={job.name} /></div>;
}

function Shared({ name, packed }: { name: string; packed: string }) {
  const text = useSignal<string | null>(null);
  useEffect(() => { void unfold(packed).then((t) => { text.value = t; }).catch(() => { notice.value = "This link is damaged: its text cannot be read."; }); }, [packed]);
  return text.value === null ? <p class="hint">opening …</p> : <Bench name={name} shared={text.value} />;
}

function Territorio() {
  return <div><h1>Território</h1><p class="hint">Play under fog of war: touch a tile of yours, then where to go.</p>
    <Table game="territorio" /></div>;
}

function Place() {
  const [where, ...rest] = place.value.split("/");
  const name = decodeURIComponent(rest[0] ?? "");
  if (where === "bench" && name) return <Bench name={name} key={name} />;
  if (where === "map" && name) return <MapEditor name={name} key={name} />;
  if (where === "share" && rest.length === 2) return <Shared name={name} packed={rest[1]!} key={place.value} />;
  if (where === "job") return <Jobs which={decodeURIComponent(rest.join("/"))} />;
  if (where === "territorio") return <Territorio />;
  return <Gallery />;
}

function Shell() {
  const start = () => void home.about().then((a) => { about.value = a; }).catch((why: HomeError) => {
    notice.value = why.status === 401 ? "This page has no token: open the link that the studio printed." : why.message;
  });
  useEffect(start, []);
  const jobs = (about.value?.jobs ?? []).filter((j) => !["sim"].includes(j.name));
  return <>
    <header class="top">
      <a class="brand" href="#/gallery">dado studio</a>
      <nav aria-label="places">
        <a href="#/gallery">Gallery</a>
        <a href="#/territorio">Território</a>
        {["arena", "solve", "runs"].filter((n) => jobs.some((j) => j.name === n)).map((n) => <a href={`#/job/${n}`}>{n[0]!.toUpperCase() + n.slice(1)}</a>)}
        <label class="more">All jobs <select aria-label="all jobs" onChange={(e) => { if (e.currentTarget.value) go(`job/${encodeURIComponent(e.currentTarget.value)}`); }}>
          <option value="" />{jobs.map((j) => <option value={j.name}>{j.name}</option>)}
        </select></label>
      </nav>
    </header>
    {notice.value && <p class="notice" role="status">{notice.value} <button onClick={() => { notice.value = ""; }}>close</button></p>}
    <main>{about.value ? <Place /> : <p class="hint">connecting … <button onClick={start}>again</button></p>}</main>
  </>;
}

if (home.kind === "playground") void navigator.serviceWorker?.register("offline.js").catch(() => {});
const app = document.getElementById("app")!;
app.textContent = "";
render(<Shell />, app);
