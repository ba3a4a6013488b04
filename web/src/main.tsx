// main.tsx - the places of the studio, and the way between them.
import { render } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Bench } from "./bench";
import { Notice, Questions, Sharing, Unreachable } from "./dialogs";
import { isDrawing, resolve } from "./files";
import { Gallery } from "./gallery";
import { MapEditor } from "./maps";
import { choose, language, languages, t } from "./messages";
import { Arena, OneJob, Runs, Solver, Territorio } from "./places";
import { unfold } from "./share";
import symbols from "../../src/report/land_symbols.svg";
import { about, chooseTheme, go, home, notice, place, replacePlace, theme } from "./state";
import type { HomeError } from "./home";
import type { Language } from "./messages";
import type { Theme } from "./state";

function Shared({ name, packed }: { name: string; packed: string }) {
  const text = useSignal<string | null>(null);
  useEffect(() => { void unfold(packed).then((found) => { text.value = found; }).catch(() => { notice.value = t("damaged_link"); }); }, [packed]);
  if (text.value === null) return <p class="hint">{t("opening")}</p>;
  return isDrawing(name) ? <MapEditor name={name} shared={text.value} /> : <Bench name={name} shared={text.value} />;
}

// A text by its address. One that only the library has gets the library's address.
function Opened({ name }: { name: string }) {
  const found = useSignal<string | null>(null);
  useEffect(() => {
    void resolve(name).then((whole) => {
      if (whole !== name) replacePlace(`${isDrawing(whole) ? "map" : "bench"}/${encodeURIComponent(whole)}`);
      else found.value = whole;
    });
  }, [name]);
  if (found.value === null) return <p class="hint">{t("opening")}</p>;
  return isDrawing(name) ? <MapEditor name={name} /> : <Bench name={name} />;
}

function Place() {
  const [where, ...rest] = place.value.split("/");
  const name = decodeURIComponent(rest[0] ?? "");
  if ((where === "bench" || where === "map") && name) return <Opened name={name} key={name} />;
  if (where === "share" && rest.length === 2) return <Shared name={name} packed={rest[1]!} key={place.value} />;
  if (where === "job") return <OneJob which={decodeURIComponent(rest.join("/"))} />;
  if (where === "territorio") return <Territorio scenario={name} />;
  if (where === "arena") return <Arena />;
  if (where === "solver") return <Solver />;
  if (where === "runs") return <Runs />;
  return <Gallery />;
}

// The die of the brand: three pips on a slant.
const Mark = () => <svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><rect x="2" y="2" width="20" height="20" rx="6" transform="rotate(-6 12 12)" />
  <circle cx="7" cy="8" r="2" /><circle cx="12" cy="12" r="2" /><circle cx="17" cy="16" r="2" /></svg>;

function Header() {
  const jobs = (about.value?.jobs ?? []).filter((j) => !["sim", "table", "witness"].includes(j.name));
  const places: [string, string][] = [["gallery", t("games")], ["arena", t("tournaments")], ...(home.kind === "server" ? [["runs", t("results")] as [string, string]] : []),
    ["solver", t("solver")], ["territorio", t("territorio")]];
  const here = place.value.split("/")[0] || "gallery";
  return <header class="top">
    <a class="brand" href="#/gallery"><Mark />dado</a>
    <nav aria-label={t("places")}>
      {places.map(([where, called]) => <a href={`#/${where}`} aria-current={here === where ? "page" : undefined}>{called}</a>)}
    </nav>
    <span class="sp" />
    <details class="menu"><summary>{t("more")}</summary><div class="sheet">
      <label>{t("language")} <select value={language.value} onChange={(e) => choose(e.currentTarget.value as Language)}>
        {languages.map(([code, called]) => <option value={code}>{called}</option>)}</select></label>
      <label>{t("theme")} <select value={theme.value} onChange={(e) => chooseTheme(e.currentTarget.value as Theme)}>
        <option value="auto">{t("theme_auto")}</option><option value="light">{t("theme_light")}</option><option value="dark">{t("theme_dark")}</option></select></label>
      <label>{t("more_tools")} <select value="" onChange={(e) => { if (e.currentTarget.value) go(`job/${encodeURIComponent(e.currentTarget.value)}`); }}>
        <option value="">…</option>{jobs.map((j) => <option value={j.name}>{j.name}</option>)}</select></label>
    </div></details>
  </header>;
}

function Shell() {
  const start = () => void home.about().then((a) => { about.value = a; }).catch((why: HomeError) => {
    notice.value = why.status === 401 ? t("no_token") : why.message;
  });
  useEffect(start, []);
  return <>
    <svg width="0" height="0" aria-hidden="true" style="position:absolute" dangerouslySetInnerHTML={{ __html: symbols }} />
    <Header />
    <main>{about.value ? <Place /> : <p class="hint">{t("connecting")} <button onClick={start}>{t("again")}</button></p>}</main>
    <Notice /><Unreachable /><Questions /><Sharing />
  </>;
}

// A menu closes when something else is pressed, and when the place changes.
const closeMenus = (event: Event) => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(".menu[open]")) if (!(event.target instanceof Node) || !menu.contains(event.target)) menu.open = false;
};
addEventListener("pointerdown", closeMenus);
addEventListener("hashchange", closeMenus);

if (home.kind === "playground") void navigator.serviceWorker?.register("offline.js").catch(() => {});
const app = document.getElementById("app")!;
app.textContent = "";
render(<Shell />, app);
