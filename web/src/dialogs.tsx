// dialogs.tsx - what floats over the page: messages, questions, ways to share.
import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { fileOf } from "./files";
import { reachable } from "./home";
import { t } from "./messages";
import { download, linkOf } from "./share";
import { home, notice, question } from "./state";
import type { Question } from "./state";

// A message that is gone after a while; whoever wants it gone sooner closes it.
export function Notice() {
  useEffect(() => {
    if (!notice.value) return;
    const timer = setTimeout(() => { notice.value = ""; }, 8000);
    return () => clearTimeout(timer);
  }, [notice.value]);
  return <div class="notices" role="status">
    {notice.value && <p class="notice">{notice.value} <button onClick={() => { notice.value = ""; }}>{t("close")}</button></p>}
  </div>;
}

// The server is away: said once, at the foot of the page, until it answers again.
export function Unreachable() {
  if (reachable.value) return null;
  return <p class="away" role="alert">{t("no_answer")} <button onClick={() => void home.about().catch(() => {})}>{t("again")}</button></p>;
}

function Asked({ q }: { q: Question }) {
  const dialog = useRef<HTMLDialogElement>(null), value = useSignal(q.value ?? ""), wrong = useSignal("");
  useEffect(() => { dialog.current?.showModal(); dialog.current?.querySelector("input")?.select(); }, []);
  return <dialog class="ask" ref={dialog} aria-label={q.title} onCancel={() => q.answer(null)} onClose={() => { if (question.value === q) q.answer(null); }}>
    <form onSubmit={(e) => {
      e.preventDefault();
      wrong.value = q.check?.(value.value) ?? "";
      if (!wrong.value) q.answer(value.value);
    }}>
      <h2>{q.title}</h2>
      {q.about && <p class="hint">{q.about}</p>}
      {q.value !== undefined && <input aria-label={q.title} value={value.value} onInput={(e) => { value.value = e.currentTarget.value; wrong.value = ""; }} />}
      {wrong.value && <p class="wrong" role="alert">{wrong.value}</p>}
      <div class="bar"><button type="button" onClick={() => q.answer(null)}>{t("cancel")}</button>
        <button type="submit" class={q.danger ? "danger" : "go"}>{q.yes}</button></div>
    </form>
  </dialog>;
}
export const Questions = () => question.value ? <Asked q={question.value} key={question.value.title} /> : null;

// --- sharing: a link where others can open it, a file where they cannot

const shared = signal<{ name: string; text: string } | null>(null);
export const share = (name: string, text: string) => { shared.value = { name, text }; };

function ShareBox({ name, text }: { name: string; text: string }) {
  const dialog = useRef<HTMLDialogElement>(null), link = useSignal<string | null>(""), copied = useSignal(false);
  useEffect(() => {
    dialog.current?.showModal();
    void linkOf(name, text).then((made) => { link.value = made; });
  }, []);
  const here = home.kind === "server";
  const copy = async () => {
    try { await navigator.clipboard.writeText(link.value!); copied.value = true; } catch { copied.value = false; }
  };
  return <dialog class="ask" ref={dialog} aria-label={t("share_title", { name: fileOf(name) })} onClose={() => { shared.value = null; }}>
    <h2>{t("share_title", { name: fileOf(name) })}</h2>
    <p class="hint">{t(here ? "share_about_here" : "share_about")}</p>
    {link.value === null ? <p class="hint">{t("share_long")}</p>
      : <label class="hint">{t("share_shown")}<input readOnly value={link.value} onFocus={(e) => e.currentTarget.select()} /></label>}
    {copied.value && <p class="hint" role="status">{t("share_copied")}</p>}
    <div class="bar">
      <button class={here ? "go" : ""} onClick={() => download(name, text)}>{t("share_file")}</button>
      {link.value !== null && <button class={here ? "" : "go"} onClick={() => void copy()}>{t(here ? "share_here" : "share_link")}</button>}
      <button onClick={() => dialog.current?.close()}>{t("close")}</button>
    </div>
  </dialog>;
}
export const Sharing = () => shared.value ? <ShareBox {...shared.value} /> : null;
