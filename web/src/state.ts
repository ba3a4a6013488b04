// state.ts - what all of the page shares: where it runs, what there is, what is open, what is asked.
import { signal } from "@preact/signals";
import { Server } from "./home";
import { Playground } from "./playground";
import type { About, Home } from "./home";

// A server writes a word into its page; a page that still has the blank came from nowhere.
const word = document.querySelector<HTMLMetaElement>('meta[name="dado-nonce"]')?.content ?? "";
export const home: Home = word.startsWith("{{") ? new Playground() : new Server();
export const about = signal<About | null>(null);
export const nonce = home.kind === "server" ? word : "";

// A short message that floats over the page and moves nothing.
export const notice = signal<string>("");

// The address behind # is where we are: #/bench/mine.rcy, #/gallery, #/job/solve.
const here = () => location.hash.replace(/^#\/?/, "");
export const place = signal(here());
addEventListener("hashchange", () => {
  place.value = here();
  if (!place.value.startsWith("share/")) notice.value = "";  // it was about the place before
});
export const go = (where: string) => { location.hash = `/${where}`; };

// The same place under another address, without a step in the browser's history.
export function replacePlace(where: string): void {
  history.replaceState(null, "", `${location.pathname}#/${where}`);
  place.value = where;
}

// A question in a dialog: the answer is the text, "" for a plain yes, or null where it was cancelled.
export type Question = { title: string; about?: string; value?: string; yes: string; danger?: boolean; check?: (value: string) => string; answer: (value: string | null) => void };
export const question = signal<Question | null>(null);
export const ask = (q: Omit<Question, "answer">) => new Promise<string | null>((answer) => {
  question.value = { ...q, answer: (value) => { question.value = null; answer(value); } };
});

// Colours: as the system says, or as chosen here.
export type Theme = "auto" | "light" | "dark";
export const theme = signal<Theme>((localStorage.getItem("dado:theme") as Theme | null) ?? "auto");
export function chooseTheme(which: Theme): void {
  theme.value = which;
  localStorage.setItem("dado:theme", which);
  if (which === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = which;
}
chooseTheme(theme.value);
