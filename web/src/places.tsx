// places.tsx - places that are a job and something to open from its answer: arena, solver, runs.
import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { JobForm, rowsOf, Trouble, useWork, WorkView } from "./jobs";
import type { Row, Work } from "./jobs";
import { tick } from "./level";
import { count, t } from "./messages";
import { about, go, home } from "./state";
import { Reel, Table } from "./table";
import type { TableRequest, Values } from "./home";

// Names of games one can choose from: the library's, and the worlds'.
const worlds = ["noughts", "nim", "kuhn", "race", "territorio", "bigpoints"];
export const gameNames = () => [...new Set([...worlds, ...(about.value?.shipped ?? []).filter((l) => l.endsWith(".rcy"))
  .map((l) => l.split("/").at(-1)!.replace(/\.rcy$/, ""))])].sort();

function GameField({ value, set, id }: { value: string; set: (game: string) => void; id: string }) {
  return <label for={id}>{t("game")}<select id={id} value={value} onChange={(e) => set(e.currentTarget.value)}>
    {gameNames().map((name) => <option value={name}>{name}</option>)}
  </select></label>;
}

const texts = async (game: string): Promise<string | undefined> => {
  const entry = about.value?.shipped.find((l) => l.endsWith(`/${game}.rcy`));
  return entry ? home.shipped(entry) : undefined;
};

// The request for a job about a library game: its text goes along, so that both homes find it.
async function asked(job: string, parameters: Values, game: string) {
  const text = await texts(game), name = text === undefined ? game : `${game}.rcy`;
  return { job, parameters: { ...parameters, game: name }, files: text === undefined ? undefined : { [name]: text } };
}

export function Arena() {
  const game = useSignal("threeinarow"), players = useSignal("random greedy uct:iterations=100"), matches = useSignal(20);
  const shown = useSignal<Omit<TableRequest, "width"> | null>(null), which = useSignal(0);
  const work = useWork();
  const fixtures = rowsOf(work.answer.value, "fixtures");
  const open = async (lineup: number, seats: string) => {
    const text = await texts(game.value);
    shown.value = { game: text === undefined ? game.value : `${game.value}.rcy`, text, seats, seed: 1, match: which.value, lineup, paired: true };
  };
  return <div class="two">
    <section><h1>{t("tournaments")}</h1>
      <p class="hint">{t("arena_about")}</p>
      <form class="fields" onSubmit={(e) => {
        e.preventDefault();
        shown.value = null;
        void asked("arena", { player: players.value.trim().split(/\s+/), matches: matches.value, "no-store": true }, game.value).then((r) => work.start(r));
      }}>
        <GameField id="arena-game" value={game.value} set={(g) => { game.value = g; }} />
        <label for="arena-players" class="broad">{t("programs")}<input id="arena-players" value={players.value} onInput={(e) => { players.value = e.currentTarget.value; }} /></label>
        <label for="arena-matches">{t("matches_each")}<input id="arena-matches" inputMode="numeric" value={matches.value} onInput={(e) => { matches.value = Number(e.currentTarget.value) || 1; }} /></label>
        <button type="submit" class="go">{t("let_meet")}</button>
      </form>
      <WorkView work={work} />
    </section>
    <section aria-label={t("matches")}><h2>{t("matches")}</h2>
      {fixtures.length === 0 ? <p class="hint">{t("matches_later")}</p> : <>
        <div class="fields"><label for="which">{t("match_number")}<input id="which" inputMode="numeric" value={which.value}
          onInput={(e) => { which.value = Math.max(0, Math.min(matches.value - 1, Number(e.currentTarget.value) || 0)); }} /></label></div>
        <ul class="chips">{fixtures.slice(0, 60).map((f) => <li><button onClick={() => void open(Number(f["lineup"]), String(f["seats"]))}>
          {String(f["seats"]).split(",").map((name, i) => <b class={`seat p${i % 6 + 1}`}>{name}</b>)}</button></li>)}</ul></>}
      {shown.value && <Reel request={shown.value} step={0} />}
    </section>
  </div>;
}

// A small board of Big Points, start first: every disc's colour.
const smallBoard = "112233";

