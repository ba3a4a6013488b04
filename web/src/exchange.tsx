// exchange.tsx - drawings that come from other tools and go to them, in the forms the command knows.
import { useSignal } from "@preact/signals";
import { t } from "./messages";
import { about, home, notice } from "./state";
import type { Answer, Request } from "./home";

const param = (job: string, name: string) => about.value?.jobs.find((j) => j.name === job)?.params.find((p) => p.name === name);
// Bytes that are no text, a PNG or a REXPaint file, go through the command: a document has none.
const formsOf = (job: string, name: string) => (param(job, name)?.choices ?? "").split(" ").filter((f) => f && f !== "png" && f !== "xp");

// The text that a job makes, and what it has to say besides.
const made = (request: Request, part: string) => new Promise<{ text: string; said: string[] }>((told, refused) => {
  const said: string[] = [];
  home.run(request, (event) => {
    if (event.kind === "say") said.push(event.words);
    if (event.kind === "failed") refused(new Error(event.failure.text));
    if (event.kind === "done") told({ text: String((event.answer as Answer).document.parts[part]?.["text"] ?? ""), said });
  });
});

export function Exchange({ name, level, text, take }: { name: string; level: boolean; text: () => string; take: (text: string) => void }) {
  const kind = level ? "level" : "map", out = level ? "level export" : "map export", into = level ? "level export" : "map import";
  const forms = formsOf(out, level ? "as" : "to"), foreign = level ? [] : formsOf("map import", "from");
  const form = useSignal(forms[0] ?? ""), from = useSignal("guess"), shown = useSignal(""), losses = useSignal<string[]>([]);
  const write = async () => {
    try {
      shown.value = (await made({ job: out, parameters: { [kind]: name, [level ? "as" : "to"]: form.value }, files: { [name]: text() } }, kind)).text;
    } catch (why) { notice.value = (why as Error).message; }
  };
  const read = async (file: File) => {
    try {
      const files = { [file.name]: await file.text() };
      const found = await made({ job: into, parameters: level ? { level: file.name, as: "text" } : { file: file.name, from: from.value }, files }, kind);
      losses.value = found.said;
      take(found.text);
    } catch (why) { notice.value = `${file.name}: ${(why as Error).message}`; }
  };
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([shown.value]));
    link.download = `${name.replace(/\.[a-z]+$/, "")}.${form.value === "text" || form.value === "ascii" || form.value === "corpus" ? "txt" : form.value}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  if (!forms.length) return <p class="hint">{t("no_forms", { kind })}</p>;
  return <div>
    <div class="fields">
      <label for="form">{t("form")}<select id="form" value={form.value} onChange={(e) => { form.value = e.currentTarget.value; shown.value = ""; }}>{forms.map((f) => <option value={f}>{f}</option>)}</select></label>
      <button class="go" onClick={() => void write()}>{t("export")}</button>
      {shown.value && <button onClick={save}>{t("save_file")}</button>}
    </div>
    {shown.value && <textarea class="rawtext" readOnly aria-label={t("as_form", { form: form.value })} value={shown.value} />}
    {(level || foreign.length > 0) && <div class="fields">
      {foreign.length > 0 && <label for="from">{t("what_file")}<select id="from" value={from.value} onChange={(e) => { from.value = e.currentTarget.value; }}>{foreign.map((f) => <option value={f}>{f}</option>)}</select></label>}
      <label for="import">{t("import_file")}<input id="import" type="file" onChange={(e) => { const [file] = e.currentTarget.files ?? []; if (file) void read(file); e.currentTarget.value = ""; }} /></label>
    </div>}
    {losses.value.length > 0 && <ul class="log">{losses.value.map((l) => <li>{l}</li>)}</ul>}
  </div>;
}
