// main.tsx - the places of the studio, and the way between them.
import { render } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Bench } from "./bench";
import { Gallery, isDrawing } from "./gallery";
import { MapEditor } from "./maps";
import { Arena, OneJob, Runs, Solver, Territorio } from "./places";
import { unfold } from "./share";
import { about, go, home, notice, place } from "./state";
import type { HomeError } from "./home";

function Shared({ name, packed }: { name: string; packed: string }) {
  const text = useSignal<string | null>(null);
  useEffect(() => { void unfold(packed).then((t) => { text.value = t; }).catch(() => { notice.value = "This link is damaged: its text cannot be read."; }); }, [packed]);
  if (text.value === null) return <p class="hint">opening …</p>;
  return isDrawing(name) ? <MapEditor name={name} shared={text.value} /> : <Bench name={name} shared={text.value} />;
}

function Place() {
  const [where, ...rest] = place.value.split("/");
  const name = decodeURIComponent(rest[0] ?? "");
  if (where === "bench" && name) return <Bench name={name} key={name} />;
  if (where === "map" && name) return <MapEditor name={name} key={name} />;
  if (where === "share" && rest.length === 2) return <Shared name={name} packed={rest[1]!} key={place.value} />;
  if (where === "job") return <OneJob which={decodeURIComponent(rest.join("/"))} />;
  if (where === "territorio") return <Territorio scenario={name} />;
  if (where === "arena") return <Arena />;
  if (where === "solver") return <Solver />;
  if (where === "runs") return <Runs />;
  return <Gallery />;
}

function Shell() {
  const start = () => void home.about().then((a) => { about.value = a; }).catch((why: HomeError) => {
    notice.value = why.status === 401 ? "This page has no token: open the link that the studio printed." : why.message;
  });
  useEffect(start, []);
  const jobs = (about.value?.jobs ?? []).filter((j) => !["sim", "table", "witness"].includes(j.name));
  const places: [string, string][] = [["gallery", "Gallery"], ["territorio", "Território"], ["arena", "Arena"], ["solver", "Solver"],
    ...(home.kind === "server" ? [["runs", "Runs"] as [string, string]] : [])];
  const here = place.value.split("/")[0] || "gallery";
  return <>
    <header class="top">
      <a class="brand" href="#/gallery">dado studio</a>
      <nav aria-label="places">
        {places.map(([where, called]) => <a href={`#/${where}`} aria-current={here === where ? "page" : undefined}>{called}</a>)}
        <label class="more">All jobs <select aria-label="all jobs" onChange={(e) => { if (e.currentTarget.value) go(`job/${encodeURIComponent(e.currentTarget.value)}`); }}>
          <option value="">…</option>{jobs.map((j) => <option value={j.name}>{j.name}</option>)}
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