// Small games: what best play makes of them, and a table where a perfect player says what it would do.
export function Solver() {
  const game = useSignal("noughts"), board = useSignal(smallBoard), work = useWork(), text = useSignal<string | undefined>(undefined);
  const rows = () => game.value === "bigpoints" ? { board: board.value } : {};
  const secret = new Set(["kuhn", "leduc", "bluff"]);
  const job = () => about.value?.jobs.some((j) => j.name === "solve") && !secret.has(game.value) ? "solve"
    : secret.has(game.value) ? "equilibrium" : "count";
  useEffect(() => { void texts(game.value).then((t) => { text.value = t; }); }, [game.value]);
  const name = text.value === undefined ? game.value : `${game.value}.rcy`;
  return <div class="two">
    <section><h1>{t("solver")}</h1>
      <p class="hint">{t("solver_about")}</p>
      <form class="fields" onSubmit={(e) => { e.preventDefault(); void asked(job(), rows(), game.value).then((r) => work.start(r)); }}>
        <label for="solve-game">{t("game")}<select id="solve-game" value={game.value} onChange={(e) => { game.value = e.currentTarget.value; work.answer.value = null; }}>
          {["noughts", "nim", "threeinarow", "kuhn", "leduc", "pegs", "bigpoints"].map((g) => <option value={g}>{g}</option>)}</select></label>
        {game.value === "bigpoints" && <label for="solve-board">{t("board")}<input id="solve-board" value={board.value} onInput={(e) => { board.value = e.currentTarget.value.trim(); }} /></label>}
        <button type="submit" class="go">{t("work_out")}</button>
      </form>
      <WorkView work={work} />
    </section>
    <section aria-label={t("walk_through")}><h2>{t("walk_through")}</h2>
      <p class="hint">{t("walk_about")}</p>
      <Table key={name} game={name} text={text.value === undefined ? undefined : () => text.value!} set={Object.entries(rows()).map(([option, value]) => `${option}=${value}`)} seats="human" adviser={secret.has(game.value) ? "equilibrium" : "perfect"} />
    </section>
  </div>;
}

// What the store holds: filter, open one, compare two. The other columns are for programs.
const columns = ["run", "game", "matches", "planned", "when", "seed", "size", "command"];
const Titled = ({ work }: { work: Work }) => <>{work.answer.value && <h2>{work.answer.value.document.title}</h2>}<WorkView work={work} /></>;

// Which of so many, counted from 0.
function Which({ what, at, most }: { what: "match" | "lineup" | "instance"; at: Signal<number>; most: number }) {
  return <label for={`run-${what}`}>{t(`which_${what}`, { n: count(most) })}<input id={`run-${what}`} inputMode="numeric" value={at.value}
    onInput={(e) => { at.value = Math.max(0, Math.min(most - 1, Number(e.currentTarget.value) || 0)); }} /></label>;
}

// What is done with one run: seen as a whole, match by match, or written into the folder for other tools.
function OneRun({ row, view }: { row: Row; view: Work }) {
  const run = Number(row["run"]), matches = Number(row["planned"] ?? 1), lineups = Number(row["lineups"] ?? 1), instances = Number(row["instances"] ?? 1);
  const match = useSignal(0), lineup = useSignal(0), instance = useSignal(0), shown = useSignal<Omit<TableRequest, "width"> | null>(null);
  const written = useWork(), name = useSignal("");
  const each = Math.max(1, Math.round(matches / (lineups * instances)));
  const write = (job: string, file: string, parameters: Values) => {
    name.value = file;
    written.start({ job, parameters: { run: String(run), ...parameters } });
  };
  const which = (): Values => ({ match: match.value, lineup: lineup.value, instance: instance.value });
  const stem = `run-${run}-match-${match.value}`;
  return <section aria-label={t("run", { run, game: String(row["game"]) })}>
    <h2>{t("run", { run, game: String(row["game"]) })}</h2>
    <div class="fields">
      <Which what="match" at={match} most={each} />
      {lineups > 1 && <Which what="lineup" at={lineup} most={lineups} />}
      {instances > 1 && <Which what="instance" at={instance} most={instances} />}
      <button class="go" onClick={() => { shown.value = { game: "", seats: "", seed: 0, run, match: match.value, lineup: lineup.value, instance: instance.value }; }}>{t("open_match")}</button>
      <button onClick={() => write("replay", `${stem}.html`, { ...which(), html: `${stem}.html` })}>{t("write_page")}</button>
      <button onClick={() => write("replay", `${stem}.replay`, { ...which(), out: `${stem}.replay` })}>{t("write_replay")}</button>
      <button onClick={() => write("runs show", `run-${run}.csv`, { csv: `run-${run}.csv` })}>{t("write_csv")}</button>
      <button onClick={() => write("runs export", `run-${run}.sqlite`, { out: `run-${run}.sqlite` })}>{t("write_sqlite")}</button>
    </div>
    {written.running.value && <p class="hint" role="status">{t("writing", { name: name.value })}</p>}
    {written.failure.value && <Trouble failure={written.failure.value} />}
    {written.answer.value && !written.running.value && !written.failure.value && <p class="hint" role="status">{t("written", { name: name.value })}</p>}
    {shown.value && <Reel request={shown.value} step={0} sitDown={false} tick={String(row["game"]).endsWith(".level") ? tick : undefined} />}
    <WorkView work={view} />
  </section>;
}

