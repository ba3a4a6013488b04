// state.ts - what all of the page shares: where it runs, what there is, what is open.
import { signal } from "@preact/signals";
import { Server } from "./home";
import type { About, Home } from "./home";

export const home: Home = new Server();
export const about = signal<About | null>(null);
export const notice = signal<string>("");

// The address behind # is where we are: #/bench/mine.rcy, #/gallery, #/job/solve.
const here = () => location.hash.replace(/^#\/?/, "");
export const place = signal(here());
addEventListener("hashchange", () => { place.value = here(); });
export const go = (where: string) => { location.hash = `/${where}`; };

export const nonce = document.querySelector<HTMLMetaElement>('meta[name="dado-nonce"]')?.content ?? "";
