// jobs.tsx - a job's form, made from its parameters, and what it answers. No job is known by name here.
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { count, t } from "./messages";
import { home } from "./state";
import type { Answer, Failure, JobInfo, Param, Request, Running, Values } from "./home";

// The rows of a table of a document, by the names of its fields.
export type Row = Record<string, string | number | boolean | null>;
export const rowsOf = (answer: Answer | null, part: string): Row[] => (answer?.document.parts[part]?.["rows"] as Row[] | undefined) ?? [];

// Sections of a drawn document, each to be put on the page by itself.
const sectionsOf = (html: string) => html.split(/(?=<section\b)/);
const breath = () => new Promise<void>((go) => { setTimeout(go); });

// A document as the engine draws it; nothing in it is worked out here. Where `witness` is given, every
// verdict has a button that asks for the matches behind it. A long one is made section by section, so
// that no task of the page's thread is long, and takes the place of the one before when it is whole.
export function Shown({ html, old, witness, folded }: { html: string; old?: boolean; witness?: (topic: string) => void; folded?: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let gone = false;
    void (async () => {
      const whole = document.createDocumentFragment(), sections = sectionsOf(html);
      for (const [i, section] of sections.entries()) {
        if (i) await breath();
        if (gone) return;
        const made = document.createElement("template");
        made.innerHTML = section;
        whole.append(made.content);
      }
      for (const verdict of witness ? whole.querySelectorAll<HTMLElement>("[data-topic]") : []) {
        const button = document.createElement("button");
        button.className = "witness";
        button.textContent = t("show_me");
        button.setAttribute("aria-label", `${t("show_me")}: ${verdict.querySelector("b")?.textContent ?? ""}`);
        button.addEventListener("click", () => witness!(verdict.dataset["topic"]!));
        verdict.lastElementChild?.append(button);
      }
      if (folded) for (const part of whole.querySelectorAll("section")) fold(part);
      place.current?.replaceChildren(whole);
    })();
    return () => { gone = true; };
  }, [html]);
  return <div class={`answer dado ${old ? "old" : ""}`} ref={place} />;
}

// Puts a part with tables or pictures behind its heading.
function fold(part: HTMLElement): void {
  const heading = part.querySelector(":scope > h2");
  if (!heading || !part.querySelector("table,figure") || part.querySelector("[data-topic],.verdicts")) return;
  const details = document.createElement("details"), summary = document.createElement("summary");
  summary.append(heading);
  details.className = "part";
  details.append(summary, ...part.childNodes);
  part.append(details);
}

export function Trouble({ failure }: { failure: Failure }) {
  return <div class="trouble" role="alert"><pre>{failure.shown || failure.text}</pre></div>;
}

export type Work = {
  answer: Signal<Answer | null>; failure: Signal<Failure | null>; said: Signal<string[]>;
  progress: Signal<{ done: number; all: number } | null>; running: Signal<boolean>; old: Signal<boolean>;
  start(request: Request): void; stop(): void;
};

// One place where a job runs: a newer request stops the older, and the last answer stays, marked as old.
export function useWork(): Work {
  const answer = useSignal<Answer | null>(null), failure = useSignal<Failure | null>(null);
  const progress = useSignal<{ done: number; all: number } | null>(null);
  const running = useSignal(false), old = useSignal(false), said = useSignal<string[]>([]);
  const current = useRef<{ running: Running; turn: number } | null>(null);
  const turn = useRef(0);
  const stop = () => current.current?.running.stop();
  useEffect(() => stop, []);
  return { answer, failure, progress, running, old, said, stop,
    start(request) {
      stop();
      const mine = ++turn.current;
      running.value = true;
      old.value = answer.value !== null;
      progress.value = null;
      said.value = [];
      const job = home.run(request, (event) => {
        if (mine !== turn.current) return;
        if (event.kind === "progress") progress.value = event;
        if (event.kind === "say") said.value = [...said.value, event.words];
        if (event.kind === "answer" || event.kind === "done") {
          answer.value = event.answer;
          failure.value = null;
          old.value = false;
        }
        if (event.kind === "failed" && !event.failure.stopped) failure.value = event.failure;
        if (event.kind === "done" || event.kind === "failed") {
          running.value = false;
          progress.value = null;
        }
      });
      current.current = { running: job, turn: mine };
    } };
}

