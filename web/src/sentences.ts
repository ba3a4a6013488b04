// sentences.ts - what the engine says of moves and cards, as a player would: names in capitals become words,
// playing cards are called by rank and suit, and a move is told by its verb. What happened is in story.ts.
import { language, t } from "./messages";
import type { Language, MessageKey } from "./messages";
import type { Sight } from "./home";

const ranks = ["ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING"];
const suits = ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"];
const rankNames: { [key in Language]: string[] } = {
  en: ranks.map((rank) => rank.toLowerCase()),
  pt: ["ás", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "valete", "dama", "rei"],
};
const suitNames: { [key in Language]: string[] } = { en: suits.map((suit) => suit.toLowerCase()), pt: ["paus", "ouros", "copas", "espadas"] };

const rank = ranks.join("|"), suit = suits.join("|");
const card = new RegExp(`\\b(?:(${suit})-(${rank})|(${rank})-(${suit})|(${rank}) of (${suit}))\\b`, "gi");
const cardName = (_: string, s1?: string, r1?: string, r2?: string, s2?: string, r3?: string, s3?: string) => {
  const r = ranks.indexOf((r1 ?? r2 ?? r3)!.toUpperCase()), s = suits.indexOf((s1 ?? s2 ?? s3)!.toUpperCase());
  return t("card", { rank: rankNames[language.value][r]!, suit: suitNames[language.value][s]! });
};

// What the game that is shown calls its things, by their names in the description.
let called = new Map<string, string>(), told: Set<string> | null = null;
export function callThings(look: Sight["look"]): void {
  told = look?.length ? new Set(look.filter((entry) => entry.kind === "name" || entry.kind === "show").map((entry) => entry.name)) : null;
  called = new Map((look ?? []).filter((entry) => entry.kind === "name" && !entry.attribute && entry.text).map((entry) => [entry.name, entry.text!]));
}

// Whether players are told of a number or mark: all of them, or those that a look names or shows.
export const isTold = (name: string) => told === null || told.has(name);

// NAMES_IN_CAPITALS as plain words, or as the game calls them; what stands alone between others keeps its case, as A1 does.
const plain = (words: string) => words.replace(/\b[A-Z][A-Z_]{2,}(?:-[A-Z0-9_]{2,})*\b/g, (name) => called.get(name) ?? name.toLowerCase().replaceAll("_", " ").replaceAll("-", " "));

export function sentence(words: string): string {
  const [, to, from, what] = /^move to (\S+)(?: from (\S+))?(?:: (.*))?$/.exec(words) ?? [];
  const named = (text: string) => plain(text.replace(card, cardName as (match: string) => string));
  if (to && what && /TRICK|TABLE|PLAY|CENTER|CENTRE|MIDDLE/.test(to)) return t("move_play", { what: named(what) });
  if (to && what) return t("move_to", { what: named(what), to: named(to) });
  if (to && from) return t("move_from", { from: named(from), to: named(to) });
  if (to && /HAND/.test(to)) return t("move_draw", { to: named(to) });
  const [, way] = /^go ((?:north|south)?(?:east|west)?)$/.exec(words) ?? [];
  return way ? t("move_go", { way: t(`way_${way}` as MessageKey) }) : named(words);
}
