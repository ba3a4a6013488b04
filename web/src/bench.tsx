// bench.tsx - the workbench: rules on the left, what they do on the right, renewed while one types.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Dials } from "./dials";
import type { Dial } from "./dials";
import { makeEditor } from "./editor";
import type { Complaint, Editor } from "./editor";
import { share } from "./dialogs";
import { beginning, fileOf, isShipped, read, saveAs } from "./files";
import { attend, hung, latest, mark, remember, versions } from "./history";
import { JobForm, rowsOf, useWork, WorkView } from "./jobs";
import { t } from "./messages";
import { about, home, nonce, notice } from "./state";
import { hasRulebook, Rulebook } from "./rulebook";
import { Table } from "./table";
import { Verdict } from "./verdict";
import { firings, Turned, Witnesses, worths } from "./witness";
import type { ComponentChildren } from "preact";
import type { Answer, Failure, HomeError } from "./home";

const tabs = ["verdict", "play", "rulebook", "tune", "compare", "ideas", "doctor", "versions"] as const;
type Tab = typeof tabs[number];
// The tab that whoever came here asked for.
function firstTab(): Tab {
  const asked = sessionStorage.getItem("dado:tab") as Tab | null;
  sessionStorage.removeItem("dado:tab");
  return asked && tabs.includes(asked) ? asked : "verdict";
}

const pause = 300;  // of typing, in milliseconds, before the text is judged

// What is wrong with the text, for its line; a server that is away is no fault of any line.
const complaintsOf = (failure: Failure | null): Complaint[] => !failure || failure.away ? [] : [complaintOf(failure)];
const complaintOf = (failure: Failure): Complaint => ({ line: failure.line || 1, column: failure.column || 1,
  length: failure.length || 1, severity: "error", text: failure.text });

