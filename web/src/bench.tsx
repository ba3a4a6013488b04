// bench.tsx - the workbench: rules on the left, what they do on the right, renewed while one types.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Dials } from "./dials";
import type { Dial } from "./dials";
import { makeEditor } from "./editor";
import type { Complaint, Editor } from "./editor";
import { beginning } from "./gallery";
import { attend, hung, latest, mark, remember, versions } from "./history";
import { JobForm, rowsOf, useWork, WorkView } from "./jobs";
import { share } from "./share";
import { about, home, nonce, notice } from "./state";
import { Table } from "./table";
import { firings, Turned, Witnesses, worths } from "./witness";
import type { Answer, Failure, HomeError } from "./home";

const tabs = ["Verdict", "Play", "Rules", "Dials", "Compare", "Evolve", "Doctor", "History"] as const;
type Tab = typeof tabs[number];

const pause = 300;  // of typing, in milliseconds, before the text is judged

const complaintOf = (failure: Failure): Complaint => ({ line: failure.line || 1, column: failure.column || 1,
  length: failure.length || 1, severity: "error", text: failure.text });

export function Bench({ name, shared }: { name: string; shared?: string }) {
  const tab = useSignal<Tab>("Verdict"), text = useSignal(""), saved = useSignal(""), tag = useSignal("");
  const conflict = useSignal(""), paused = useSignal(false), twin = useSignal(false), before = useSignal("");
  const ready = useSignal(false), topic = useSignal<{ topic: string; text: string } | null>(null);
  const number = useSignal<Dial | null>(null);  // that the cursor stands on
  const compared = useSignal<{ before: string; after: string } | null>(null);
  const place = useRef<HTMLDivElement>(null), editor = useRef<Editor | null>(null), timer = useRef(0);
  const verdict = useWork(), compare = useWork(), worth = useWork();

  const judge = () => {
    if (paused.value || !text.value.trim()) return;
    mark(name, true);  // taken back when the engine answers
    verdict.start({ job: "sim", parameters: { game: name, matches: 10000, "no-store": true }, files: { [name]: text.value } });
  };

  const changed = (now: string) => {
    text.value = now;
    topic.value = null;
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
        const entry = about.value?.shipped.find((l) => l === name || l.endsWith(`/${name}`));
        if (entry) file = await home.shipped(entry).catch(() => "");
      }
      if (gone || !place.current) return;
      saved.value = file;
      const kept = latest(name);
      const known = versions(name).some((v) => v.text === file);
      if (kept !== undefined && file && !known) {
        notice.value = `${name} was changed elsewhere since it was open here; what you had is in the history.`;
      }
      const start = shared ?? (kept !== undefined && known ? kept : file || kept || beginning(name));
      text.value = start;
      before.value = file || start;
      if (!file) remember(name, start);
      else if (!known) remember(name, file);  // else what was typed since stays the latest
      paused.value = hung(name);
      editor.current = makeEditor(place.current, start, changed, (at) => { number.value = at; }, !name.endsWith(".rcy"), nonce);
      ready.value = true;
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

  // In the margin: how often each line fired, and, where one asked, what it is worth.
  const weigh = (line?: number) => worth.start({ job: "worth", parameters: { game: name, ...(line ? { line: [String(line)], matches: 1000 } : {}) },
    files: { [name]: text.value } });
  useEffect(() => {
    if (verdict.failure.value) return editor.current?.remark([]);
    const weighed = worth.old.value || worth.failure.value ? [] : worths(worth.answer.value), lines = new Set(weighed.map((r) => r.line));
    editor.current?.remark([...firings(verdict.answer.value, weigh).filter((r) => !lines.has(r.line)), ...weighed]);
  }, [verdict.answer.value, verdict.failure.value, worth.answer.value, worth.old.value]);
  useEffect(() => { worth.answer.value = null; }, [text.value]);

  const save = async (over = tag.value) => {
    const now = text.value;
    remember(name, now);  // who opens it again knows the file by that
    try {
      tag.value = await home.write(name, now, over);
      saved.value = now;
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
  const takeOver = (variant: string) => {
    before.value = text.value;
    editor.current?.set(variant);
    notice.value = "It is taken over; what was there is in the history, and Compare tells what changed.";
  };

  // Laid out as dado does: every word stays, so the game is the same.
  const layOut = () => {
    const was = text.value;
    home.run({ job: "format", parameters: { file: [name], check: true }, files: files() }, (event) => {
      if (event.kind === "failed") notice.value = event.failure.text;
      if (event.kind !== "done") return;
      const row = rowsOf(event.answer, "files")[0], laid = row?.["text"];
      if (typeof laid === "string" && text.value === was) editor.current?.set(laid);
      else if (row) notice.value = `${name} ${row["state"] === "as it should be" ? "is laid out already" : row["state"]}.`;
    });
  };

  return <div class="bench">
    <section class="left" aria-label="rules">
      <div class="bar">
        <strong>{name}</strong>
        {text.value !== saved.value && <span class="hint">not saved</span>}
        <button onClick={() => void save()}>Save</button>
        {name.endsWith(".rcy") && job("format") && <button onClick={layOut}>Format</button>}
        <button onClick={() => void share(name, text.value)}>Share</button>
        <label class="flag"><input type="checkbox" checked={paused.value} onChange={(e) => { paused.value = e.currentTarget.checked; if (!paused.value) judge(); }} /> paused</label>
      </div>
      {twin.value && <p class="trouble" role="alert">This text is open in another tab too: what is saved last wins, and both are in the history.</p>}
      {conflict.value !== "" && <div class="trouble" key="conflict" role="alert">
        <p>{name} was changed on disk. Yours is kept in the history.</p>
        <button onClick={() => { remember(name, text.value); remember(name, conflict.value); editor.current?.set(conflict.value); void home.read(name).then((f) => { tag.value = f.tag; saved.value = f.text; conflict.value = ""; }); }}>Take what is on disk</button>
        <button onClick={() => void home.read(name).then((f) => save(f.tag))}>Write mine over it</button>
      </div>}
      <div class="editor" key="editor" ref={place} />
      <p class="hint">Escape, then Tab, leaves the editor. Control-Space offers words. A number in the margin is how often a line fired: press it to hear what the line is worth.</p>
      {worth.running.value && <p class="hint" role="status">weighing {worth.progress.value ? `${worth.progress.value.done} of ${worth.progress.value.all}` : "…"}</p>}
    </section>
    <section class="right" aria-label="what they do">
      <div class="tabs" role="tablist">
        {tabs.map((t) => <button role="tab" aria-selected={tab.value === t} onClick={() => { tab.value = t; }}>{t}</button>)}
      </div>
      {ready.value && <div role="tabpanel" aria-label={tab.value}>
        {tab.value === "Verdict" && <>
          {topic.value && <><button onClick={() => { topic.value = null; }}>Back to the verdict</button>
            <Witnesses name={name} text={topic.value.text} topic={topic.value.topic} /></>}
          <div hidden={topic.value !== null}><WorkView work={verdict} witness={(t) => { topic.value = { topic: t, text: text.value }; }} /></div>
        </>}
        {tab.value === "Play" && <Table game={name} text={() => text.value} />}
        {tab.value === "Rules" && <div>
          <p class="hint">The game without each rule, on the same luck: what changes is what the rule is worth.</p>
          <button class="go" onClick={() => weigh()}>Weigh every rule</button>
          <WorkView work={worth} />
        </div>}
        {tab.value === "Dials" && <Dials name={name} text={() => text.value} at={number.value}
          turn={(dial, value) => editor.current?.replace(dial.from, dial.to, String(value))} />}
        {tab.value === "Compare" && <div>
          <p class="hint">What the change did, on the same luck: the text as it was opened against the text as it is.</p>
          <button class="go" onClick={() => {
            compared.value = { before: before.value, after: text.value };
            compare.start({ job: "diff", parameters: { before: `before-${name}`, against: name, matches: 2000 },
              files: { [`before-${name}`]: before.value, [name]: text.value } });
          }}>Compare with the version before</button>
          {!compare.running.value && !compare.failure.value && compared.value && <Turned answer={compare.answer.value} name={name} {...compared.value} />}
          <WorkView work={compare} />
        </div>}
        {tab.value === "Evolve" && (job("evolve") ? <JobForm job={job("evolve")!} hide={["what"]} files={files} first={["toward", "generations", "population", "matches"]}
          preset={{ what: name, toward: "tense", generations: "5", population: "12", "no-store": true }}
          after={(answer) => <TakeOver answer={answer} take={takeOver} />} /> : <Absent what="evolve" />)}
        {tab.value === "Doctor" && (job("doctor") ? <JobForm job={job("doctor")!} preset={{ game: name, effort: "quick", advice: "5000" }} hide={["game"]} files={files}
          first={["effort", "advice", "expect"]} after={(answer) => <Advice answer={answer} take={takeOver} />} /> : <Absent what="doctor" />)}
        {tab.value === "History" && <ol class="log versions">
          {versions(name).slice().reverse().map((v) => <li>
            <button onClick={() => { editor.current?.set(v.text); }}>{new Date(v.when).toLocaleString()}</button> {v.text.length} letters
            <button onClick={() => { before.value = v.text; tab.value = "Compare"; }}>compare</button>
          </li>)}
        </ol>}
      </div>}
    </section>
  </div>;
}

const Absent = ({ what }: { what: string }) => <p class="hint">This dado cannot be asked for {what} here.</p>;

// What was bred, each ready to be taken over.
export function TakeOver({ answer, take }: { answer: Answer; take: (text: string) => void }) {
  const bred = rowsOf(answer, "texts");
  if (!bred.length) return <p class="hint">Nothing better was bred.</p>;
  return <ul class="chips">{bred.map((row, i) => <li><button onClick={(e) => { e.preventDefault(); take(String(row["text"])); }}>
    Take over variant {i + 1}, fitness {Number(row["fitness"]).toFixed(3)}</button></li>)}</ul>;
}

// What the doctor says to try, ready to be taken over.
function Advice({ answer, take }: { answer: Answer; take: (text: string) => void }) {
  const [row] = rowsOf(answer, "advice"), text = row?.["text"];
  if (typeof text !== "string") return null;
  return <p><button onClick={(e) => { e.preventDefault(); take(text); }}>Take it over: {row!["change"]}</button></p>;
}
