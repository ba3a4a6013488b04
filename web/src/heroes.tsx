// heroes.tsx - how the player types fare on a map: one sentence, and ten squares for each of them, filled for every
// hero of ten that gets out alive. Figures stand below, in the document of the job.
import { joined, t } from "./messages";
import { rowsOf } from "./jobs";
import type { Answer, Figure } from "./home";
import type { MessageKey } from "./messages";

type Fare = { name: string; out: number };  // of ten

const known = ["explorer", "greedy", "runner", "brave", "smart", "gambler"];
const aboutOf = (name: string) => known.includes(name) ? t(`hero_${name}_about` as MessageKey) : "";
const nameOf = (name: string) => known.includes(name) ? t(`hero_${name}` as MessageKey) : name;

export const faresOf = (answer: Answer | null): Fare[] => rowsOf(answer, "profiles").flatMap((row) => {
  const won = row["won"] as unknown as Figure | null;
  return won?.value == null ? [] : [{ name: String(row["profile"]), out: Math.round(10 * won.value) }];
});

// Who never gets out, or seldom; or that all do.
function headline(fares: Fare[]): string {
  const never = fares.filter((f) => f.out === 0), seldom = fares.filter((f) => f.out > 0 && f.out <= 5), names = (some: Fare[]) => joined(some.map((f) => nameOf(f.name)));
  if (never.length === fares.length) return t("heroes_none");
  if (never.length) return t("heroes_never", { names: names(never) });
  return seldom.length ? t("heroes_seldom", { names: names(seldom) }) : t("heroes_all");
}

export function Heroes({ answer, old }: { answer: Answer | null; old: boolean }) {
  const fares = faresOf(answer);
  if (!fares.length) return null;
  return <section class={`heroes ${old ? "old" : ""}`}>
    <h2 class="headline">{headline(fares)}</h2>
    <p class="hint">{t("heroes_about")}</p>
    <ul>{[...fares].sort((a, b) => a.out - b.out).map(({ name, out }) => <li><span class="who"><b>{nameOf(name)}</b> {aboutOf(name)}</span>
      <span class="tens" role="img" aria-label={t("heroes_out", { n: out })}>{Array.from({ length: 10 }, (_, i) => <i class={i < out ? "out" : ""} />)}</span></li>)}</ul>
  </section>;
}
