// heroes.tsx - how the player types fare on a map or in a level: one sentence, and ten squares for each of them, filled
// for every hero of ten that gets out alive. Figures stand below, in the document of the job.
import { joined, t } from "./messages";
import { rowsOf } from "./jobs";
import type { Answer, Figure } from "./home";
import type { MessageKey } from "./messages";

type Fare = { name: string; out: number };  // of ten

const explorers = ["explorer", "greedy", "runner", "brave", "smart", "gambler"], runners = ["planner", "cautious", "runner", "collector", "novice"];
const key = (name: string, level: boolean) => level ? `run_${name}` : `hero_${name}`;
const isKnown = (name: string, level: boolean) => (level ? runners : explorers).includes(name);
const aboutOf = (name: string, level: boolean) => isKnown(name, level) ? t(`${key(name, level)}_about` as MessageKey) : "";
const nameOf = (name: string, level: boolean) => isKnown(name, level) ? t(key(name, level) as MessageKey) : name;

const fare = (name: string, won: unknown): Fare[] => {
  const share = (won as Figure | null)?.value;
  return share == null ? [] : [{ name, out: Math.round(10 * share) }];
};
// A map has a row for each player type; a level is a row with a column for each.
const faresOf = (answer: Answer | null, level: boolean): Fare[] => level
  ? rowsOf(answer, "levels").slice(0, 1).flatMap((row) => runners.flatMap((name) => fare(name, row[name])))
  : rowsOf(answer, "profiles").flatMap((row) => fare(String(row["profile"]), row["won"]));

// Who never gets out, or seldom; or that all do.
function headline(fares: Fare[], level: boolean): string {
  const never = fares.filter((f) => f.out === 0), seldom = fares.filter((f) => f.out > 0 && f.out <= 5), names = (some: Fare[]) => joined(some.map((f) => nameOf(f.name, level)));
  if (never.length === fares.length) return t(level ? "runs_none" : "heroes_none");
  if (never.length) return t(level ? "runs_never" : "heroes_never", { names: names(never) });
  if (seldom.length) return t(level ? "runs_seldom" : "heroes_seldom", { names: names(seldom) });
  return t(level ? "runs_all" : "heroes_all");
}

export function Heroes({ answer, old, level }: { answer: Answer | null; old: boolean; level: boolean }) {
  const fares = faresOf(answer, level);
  if (!fares.length) return null;
  return <section class={`heroes ${old ? "old" : ""}`}>
    <h2 class="headline">{headline(fares, level)}</h2>
    <p class="hint">{t(level ? "runs_about" : "heroes_about")}</p>
    <ul>{[...fares].sort((a, b) => a.out - b.out).map(({ name, out }) => <li><span class="who"><b>{nameOf(name, level)}</b> {aboutOf(name, level)}</span>
      <span class="tens" role="img" aria-label={t(level ? "runs_out" : "heroes_out", { n: out })}>{Array.from({ length: 10 }, (_, i) => <i class={i < out ? "out" : ""} />)}</span></li>)}</ul>
  </section>;
}