export function Bench({ name, shared }: { name: string; shared?: string }) {
  const file = fileOf(name);  // as the engine is told
  const first = useRef<Tab | null>(null);
  if (first.current === null) first.current = firstTab();
  const tab = useSignal<Tab>(first.current), opened = useSignal<Set<Tab>>(new Set([first.current])), text = useSignal(""), saved = useSignal(""), tag = useSignal("");
  const conflict = useSignal(""), paused = useSignal(false), twin = useSignal(false), before = useSignal("");
  const ready = useSignal(false), topic = useSignal<{ topic: string; text: string } | null>(null);
  const number = useSignal<Dial | null>(null);  // that the cursor stands on
  const compared = useSignal<{ before: string; after: string } | null>(null);
  const place = useRef<HTMLDivElement>(null), editor = useRef<Editor | null>(null), timer = useRef(0);
  const verdict = useWork(), compare = useWork(), worth = useWork(), doctor = useWork();

  const judge = () => {
    if (paused.value || !text.value.trim()) return;
    mark(name, true);  // taken back when the engine answers
    verdict.start({ job: "sim", parameters: { game: file, matches: 10000, "no-store": true }, files: { [file]: text.value } });
  };

  const changed = (now: string) => {
    text.value = now;
    topic.value = null;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (!remember(name, now)) notice.value = t("no_room");
      judge();
    }, pause);
  };

  // Opens the text: a shared one, what this browser kept if it is newer work, or the file.
  useEffect(() => {
    let gone = false;
    void (async () => {
      const found = await read(name).catch(() => ({ text: "", tag: "" }));
      const disk = found.text;
      tag.value = found.tag;
      if (gone || !place.current) return;
      saved.value = disk;
      const kept = latest(name);
      const known = versions(name).some((v) => v.text === disk);
      if (kept !== undefined && disk && !known) notice.value = t("changed_elsewhere", { name: file });
      const start = shared ?? (kept !== undefined && known ? kept : disk || kept || beginning(name));
      text.value = start;
      before.value = disk || start;
      if (!disk) remember(name, start);
      else if (!known) remember(name, disk);  // else what was typed since stays the latest
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
    editor.current?.complain(complaintsOf(verdict.failure.value));
  }, [verdict.failure.value, verdict.running.value]);

  // In the margin: how often each line fired, and, where one asked, what it is worth.
  const weigh = (line?: number) => worth.start({ job: "worth", parameters: { game: file, ...(line ? { line: [String(line)], matches: 1000 } : {}) },
    files: { [file]: text.value } });
  useEffect(() => {
    if (verdict.failure.value) return editor.current?.remark([]);
    const weighed = worth.old.value || worth.failure.value ? [] : worths(worth.answer.value), lines = new Set(weighed.map((r) => r.line));
    editor.current?.remark([...firings(verdict.answer.value, weigh).filter((r) => !lines.has(r.line)), ...weighed]);
  }, [verdict.answer.value, verdict.failure.value, worth.answer.value, worth.old.value]);
  useEffect(() => { worth.answer.value = doctor.answer.value = null; }, [text.value]);

  // A game of the library is saved under a name of its own.
  const save = async (over = tag.value) => {
    const now = text.value;
    if (isShipped(name)) return void saveAs(file, now);
    remember(name, now);  // who opens it again knows the file by that
    try {
      tag.value = await home.write(name, now, over);
      saved.value = now;
      conflict.value = "";
      notice.value = t("saved", { name });
    } catch (why) {
      const error = why as HomeError;
      if (error.status !== 409) notice.value = error.message;
      else conflict.value = (await home.read(name).catch(() => ({ text: "" }))).text || " ";
    }
  };

  const job = (called: string) => about.value?.jobs.find((j) => j.name === called);
  const files = () => ({ [file]: text.value });
  const reset = () => {
    remember(name, text.value);
    editor.current?.set(saved.value);
    notice.value = t("reset_done");
  };
  const show = (which: Tab) => {
    opened.value = new Set([...opened.value, which]);
    tab.value = which;
  };
  const takeOver = (variant: string) => {
    before.value = text.value;
    editor.current?.set(variant);
    notice.value = t("taken_over");
  };

  // What to try against the worst finding.
  const trying = { work: doctor, take: takeOver,
    start: () => doctor.start({ job: "doctor", parameters: { game: file, effort: "quick", advice: 2000, "no-store": true }, files: files() }) };

  // Laid out as dado does: every word stays, so the game is the same.
  const layOut = () => {
    const was = text.value;
    home.run({ job: "format", parameters: { file: [file], check: true }, files: files() }, (event) => {
      if (event.kind === "failed") notice.value = event.failure.text;
      if (event.kind !== "done") return;
      const row = rowsOf(event.answer, "files")[0], laid = row?.["text"];
      if (typeof laid === "string" && text.value === was) editor.current?.set(laid);
      else if (row) notice.value = row["state"] === "as it should be" ? t("laid_out", { name: file }) : `${file}: ${row["state"]}`;
    });
  };

  return <div class={`bench ${tab.value === "play" ? "playing" : ""}`}>
    <section class="left" aria-label={t("rules")}>
      <div class="bar">
        <strong>{file}</strong>
        {text.value !== saved.value && <span class="hint">{t("not_saved")}</span>}
        <button onClick={() => void save()}>{t("save")}</button>
        {!isShipped(name) && <button onClick={() => void saveAs(file, text.value)}>{t("save_as")}</button>}
        {file.endsWith(".rcy") && job("format") && <button onClick={layOut}>{t("tidy")}</button>}
        <button onClick={() => share(file, text.value)}>{t("share")}</button>
        <label class="flag"><input type="checkbox" checked={!paused.value} onChange={(e) => { paused.value = !e.currentTarget.checked; if (!paused.value) judge(); }} /> {t("judge_typing")}</label>
      </div>
      {isShipped(name) && ready.value && text.value !== saved.value && <p class="hint">{t("changed_copy")} <button class="link" onClick={reset}>{t("reset")}</button></p>}
      {twin.value && <p class="trouble" role="alert">{t("twin")}</p>}
      {conflict.value !== "" && <div class="trouble" key="conflict" role="alert">
        <p>{t("on_disk", { name: file })}</p>
        <button onClick={() => { remember(name, text.value); remember(name, conflict.value); editor.current?.set(conflict.value); void home.read(name).then((f) => { tag.value = f.tag; saved.value = f.text; conflict.value = ""; }); }}>{t("take_disk")}</button>
        <button onClick={() => void home.read(name).then((f) => save(f.tag))}>{t("write_mine")}</button>
      </div>}
      <div class="editor" key="editor" ref={place} />
      <p class="hint">{t("editor_hint")}</p>
      {worth.failure.value && !worth.failure.value.away && <p class="wrong" role="status">{worth.failure.value.text}</p>}
      {worth.running.value && <p class="hint" role="status">{t("weighing", { progress: worth.progress.value ? t("of", worth.progress.value) : "…" })}</p>}
    </section>
    <section class="right" aria-label={t("what_they_do")}>
      <div class="tabs" role="tablist">
        {tabs.map((which) => <button role="tab" aria-selected={tab.value === which} onClick={() => show(which)}>{t(`tab_${which}`)}</button>)}
      </div>
      {ready.value && tabs.filter((which) => opened.value.has(which)).map((which) => <Panel key={which} label={t(`tab_${which}`)} shown={tab.value === which}>
        {which === "verdict" && <>
          {topic.value && <><button onClick={() => { topic.value = null; }}>{t("back_to_verdict")}</button>
            <Witnesses name={file} text={topic.value.text} topic={topic.value.topic} /></>}
          <div hidden={topic.value !== null}><Verdict work={verdict} trying={job("doctor") ? trying : undefined} witness={(which) => { topic.value = { topic: which, text: text.value }; }} /></div>
        </>}
        {which === "play" && <Table game={file} text={() => text.value} keep={name} />}
        {which === "rulebook" && <div>
          {hasRulebook() && <><h2>{t("rulebook_title")}</h2><Rulebook file={file} text={text.value} reveal={(line) => editor.current?.reveal(line)} />
            <h2>{t("weigh_title")}</h2></>}
          <p class="hint">{t("weigh_about")}</p>
          <button class="go" onClick={() => weigh()}>{t("weigh_all")}</button>
          <WorkView work={worth} />
        </div>}
        {which === "tune" && <Dials name={file} text={() => text.value} at={number.value}
          turn={(dial, value) => editor.current?.replace(dial.from, dial.to, String(value))} />}
        {which === "compare" && <div>
          <p class="hint">{t("compare_about")}</p>
          <button class="go" onClick={() => {
            compared.value = { before: before.value, after: text.value };
            compare.start({ job: "diff", parameters: { before: `before-${file}`, against: file, matches: 2000 },
              files: { [`before-${file}`]: before.value, [file]: text.value } });
          }}>{t("compare_go")}</button>
          {!compare.running.value && !compare.failure.value && compared.value && <Turned answer={compare.answer.value} name={file} {...compared.value} />}
          <WorkView work={compare} />
        </div>}
        {which === "ideas" && (job("evolve") ? <JobForm job={job("evolve")!} hide={["what"]} files={files} first={["toward", "generations", "population", "matches"]}
          preset={{ what: file, toward: "tense", generations: "5", population: "12", "no-store": true }}
          after={(answer) => <TakeOver answer={answer} take={takeOver} />} /> : <Absent what="evolve" />)}
        {which === "doctor" && (job("doctor") ? <JobForm job={job("doctor")!} preset={{ game: file, effort: "quick", advice: "5000" }} hide={["game"]} files={files}
          first={["effort", "advice", "expect"]} after={(answer) => <Advice answer={answer} take={takeOver} />} /> : <Absent what="doctor" />)}
        {which === "versions" && <ol class="log versions">
          {versions(name).slice().reverse().map((v) => <li>
            <button onClick={() => { editor.current?.set(v.text); }}>{new Date(v.when).toLocaleString()}</button> {t("letters", { n: v.text.length })}
            <button onClick={() => { before.value = v.text; show("compare"); }}>{t("compare")}</button>
          </li>)}
        </ol>}
      </Panel>)}
    </section>
  </div>;
}

// A tab that was opened stays, hidden, so that a match or a job in it goes on.
const Panel = ({ label, shown, children }: { label: string; shown: boolean; children: ComponentChildren }) =>
  <div role="tabpanel" aria-label={label} hidden={!shown}>{children}</div>;

const Absent = ({ what }: { what: string }) => <p class="hint">{t("absent", { what })}</p>;

// What was bred, each ready to be taken over.
export function TakeOver({ answer, take }: { answer: Answer; take: (text: string) => void }) {
  const bred = rowsOf(answer, "texts");
  if (!bred.length) return <p class="hint">{t("none_bred")}</p>;
  return <ul class="chips">{bred.map((row, i) => <li><button onClick={(e) => { e.preventDefault(); take(String(row["text"])); }}>
    {t("take_variant", { n: i + 1, fitness: Number(row["fitness"]).toFixed(3) })}</button></li>)}</ul>;
}

// What the doctor says to try, ready to be taken over.
function Advice({ answer, take }: { answer: Answer; take: (text: string) => void }) {
  const [row] = rowsOf(answer, "advice"), text = row?.["text"];
  if (typeof text !== "string") return null;
  return <p><button onClick={(e) => { e.preventDefault(); take(text); }}>{t("take_it", { change: String(row!["change"]) })}</button></p>;
}
