// rules_text.ts - what the text of a described game says to whoever plays it: the words of its author, what may
// be done on a turn, and what wins.
import { blurbOf, factsOf } from "./blurb";
import { t } from "./messages";
import { sentence } from "./sentences";

export type Rules = { title: string; facts: string[]; paragraphs: string[]; remarks: string[]; options: string[]; notes: string[]; win: string };

const comment = /^\s*;;+\s?(.*)$/;
const remark = /^For designers: /;  // what a player need not read begins so, on a line of its own

const setting = /^\s{2,}[A-Z][A-Z0-9_]+\s{2,}\S/;  // "  GOAL   points to win   -D GOAL=50": for whoever sets it

// The comment that a text begins with, in paragraphs.
function beginning(lines: string[]): string[] {
  const paragraphs = [""];
  for (const line of lines) {
    const [, words] = comment.exec(line) ?? [];
    if (words === undefined) break;
    if (setting.test(words)) continue;
    if (words.trim() === "" || remark.test(words)) paragraphs.push("");
    if (words.trim() !== "") paragraphs[paragraphs.length - 1] += `${paragraphs.at(-1) ? " " : ""}${words.trim()}`;
  }
  return paragraphs.filter(Boolean);
}

// Declared numbers in the author's words: "After ROUNDS rounds" is "After 8 rounds".
function numbered(words: string, text: string): string {
  const numbers = new Map([...text.matchAll(/\(\s*declare\s+(-?\d+)\s+'([A-Z][A-Z0-9_]*)\s*\)/g)].map(([, value, name]) => [name!, value!]));
  return words.replace(/\b[A-Z][A-Z0-9_]+\b/g, (name) => numbers.get(name) ?? name);
}

// --- the description as lists and words

type Form = string | Form[];

function formsOf(text: string): Form[] {
  const top: Form[] = [], stack: Form[][] = [top];
  for (const [token] of text.replace(/;;.*$/gm, "").matchAll(/"[^"]*"|[()]|[^\s()"]+/g)) {
    if (token === "(") stack.push([]);
    else if (token !== ")") stack.at(-1)!.push(token);
    else if (stack.length > 1) { const done = stack.pop()!; stack.at(-1)!.push(done); }
  }
  return top;
}
const written = (form: Form): string => typeof form === "string" ? form : `(${form.map(written).join(" ")})`;
// Every list in a form, with the lists around it, outermost first.
function* lists(form: Form, around: Form[][] = []): Generator<[Form[], Form[][]]> {
  if (typeof form === "string") return;
  yield [form, around];
  for (const part of form) yield* lists(part, [...around, form]);
}

// What a name stands for in the words of an option: one of the things that `any` goes through.
function chosen(name: string, around: Form[][]): string {
  const from = around.findLast(([word, , variable]) => word === "any" && variable === `'${name}`)?.[1];
  const words = from ? written(from) : "";
  return /\((spaces|near|reach|ray) /.test(words) ? t("rules_space") : /\b(iloc|vloc|hloc|oloc) /.test(words) ? t("rules_card") : / \.\. /.test(words) ? t("rules_number") : "…";
}

function optionsOf(forms: Form[]): string[] {
  const found = [...lists(forms)].filter(([[word, words]]) => word === "label" && typeof words === "string" && words.startsWith('"'));
  return [...new Set(found.map(([form, around]) => (form[1] as string).slice(1, -1).replace(/\{([^}]*)\}/g, (_, name: string) => chosen(name, around))))];
}

// What wins. A point that is only ever given together with the end of the match is no matter of counting: the
// first wins, and where its condition is a line of spaces, the line does.
function winOf(forms: Form[]): string {
  const all = [...lists(forms)], scoring = all.find(([[word]]) => word === "scoring")?.[0], best = scoring?.[1];
  if (!scoring || (best !== "max" && best !== "min")) return "";
  const counter = written(scoring[2] ?? ""), given = all.filter(([[word, where]]) => ["inc", "dec", "set"].includes(String(word)) && where && written(where) === counter);
  const ends = (around: Form[][]) => around.at(-2)?.[0] === "do" && written(around.at(-1)!).includes("(stop game)");
  if (best === "max" && given.length > 0 && given.every(([act, around]) => act[0] === "inc" && act[2] === "1" && ends(around))) {
    const lines = given.map(([, around]) => /\(lines (\d+) /.exec(written(around.at(-3)?.[0] ?? ""))?.[1]);
    return lines[0] && lines.every((n) => n === lines[0]) ? t("rules_line", { n: lines[0] }) : t("rules_first");
  }
  const [, what = "SCORE"] = /^\(\(current player\) sto (\w+)\)$/.exec(counter) ?? [];
  // Only things that are counted are named: "the most chips" says more than points, "the most last" less.
  return /^(?!POINTS|WINS)[A-Z_]{3,}S$/.test(what) ? t(`rules_${best}_of`, { what: sentence(what) }) : t(`rules_${best}`);
}

export function rulesOf(text: string): Rules {
  const lines = text.split("\n"), all = beginning(lines), begun = lines.findIndex((line) => !comment.test(line));
  const code = lines.slice(begun < 0 ? lines.length : begun), inside = code.join("\n"), forms = formsOf(inside);
  const [, titled] = /\(TITLE "([^"]*)"\)/.exec(inside) ?? [];
  // The title stands alone in the first line, or is the first paragraph.
  const [, head, rest] = /^([^.]{1,40})\.? ?(.*)$/.exec(all[0] ?? "") ?? [];
  const title = titled ?? (head && (!rest || lines[0]!.replace(comment, "$1").trim().replace(/\.$/, "") === head) ? head : "");
  const paragraphs = title && head === title ? [rest ?? "", ...all.slice(1)].filter(Boolean) : all;
  return { title, facts: factsOf(blurbOf("", text)), paragraphs: paragraphs.filter((words) => !remark.test(words)).map((words) => numbered(words, inside)),
    remarks: paragraphs.filter((words) => remark.test(words)).map((words) => words.replace(remark, "")),
    options: optionsOf(forms), notes: code.flatMap((line) => comment.exec(line)?.[1]?.trim() || []), win: winOf(forms) };
}
