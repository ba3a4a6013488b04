// rulebook.tsx - the rules of a described game in full, in the language of the page: a sentence for each clause of the
// description, as the job `rulebook` writes them.
import { useEffect } from "preact/hooks";
import { rowsOf, useWork } from "./jobs";
import { language, t } from "./messages";
import { about } from "./state";
import type { Row } from "./jobs";
import type { Answer } from "./home";

const pause = 300;  // milliseconds without a change of the text before its rules are written anew
const sections = ["need", "setup", "play", "end", "scoring", "hidden"] as const;

// A rule, and the rules that belong to it: 2.1 and 2.2 belong to 2.
export type Rule = { words: string; line: number | null; parts: Rule[] };

export function nested(rows: { rule: string; words: string; line: number | null }[]): Rule[] {
  const top: Rule[] = [], above: Rule[] = [];
  for (const { rule, words, line } of rows) {
    const depth = rule.split(".").length, made: Rule = { words, line, parts: [] };
    above.length = Math.min(above.length, depth - 1);
    (above.at(-1)?.parts ?? top).push(made);
    above.push(made);
  }
  return top;
}

const rulesIn = (answer: Answer, part: string): Rule[] => nested(rowsOf(answer, part).map((row: Row) => ({ rule: String(row["rule"]), words: String(row["words"]), line: row["line"] as number | null })));
const headingOf = (answer: Answer, part: string) => String(answer.document.parts[part]?.["heading"] ?? "");

// Where `reveal` is given, each rule has the line it comes from, to be shown in the editor.
function Rules({ rules, reveal }: { rules: Rule[]; reveal?: (line: number) => void }) {
  return <ol>{rules.map(({ words, line, parts }) => <li>{words}
    {reveal && line !== null && <> <button class="link lineof" onClick={() => reveal(line)} aria-label={t("show_line", { line })}>{line}</button></>}
    {parts.length > 0 && <Rules rules={parts} reveal={reveal} />}</li>)}</ol>;
}

export const hasRulebook = () => about.value?.jobs.some((job) => job.name === "rulebook") ?? false;

export function Rulebook({ file, text, reveal }: { file: string; text: string; reveal?: (line: number) => void }) {
  const work = useWork(), lang = language.value;
  useEffect(() => {
    const timer = setTimeout(() => work.start({ job: "rulebook", parameters: { game: file, lang }, files: { [file]: text } }), work.answer.value ? pause : 0);
    return () => clearTimeout(timer);
  }, [file, text, lang]);
  const answer = work.answer.value;
  if (!answer) return work.failure.value ? <p class="hint" role="status">{work.failure.value.text}</p> : <p class="hint" role="status">{t("rulebook_writing")}</p>;
  const rules = (part: string) => <Rules rules={rulesIn(answer, part)} reveal={reveal} />;
  const others = rowsOf(answer, "by_players"), example = rowsOf(answer, "example");
  return <div class={`rulebook ${work.old.value ? "old" : ""}`}>
    {sections.filter((part) => rowsOf(answer, part).length > 0).map((part) => <section><h4>{headingOf(answer, part)}</h4>{rules(part)}</section>)}
    {others.length > 0 && <details><summary>{headingOf(answer, "by_players")}</summary><ul>{others.map((row) => <li>{t("rulebook_for", { n: String(row["players"]) })} {String(row["words"])}</li>)}</ul></details>}
    {example.length > 0 && <details><summary>{headingOf(answer, "example")}</summary><ul>{example.map((row) => <li><b>{String(row["player"])}</b>: {String(row["move"])}</li>)}</ul>
      <p>{String(answer.document.parts["results"]?.["text"] ?? "")}</p></details>}
    {rowsOf(answer, "general").length > 0 && <details><summary>{headingOf(answer, "general")}</summary>{rules("general")}</details>}
  </div>;
}
