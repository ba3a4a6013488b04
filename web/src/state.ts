// state.ts - what all of the page shares: where it runs, what there is, what is open.
import { signal } from "@preact/signals";
import { Server } from "./home";
import { Playground } from "./playground";
import type { About, Home } from "./home";

// A server writes a word into its page; a page that still has the blank came from nowhere.
const word = document.querySelector<HTMLMetaElement>('meta[name="dado-nonce"]')?.content ?? "";
export const home: Home = word.startsWith("{{") ? new Playground() : new Server();
export const about = signal<About | null>(null);
export const notice = signal<string>("");

// The address behind # is where we are: #/bench/mine.rcy, #/gallery, #/job/solve.
const here = () => location.hash.replace(/^#\/?/, "");
export const place = signal(here());
addEventListener("hashchange", () => {
  place.value = here();
  if (!place.value.startsWith("share/")) notice.value = "";  // what was said is about where we were
});
export const go = (where: string) => { location.hash = `/${where}`; };

export const nonce = home.kind === "server" ? word : "";
