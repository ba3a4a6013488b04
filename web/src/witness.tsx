// witness.tsx - what stands behind a sentence: the matches that show it, and what a line is worth.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Remark } from "./editor";
import { rowsOf, Trouble, useWork } from "./jobs";
import type { Row } from "./jobs";
import { count, t } from "./messages";
import { playerNumbers, Reel } from "./table";
import type { Answer } from "./home";

// The matches of a topic, each opened at the step that shows it.
export function Witnesses({ name, text, topic }: { name: string; text: string; topic: string }) {
  const work = useWork(), chosen = useSignal(0);
  useEffect(() => {
    chosen.value = 0;
    work.start({ job: "witness", parameters: { game: name, topic, matches: 1000 }, files: { [name]: text } });
  }, [topic, text]);
  const rows = rowsOf(work.answer.value, "witnesses").filter((row) => row["topic"] === topic);
  const row = rows[Math.min(chosen.value, rows.length - 1)];
  return <section class="witnesses" aria-label={t("shown_in", { topic })}>
    <h2>{t("shown_in", { topic })}</h2>
    {work.running.value && <p class="hint">{t("looking")}</p>}
    {work.failure.value && <Trouble failure={work.failure.value} />}
    {!work.running.value && !work.failure.value && rows.length === 0 && <p class="hint">{t("none_shows")}</p>}
    <ul class="chips">{rows.map((r, i) => <li><button aria-pressed={i === chosen.value} onClick={() => { chosen.value = i; }}>
      {t("match_round", { match: String(r["match"]), round: String(r["round"]), shows: playerNumbers(String(r["shows"])) })}</button></li>)}</ul>
    {row && !work.running.value && <Reel request={{ game: name, text, seats: "random", seed: 1, match: Number(row["match"]) }} step={Number(row["step"])} />}
  </section>;
}

// The matches that somebody else wins since the change, on the same luck: both versions side by side.
export function Turned({ answer, name, before, after }: { answer: Answer | null; name: string; before: string; after: string }) {
  const chosen = useSignal(0), open = useSignal(false), rows = rowsOf(answer, "turned");
  const row = rows[Math.min(chosen.value, rows.length - 1)];
  if (!row) return <p class="hint">{answer?.document.parts["turned"] ? t("turned_none") : ""}</p>;
  const match = Number(row["match"]), sides: [string, string, string][] = [[t("before"), before, "before"], [t("after"), after, "after"]];
  return <section class="witnesses" aria-label={t("turned_title")}>
    <ul class="chips">{rows.map((r, i) => <li><button aria-pressed={open.value && i === chosen.value} onClick={() => { chosen.value = i; open.value = true; }}>
      {t("turned", { match: String(r["match"]), before: playerNumbers(String(r["before"])), after: playerNumbers(String(r["after"])) })}</button></li>)}</ul>
    {open.value && <div class="two">{sides.map(([title, text, which]) => <section key={which} aria-label={t(which === "before" ? "before_change" : "after_change")}>
      <h2>{title}</h2><Reel request={{ game: which === "before" ? `before-${name}` : name, text, seats: "random", seed: 1, match }} step={0} /></section>)}</div>}
  </section>;
}

const byLine = (rows: Row[]) => {
  const lines = new Map<number, Row[]>();
  for (const row of rows) lines.set(Number(row["line"]), [...(lines.get(Number(row["line"])) ?? []), row]);
  return lines;
};
const share = (row: Row) => {
  const held = Number(row["held"]), all = held + Number(row["failed"]);
  return all ? `${Math.round(100 * held / all)} %` : "never";
};

// How often the rules of each line fired, for the margin.
export function firings(answer: Answer | null, press: (line: number) => void): Remark[] {
  return [...byLine(rowsOf(answer, "rules"))].map(([line, rows]) => {
    const said = rows.map((row) => row["state"] === "never" ? "never" : row["kind"] === "condition" ? share(row)
      : `${count(Number(row["held"]))}×`);
    const dead = rows.some((row) => row["state"] === "never");
    return { line, text: [...new Set(said)].join(" · "), tone: dead ? "dead" as const : undefined, press };
  });
}

// What the lines are worth that were asked about, in place of how often they fired.
export function worths(answer: Answer | null): Remark[] {
  return [...byLine(rowsOf(answer, "rules"))].map(([line, rows]) =>
    ({ line, tone: "worth" as const, text: rows.map((row) => `${row["without"] ? `${String(row["without"])}: ` : ""}${String(row["worth"])}`).join(" · ") }));
}
