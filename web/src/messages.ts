// messages.ts - the words of the page in the language of whoever reads: the browser's, or the one chosen here.
import { signal } from "@preact/signals";
import { en } from "./messages/en";
import { pt } from "./messages/pt";
import type { MessageKey } from "./messages/en";

export type { MessageKey };
const catalogues = { en, pt } as const;
export type Language = keyof typeof catalogues;
export const languages: [Language, string][] = [["en", "English"], ["pt", "Português"]];

// Tests load this file without a browser: nobody has chosen a language there, and none is spoken.
const inBrowser = typeof document !== "undefined";
const chosen = inBrowser ? localStorage.getItem("dado:language") as Language | null : null;
const spoken = (inBrowser ? navigator.languages ?? [navigator.language] : []).map((tag) => tag.slice(0, 2)).find((tag) => tag in catalogues) as Language | undefined;
export const language = signal<Language>(chosen && chosen in catalogues ? chosen : spoken ?? "en");
const mark = () => { if (inBrowser) document.documentElement.lang = language.value === "pt" ? "pt-BR" : "en"; };
mark();

export function choose(which: Language): void {
  language.value = which;
  localStorage.setItem("dado:language", which);
  mark();
}

// "Ana, Bruno and Carla", in the language of the page.
export const joined = (names: string[]): string => new Intl.ListFormat(language.value, { type: "conjunction" }).format(names);

// A message, with its values put in. A component that calls this is drawn again when the language changes.
export const t = (key: MessageKey, values: Record<string, string | number> = {}): string =>
  catalogues[language.value][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

export const count = (n: number): string => n.toLocaleString(language.value === "pt" ? "pt-BR" : "en");
