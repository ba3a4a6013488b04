// bench.tsx - the workbench: rules on the left, what they do on the right, renewed while one types.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { makeEditor } from "./editor";
import type { Complaint, Editor } from "./editor";
import { attend, hung, latest, mark, remember, versions } from "./history";
import { JobForm, useWork, WorkView } from "./jobs";
import { share } from "./share";
import { about, home, nonce, notice } from "./state";
import { Table } from "./table";
import type { Failure, HomeError } from "./home";

const tabs = ["Verdict", "Play", "Dials", "Compare", "Evolve", "Doctor", "History"] as const;
type Tab = typeof tabs[number];

const pause = 300;  // of typing, in milliseconds, before the text is judged

// Numbers a description declares: each is a dial.
const dialsOf = (text: string) => [...text.matchAll(/\(\s*declare\s+(-?\d+)\s+'([A-Z][A-Z0-9_]*)\s*\)/g)]
  .map((m) => ({ name: m[2]!, value: Number(m[1]) }));

const complaintOf = (failure: Failure): Complaint => ({ line: failure.line || 1, column: failure.column || 1,
  length: failure.length || 1, severity: "error", text: failure.text });

export function Bench({ name, shared }: { name: string; shared?: string }) {
  const tab = useSignal<Tab>("Verdict"), text = useSignal(""), saved = useSignal(""), tag = useSignal("");
  const conflict = useSignal(""), paused = useSignal(false), twin = useSignal(false), before = useSignal("");
  const place = useRef<HTMLDivElement>(null), editor = useRef<Editor | null>(null), timer = useRef(0);
  const verdict = useWork(), compare = useWork();

  const judge = () => {
    if (paused.value) return;
    mark(name, true);  // taken back when the engine answers
    verdict.start({ job: "sim", parameters: { game: name, matches: 10000, "no-store": true }, files: { [name]: text.value } });
  };

  const changed = (now: string) => {
    text.value = now;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (!remember(name, now)) notice.value = "This browser has no room left for the history of this text.";
      judge();
    }, pause);
  };

  // Opens the text: a shared one, what this browser kept if it is newer work, or the file.
  useEffect(() => {
    let gone = false;
    void (async () => {
      let file = "";
      try {
        const found = await home.read(name);
        file = found.text;
        tag.value = found.tag;
      } catch {
        const entry = about.value?.library.find((l) => l === name || l.endsWith(`/${name}`));
        if (entry) file = await home.library(entry).catch(() => "");
      }
      if (gone || !place.current) return;
      saved.value = file;
      const kept = latest(name);
      const start = shared ?? (kept !== undefined && kept !== file && versions(name).some((v) => v.text === file) ? kept : file || kept || "");
      text.value = start;
      before.value = file || start;
      remember(name, file || start);
      paused.value = hung(name);
      editor.current = makeEditor(place.current, start, changed, !name.endsWith(".rcy"), nonce);
      judge();
    })();
    const leave = attend(name, () => { twin.value = true; });
    return () => {
      gone = true;
      clearTimeout(timer.current);
      leave();
      editor.current?.close();
      editor.current = null;
    };
  }, [name]);

  // What the engine says of the text is shown where it is.
  useEffect(() => {
    if (!verdict.running.value) mark(name, false);
    editor.current?.complain(verdict.failure.value ? [complaintOf(verdict.failure.value)] : []);
  }, [verdict.failure.value, verdict.running.value]);

  const save = async (over = tag.value) => {
    try {
      tag.value = await home.write(name, text.value, over);
      saved.value = text.value;
      conflict.value = "";
      notice.value = `${name} is saved.`;
    } catch (why) {
      const error = why as HomeError;
      if (error.status !== 409) notice.value = error.message;
      else conflict.value = (await home.read(name).catch(() => ({ text: "" }))).text || " ";
    }
  };

  const job = (called: string) => about.value?.jobs.find((j) => j.name === called);
  const files = () => ({ [name]: text.value });
  const dials = dialsOf(text.value);

  return <div class="bench">
    <section class="left" aria-label="rules">
      <div class="bar">
        <strong>{name}</strong>
        {text.value !== saved.value && <span class="hint">not saved</span>}
        <button onClick={() => void save()}>Save</button>
        <button onClick={() => void share(name, text.value)}>Share</button>
        <label class="flag"><input type="checkbox" checked={paused.value} onChange={(e) => { paused.value = e.currentTarget.checked; if (!paused.value) judge(); }} /> paused</label>
      </div>
      {twin.value && <p class="trouble" role="alert">This text is open in another tab too: what is saved last wins, and both are in the history.</p>}
      {conflict.value !== "" && <div class="trouble" key="conflict" role="alert">
        <p>{name} was changed on disk. Yours is kept in the history.</p>
        <button onClick={() => { editor.current?.set(conflict.value); void home.read(name).then((f) => { tag.value = f.tag; saved.value = f.text; conflict.value = ""; }); }}>Take what is on disk</button>
        <button onClick={() => void home.read(name).then((f) => save(f.tag))}>Write mine over it</button>
      </div>}
      <div class="editor" key="editor" ref={place} />
      <p class="hint">Escape, then Tab, leaves the editor. Control-Space offers words.</p>
    </section>
    <section class="right" aria-label="what they do">
      <div class="tabs" role="tablist">
        {tabs.map((t) => <button role="tab" aria-selected={tab.value === t} onClick={() => { tab.value = t; }}>{t}</button>)}
      </div>
      <div role="tabpanel" aria-label={tab.value}>
        {tab.value === "Verdict" && <WorkView work={verdict} />}
        {tab.value === "Play" && <Table game={name} text={() => text.value} />}
        {tab.value === "Dials" && <Dials name={name} dials={dials} files={files} turn={(dial, value) => {
          const found = new RegExp(`(\\(\\s*declare\\s+)-?\\d+(\\s+'${dial}\\s*\\))`).exec(text.value);
          if (found) editor.current?.replace(found.index, found.index + found[0].length, `${found[1]}${value}${found[2]}`);
        }} />}
        {tab.value === "Compare" && <div>
          <p class="hint">What the change did, on the same luck: the text as it was opened against the text as it is.</p>
          <button class="go" onClick={() => compare.start({ job: "diff", parameters: { before: `before-${name}`, against: name, matches: 2000 },
            files: { [`before-${name}`]: before.value, [name]: text.value } })}>Compare with the version before</button>
          <WorkView work={compare} />
        </div>}
        {tab.value === "Evolve" && (job("evolve") ? <JobForm job={job("evolve")!} preset={{ what: name }} hide={["what"]} files={files} /> : <Absent what="evolve" />)}
        {tab.value === "Doctor" && (job("doctor") ? <JobForm job={job("doctor")!} preset={{ game: name }} hide={["game"]} files={files} /> : <Absent what="doctor" />)}
        {tab.value === "History" && <ol class="log">
          {versions(name).slice().reverse().map((v) => <li>
            <button onClick={() => { editor.current?.set(v.text); }}>{new Date(v.when).toLocaleString()}</button> {v.text.length} letters
            <button onClick={() => { before.value = v.text; tab.value = "Compare"; }}>compare</button>
          </li>)}
        </ol>}
      </div>
    </section>
  </div>;
}

const Absent = ({ what }: { what: string }) => <p class="hint">This dado cannot be asked for {what} here.</p>;

// A slider for every number that is declared; the curve of a measure over it is its track.
function Dials({ name, dials, files, turn }: { name: string; dials: { name: string; value: number }[];
  files: () => Record<string, string>; turn: (dial: string, value: number) => void }) {
  const work = useWork();
  if (!dials.length) return <p class="hint">A number becomes a dial when it is declared: (declare 10 'ROUNDS).</p>;
  return <div>
    {dials.map((d) => {
      const most = Math.max(2 * d.value, d.value + 5);
      return <p class="dial"><label for={`dial-${d.name}`}>{d.name}</label>
        <input id={`dial-${d.name}`} type="range" min={Math.min(1, d.value)} max={most} value={d.value}
          onChange={(e) => turn(d.name, Number(e.currentTarget.value))} />
        <output>{d.value}</output>
        <button onClick={() => work.start({ job: "sweep", parameters: { game: name, set: [`${d.name}=${Math.min(1, d.value)}..${most}:${Math.max(1, Math.round(most / 8))}`], matches: 500, "no-store": true }, files: files() })}>curve</button>
      </p>;
    })}
    <WorkView work={work} />
  </div>;
}
