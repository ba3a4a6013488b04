// verdict.tsx - what the matches say about a game: one sentence, the three worst findings as cards, then the
// rest. Figures and charts are behind a disclosure.
import { t, count } from "./messages";
import { rowsOf, Shown, Trouble } from "./jobs";
import { claimOf } from "./verdict_sentences";
import type { Work } from "./jobs";
import type { Answer } from "./home";

type Finding = { topic: string; tone: string; claim: string; evidence: string };
const findingsOf = (answer: Answer): Finding[] => ((answer.document.parts["verdicts"]?.["verdicts"] as Finding[] | undefined) ?? []).map((f) => ({ ...f, claim: claimOf(f.claim) }));

// Worst first: what is wrong, what is not settled, the rest.
const weight: Record<string, number> = { bad: 0, warn: 1, unsure: 2, plain: 3, good: 4 };
const weightOf = (f: Finding) => weight[f.tone] ?? 3;
const isWrong = (f: Finding) => weightOf(f) <= 1;
const isOpen = (f: Finding) => weightOf(f) === 2;

function Badge({ finding }: { finding: Finding }) {
  const [tone, key, sign] = isWrong(finding) ? ["bad", "fix_first", "▲"] as const : isOpen(finding) ? ["mid", "eye_on", "◉"] as const : ["good", "fine", "✓"] as const;
  return <span class={`badge ${tone}`}><span aria-hidden="true">{sign}</span> {t(key)}</span>;
}

// What to try against a finding: the doctor looks for one change of the rules and measures it.
export type Trying = { work: Work; start: () => void; take: (text: string) => void };

function TryThis({ finding, trying }: { finding: Finding; trying: Trying }) {
  const [row] = rowsOf(trying.work.answer.value, "advice"), done = trying.work.answer.value && !trying.work.running.value && !trying.work.old.value;
  if (trying.work.running.value) return <span class="hint" role="status">{t("trying")}</span>;
  if (done && row?.["topic"] === finding.topic && typeof row["text"] === "string") {
    return <button class="go" onClick={() => trying.take(String(row["text"]))}>{t("take_it", { change: String(row["change"]) })}</button>;
  }
  if (done) return <span class="hint">{t("try_none")}</span>;
  return <button class="go" onClick={trying.start}>{t("try_this")}</button>;
}

function Card({ finding, witness, trying }: { finding: Finding; witness?: (topic: string) => void; trying?: Trying }) {
  return <article class="finding" data-topic={finding.topic}>
    <Badge finding={finding} />
    <h3>{finding.claim}</h3>
    <details><summary>{t("numbers")}</summary><p>{finding.evidence}</p></details>
    {trying && isWrong(finding) && <TryThis finding={finding} trying={trying} />}
    {witness && <button class="witness" aria-label={`${t("show_me")}: ${finding.claim}`} onClick={() => witness(finding.topic)}>{t("show_me")}</button>}
  </article>;
}

const headline = (all: Finding[]): string => {
  const wrong = all.filter(isWrong), open = all.filter(isOpen);
  if (wrong.length === 1 && !open.length) return t("verdict_one", { first: wrong[0]!.claim });
  if (wrong.length) return t("verdict_many", { n: wrong.length + open.length, first: wrong[0]!.claim });
  return t("verdict_all_fine");
};

// How far the matches are. The old verdict stays, dimmed, until a new one replaces it.
function Working({ work }: { work: Work }) {
  const p = work.progress.value;
  if (!work.running.value) return null;
  return <p class="progress"><span class="die" aria-hidden="true" /><progress max={p?.all || 1} value={p?.done ?? undefined} aria-label={t("progress")} />
    <span>{p ? t("matches_played", { done: count(p.done), all: count(p.all) }) : t("working")}</span>
    <button onClick={() => work.stop()}>{t("stop")}</button></p>;
}

export function Verdict({ work, witness, trying }: { work: Work; witness: (topic: string) => void; trying?: Trying }) {
  const answer = work.answer.value, old = work.old.value || work.failure.value !== null;
  const all = answer ? [...findingsOf(answer)].sort((a, b) => weightOf(a) - weightOf(b)) : [];
  const worst = all.slice(0, 3), rest = all.slice(3);
  return <div class="work" aria-live="polite">
    <Working work={work} />
    {work.failure.value && !work.failure.value.away && <Trouble failure={work.failure.value} />}
    {answer && <div class={`verdict ${old ? "old" : ""}`}>
      <h2 class="headline">{headline(all)}</h2>
      <p class="hint">{t("by_random")}</p>
      {worst.map((f) => <Card key={f.topic} finding={f} witness={witness} trying={trying} />)}
      {rest.length > 0 && <details class="others"><summary>{t("more_findings", { n: rest.length })}</summary>
        {rest.map((f) => <Card key={f.topic} finding={f} witness={witness} />)}</details>}
      <details class="numbers"><summary>{t("numbers")}</summary><p class="hint">{t("numbers_about")}</p>
        <Shown html={answer.html} old={old} /></details>
    </div>}
    {work.old.value && <p class="hint">{t("stale")}</p>}
  </div>;
}