export function Runs() {
  const list = useWork(), one = useWork(), two = useWork();
  const opened = useSignal<Row | null>(null), filter = useSignal(""), chosen = useSignal<number[]>([]), game = useSignal("pig"), agents = useSignal("random");
  useEffect(() => { list.start({ job: "runs", parameters: {} }); }, []);
  const rows = rowsOf(list.answer.value, "runs");
  const shown = rows.filter((row) => Object.values(row).some((v) => String(v ?? "").toLowerCase().includes(filter.value.toLowerCase())));
  const fields = ((list.answer.value?.document.parts["runs"]?.["fields"] ?? []) as { name: string; title: string }[]).filter((f) => columns.includes(f.name));
  return <div><h1>{t("results")}</h1>
    <div class="fields"><label for="filter">{t("filter")}<input id="filter" onInput={(e) => { filter.value = e.currentTarget.value; }} /></label>
      <button disabled={chosen.value.length !== 2} class="go" onClick={() => two.start({ job: "diff", parameters: { before: `run:${chosen.value[0]}`, against: `run:${chosen.value[1]}` } })}>{t("compare_chosen")}</button>
      <button onClick={() => list.start({ job: "runs", parameters: {} })}>{t("look_again")}</button></div>
    <form class="fields" onSubmit={(e) => {
      e.preventDefault();
      two.start({ job: "diff", parameters: { before: `people:${game.value}`, against: game.value, "after-agents": agents.value, matches: 1000 } });
    }}>
      <GameField id="people-game" value={game.value} set={(g) => { game.value = g; }} />
      <label for="people-agents">{t("agents")}<input id="people-agents" value={agents.value} onInput={(e) => { agents.value = e.currentTarget.value; }} /></label>
      <button type="submit">{t("compare_people")}</button>
    </form>
    {list.failure.value && <p class="hint">{list.failure.value.text}</p>}
    {rows.length > 0 && <div class="scroll"><table><thead><tr><th>{t("choose")}</th>{fields.map((f) => <th>{f.title || f.name}</th>)}</tr></thead><tbody>
      {shown.slice(0, 300).map((row) => {
        const run = Number(row["run"] ?? row["number"]);
        return <tr><td><label class="flag"><input type="checkbox" checked={chosen.value.includes(run)} aria-label={t("choose_run", { run })} onChange={(e) => {
          chosen.value = e.currentTarget.checked ? [...chosen.value, run].slice(-2) : chosen.value.filter((r) => r !== run);
        }} /></label></td>{fields.map((f, i) => <td>{i === 0 ? <button class="link" onClick={() => { opened.value = row; one.start({ job: "runs show", parameters: { run: String(run) } }); }}>{String(row[f.name] ?? "")}</button> : String(row[f.name] ?? "")}</td>)}</tr>;
      })}
    </tbody></table></div>}
    <Titled work={two} />
    {opened.value && <OneRun key={String(opened.value["run"])} row={opened.value} view={one} />}
  </div>;
}

// Território as it is set up usually, or by a scenario of the library.
export function Territorio({ scenario }: { scenario: string }) {
  const settings = useSignal<string | null>(null);
  const shipped = (about.value?.shipped ?? []).filter((l) => /^territorio\/.*\.ini$/.test(l));
  const entry = shipped.find((l) => l.endsWith(`/${scenario}`));
  useEffect(() => {
    settings.value = null;
    if (entry) void home.shipped(entry).then((text) => { settings.value = text; });
  }, [entry]);
  const heading = <><h1>{t("territorio")}</h1>
    <label for="scenario" class="flag">{t("scenario")} <select id="scenario" value={entry ? scenario : ""} onChange={(e) => go(`territorio/${e.currentTarget.value}`)}>
      <option value="">{t("as_usual")}</option>
      {shipped.map((l) => l.split("/").at(-1)!).map((name) => <option value={name}>{name.replace(/\.ini$/, "")}</option>)}
    </select></label></>;
  const table = (!entry || settings.value !== null) && <Table key={scenario} heading={heading} game="territorio" seats="human,territorio_example" set={entry ? [`settings=${settings.value}`] : undefined} />;
  return <div class="territorio">{table}<p class="hint">{t("territorio_about")}</p></div>;
}

export function OneJob({ which }: { which: string }) {
  const job = about.value?.jobs.find((j) => j.name === which);
  if (!job) return <p class="hint">{t("no_such_job")}</p>;
  return <div><h1>{job.name}</h1><JobForm job={job} key={job.name} /></div>;
}
