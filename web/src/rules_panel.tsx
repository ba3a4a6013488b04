// rules_panel.tsx - the rules of a described game for whoever plays it. All of it is in the text of the game.
import { t } from "./messages";
import { rulesOf } from "./rules_text";

export function RulesPanel({ text }: { text: string }) {
  const rules = rulesOf(text);
  return <section class="rulespanel" aria-label={t("rules")}>
    {rules.title && <h3>{rules.title}</h3>}
    {rules.facts.length > 0 && <p class="hint">{rules.facts.join(" · ")}</p>}
    {rules.paragraphs.map((words) => <p>{words}</p>)}
    {rules.options.length > 0 && <><h4>{t("rules_options")}</h4><ul>{rules.options.map((label) => <li>{label}</li>)}</ul></>}
    {rules.win && <><h4>{t("rules_win")}</h4><p>{rules.win}</p></>}
    {rules.notes.length > 0 && <><h4>{t("rules_notes")}</h4><ul>{rules.notes.map((words) => <li>{words}</li>)}</ul></>}
    {rules.remarks.length > 0 && <details><summary>{t("rules_remarks")}</summary>{rules.remarks.map((words) => <p>{words}</p>)}</details>}
    {rules.paragraphs.length + rules.options.length + rules.notes.length === 0 && <p class="hint">{t("rules_none")}</p>}
  </section>;
}