// `folded`: figures stand behind their headings, where something above says what they mean.
export function WorkView({ work, witness, folded }: { work: Work; witness?: (topic: string) => void; folded?: boolean }) {
  const p = work.progress.value;
  return <div class="work" aria-live="polite">
    {work.running.value && <p class="progress">
      <progress max={p?.all || 1} value={p?.done ?? undefined} aria-label={t("progress")} />
      <span>{p ? t("of", { done: count(p.done), all: count(p.all) }) : t("working")}</span>
      <button onClick={() => work.stop()}>{t("stop")}</button>
    </p>}
    {work.failure.value && !work.failure.value.away && <Trouble failure={work.failure.value} />}
    {work.said.value.map((words) => <p class="hint">{words}</p>)}
    {work.answer.value && <Shown html={work.answer.value.html} witness={witness} folded={folded} old={work.old.value || work.failure.value !== null} />}
    {work.old.value && <p class="hint">{t("stale")}</p>}
  </div>;
}

function Field({ param, values }: { param: Param; values: Signal<Values> }) {
  const id = `field-${param.name}`;
  const given = values.value[param.name];
  const set = (value: string | boolean | string[] | undefined) => { values.value = { ...values.value, [param.name]: value }; };
  if (param.kind === "flag") {
    return <label class="flag" title={param.about}><input type="checkbox" checked={given === true}
      onChange={(e) => set(e.currentTarget.checked || undefined)} /> {param.name}</label>;
  }
  const usual = param.usual ?? "";
  return <label for={id} title={param.about}>{param.name}
    {param.choices
      ? <select id={id} value={String(given ?? usual)} onChange={(e) => set(e.currentTarget.value)}>
          {!usual && <option value="" />}
          {param.choices.split(" ").map((c) => <option value={c}>{c}</option>)}
        </select>
      : <input id={id} placeholder={usual} inputMode={param.kind === "whole" ? "numeric" : undefined}
          value={Array.isArray(given) ? given.join(" ") : String(given ?? "")}
          onInput={(e) => {
            const text = e.currentTarget.value.trim();
            set(text === "" ? undefined : param.many ? text.split(/\s+/) : text);
          }} />}
  </label>;
}

// The form of any job. Parameters that matter first are those that are needed; the rest fold away.
export function JobForm({ job, preset, files, hide = [], first: order = [], after }: {
  job: JobInfo; preset?: Values; files?: () => Record<string, string>; hide?: string[]; first?: string[];
  after?: (answer: Answer) => ComponentChildren;
}) {
  const values = useSignal<Values>(preset ?? {});
  const work = useWork();
  const shown = job.params.filter((p) => !hide.includes(p.name) && !["store", "unsafe", "threads", "report"].includes(p.name));
  const first = shown.filter((p, i) => order.length ? order.includes(p.name) || p.needed : p.needed || i < 4), rest = shown.filter((p) => !first.includes(p));
  return <form class="job" onSubmit={(e) => {
    e.preventDefault();
    e.stopPropagation();
    work.start({ job: job.name, parameters: { ...preset, ...values.value }, files: files?.() });
  }}>
    <p class="hint">{job.about}</p>
    <div class="fields">{first.map((p) => <Field param={p} values={values} />)}</div>
    {rest.length > 0 && <details><summary>{t("more")}</summary><div class="fields">
      {rest.map((p) => <Field param={p} values={values} />)}</div></details>}
    <button type="submit" class="go">{t("run_job", { job: job.name })}</button>
    {after && work.answer.value && after(work.answer.value)}
    <WorkView work={work} />
  </form>;
}
