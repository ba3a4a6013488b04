// rules_panel.tsx - the rules of a described game for whoever plays it: what its author says, what may be done on a turn and
// who wins; then every rule in words.
import { hasRulebook, Rulebook } from "./rulebook";
import { t } from "./messages";
import { rulesOf } from "./rules_text";

export function RulesPanel({ file, text }: { file: string; text: string }) {
  const rules = rulesOf(text);
  return <section class="rulespanel" aria-label={t("rules")}>
    {rules.title && <h3>{rules.title}</h3>}
    {rules.facts.length > 0 && <p class="hint">{rules.facts.join(" · ")}</p>}
    {rules.paragraphs.map((words) => <p>{words}</p>)}
    {rules.options.length > 0 && <><h4>{t("rules_options")}</h4><ul>{rules.options.map((label) => <li>{label}</li>)}</ul></>}
    {rules.win && <><h4>{t("rules_win")}</h4><p>{rules.win}</p></>}
    {rules.notes.length > 0 && <><h4>{t("rules_notes")}</h4><ul>{rules.notes.map((words) => <li>{words}</li>)}</ul></>}
    {rules.remarks.length > 0 && <details><summary>{t("rules_remarks")}</summary>{rules.remarks.map((words) => <p>{words}</p>)}</details>}
    {hasRulebook() && <><h3>{t("rulebook_title")}</h3><Rulebook file={file} text={text} /></>}
    {rules.paragraphs.length + rules.options.length + rules.notes.length === 0 && <p class="hint">{t("rules_none")}</p>}
  </section>;
}
