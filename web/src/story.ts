// story.ts - what one step brought about, as a sentence. Whoever moved is its subject, in the same words for all;
// luck is nobody: what luck brings is told in the passive.
import { language, t } from "./messages";
import { isTold, sentence } from "./sentences";
import type { Step } from "./home";
import type { MessageKey } from "./messages";

export type Told = { subject: string; words: string };  // subject: "" where luck brought it about
type NameOf = (seat: number) => string;

// --- verbs

const irregular: { [verb: string]: string } = { have: "has", do: "does", go: "goes", be: "is" };
const third = (verb: string) => irregular[verb] ?? (/(s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`);

// First words of moves that are verbs. A move that begins with another word stands behind a colon.
const verbs = new Set(("add advance agree answer ask attack believe bet bid bluff build buy call capture cast check choose claim climb collect cross cut deal dig discard doubt drain "
  + "draw drop end explore fetch fight flip fold follow gain get give go guess hide hit hold jump keep land lay leave lift light look make mark mine move open "
  + "pass pay pick place play produce put raise reach refuse reroll rest return reveal roll run save say see sell send show sow stand start stay steal step stop "
  + "strike swap switch take tell throw trade turn use wait walk watch work").split(" "));

// "mark A3" of Ada: "marks A3". Messages of other languages have the form that fits all.
const conjugated = (words: string, mine: boolean) => language.value !== "en" || mine ? words : words.replace(/^\w+/, third);

// A move by its words, which are those of the rules: English verbs are put in their form.
function byLabel(label: string, name: string): Told {
  const words = sentence(label), verb = language.value === "en" && verbs.has(/^[a-z]+/.exec(words)?.[0] ?? "");
  return verb ? { subject: name, words: conjugated(words, name === t("you")) } : { subject: `${name}:`, words };
}

// --- what changed on the table, as the engine lists it

type Change = { kind: "card" | "hidden" | "taken" | "die" | "value" | "other"; part: string;
  what: string; from: string; to: string; whose: string; count: number; value: string };

function changeOf(part: string): Change {
  const none = { part, what: "", from: "", to: "", whose: "", count: 0, value: "" };
  const [, die] = /^a die shows (\d+)$/.exec(part) ?? [];
  if (die) return { ...none, kind: "die", count: Number(die) };
  const [, owner, counter, value] = /^(\S+) has (\S+) (\S+)$/.exec(part) ?? [];
  if (owner) return { ...none, kind: "value", whose: owner, what: counter!, value: value! };
  const [, marker, mark] = /^(P\d+) has (\S+)$/.exec(part) ?? [];
  if (marker) return { ...none, kind: "value", whose: marker, what: mark! };
  const [, gone, place, giver] = /^(\d+) hidden cards? from (\S+)(?: of (\S+))?$/.exec(part) ?? [];
  if (gone) return { ...none, kind: "taken", from: place!, whose: giver ?? "", count: Number(gone) };
  const [, what, from, to, whose] = /^(.+?)(?: from (.+?))? to (\S+)(?: of (\S+))?$/.exec(part) ?? [];
  if (!what || !to) return { ...none, kind: "other" };
  const [, hidden] = /^(\d+) hidden cards?$/.exec(what) ?? [];
  return { kind: hidden ? "hidden" : "card", part, what, from: from ?? "", to, whose: whose ?? "", count: Number(hidden ?? 1), value: "" };
}

const seatOf = (owner: string) => /^P(\d+)$/.exec(owner) ? Number(owner.slice(1)) - 1 : -1;
// The place of a change; another player's has that player's name.
const placeOf = (c: Change, me: string, name: NameOf) => seatOf(c.whose) >= 0 && c.whose !== me ? `${sentence(c.to)} (${name(seatOf(c.whose))})` : sentence(c.to);
const object = (name: string) => name === t("you") ? t("you_object") : name;

// "soldier of P1" as "your soldier" or "Ada's soldier".
function thing(what: string, name: NameOf): string {
  const [, kind, owner] = /^(.+) of (P\d+)$/.exec(what) ?? [];
  const whose = owner ? name(seatOf(owner)) : "";
  return !kind ? t("log_the", { what: sentence(what) }) : whose === t("you") ? t("log_yours", { what: sentence(kind) }) : t("log_of", { what: sentence(kind), name: whose });
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function valueIs(c: Change, me: string, name: NameOf): string {
  const seat = seatOf(c.whose), values = { what: sentence(c.what), value: sentence(c.value) };
  if (!c.value) return c.whose === me ? values.what : t("log_of_whom", { what: values.what, name: name(seat) });
  return seat < 0 || c.whose === me ? t("log_now", values) : t("log_now_of", { name: name(seat), ...values });
}

// Three cards or more that come to lie in one place, and how many they are: 0 where the list was cut short.
function heap(changes: Change[], cut: boolean): { cards: Change[]; count: number } {
  const key = (c: Change) => c.kind === "card" ? `${c.to} ${c.whose}` : "";
  const many = changes.map(key).find((k, i, all) => k && all.filter((other) => other === k).length > 2 && all.indexOf(k) === i);
  const cards = many ? changes.filter((c) => key(c) === many) : [];
  // Cards are listed first. Where something else is listed too, all of them are.
  return { cards, count: cut && changes.every((c) => c.kind === "card") ? 0 : cards.length };
}

// --- luck

function byLuck(changes: Change[], cut: boolean, name: NameOf): string {
  const { cards, count } = heap(changes, cut), told: string[] = [];
  for (const c of changes) {
    const seat = seatOf(c.whose), to = seat >= 0 ? object(name(seat)) : "", dealt = seat >= 0 && /HAND/.test(c.to);
    if (cards.includes(c)) {
      if (c !== cards[0]) continue;
      told.push(dealt ? count ? t("luck_dealt_n", { n: count, name: to }) : t("luck_dealt_all") : t("log_cards", { to: placeOf(c, "", name) }));
    } else if (c.kind === "die") told.push(t("luck_die", { n: c.count }));
    else if (c.kind === "hidden" && dealt) told.push(c.count === 1 ? t("luck_dealt_1", { name: to }) : t("luck_dealt_n", { n: c.count, name: to }));
    else if (c.kind === "hidden") told.push(t("luck_hidden", { to: placeOf(c, "", name), n: c.count }));
    else if (c.kind === "card" && dealt) told.push(t("luck_dealt", { what: sentence(c.what), name: to }));
    else if (c.kind === "card" && / of P\d+$/.test(c.what)) told.push(t("luck_put", { what: thing(c.what, name), to: placeOf(c, "", name) }));
    else if (c.kind === "card") told.push(c.from || c.whose !== "game" ? t("luck_goes", { what: sentence(c.what), to: placeOf(c, "", name) }) : t("luck_turned", { what: sentence(c.what) }));
    else if (c.kind === "value" && seat >= 0) told.push(valueIs(c, "", name));
    else if (c.kind === "other" && !/^P\d+: /.test(c.part)) told.push(sentence(c.part));
  }
  if (!told.length) told.push(...changes.filter((c) => c.kind === "value").map((c) => valueIs(c, "", name)));
  return capital(told.join("; "));
}

// --- a player whose words for the move are not known here: what was seen of it

// A verb in its base form, or a statement that needs none.
function doing(c: Change, changes: Change[], me: string, name: NameOf): { verb?: string; state?: string } {
  const own = c.whose === me, place = c.to && placeOf(c, me, name);
  if (c.kind === "die") return { verb: t("log_roll", { n: c.count }) };
  if (c.kind === "value") return { state: valueIs(c, me, name) };
  if (c.kind === "hidden" && own) {
    const drawn = changes.some((other) => other.kind === "taken" && other.whose === "game");
    if (!drawn) return { verb: c.count === 1 ? t("log_take_1", { to: place }) : t("log_take", { n: c.count, to: place }) };
    return { verb: c.count === 1 ? t("log_draw", { to: place }) : t("log_draw_n", { n: c.count, to: place }) };
  }
  if (c.kind === "hidden") return { verb: c.count === 1 ? t("log_put_hidden_1", { to: place }) : t("log_put_hidden", { n: c.count, to: place }) };
  if (c.kind === "card" && c.what === me) return { verb: t("log_put", { to: place }) };
  if (c.kind === "card" && own && /TRICK|TABLE|PLAY/.test(c.to)) return { verb: t("log_play", { what: sentence(c.what) }) };
  if (c.kind !== "card" || /^P\d+$/.test(c.what)) return { state: sentence(c.part) };
  // What goes to or from the player was moved by the player; the rest follows by the rules.
  const gave = changes.some((other) => other.kind === "taken" && other.whose === me);
  if (own || c.from.endsWith(` of ${me}`) || (!c.from && gave)) return { verb: t("log_move", { what: thing(c.what, name), to: place }) };
  return { state: !c.from && c.whose === "game" ? t("luck_turned", { what: sentence(c.what) }) : t("luck_goes", { what: sentence(c.what), to: place }) };
}

function byChanges(changes: Change[], cut: boolean, actor: number, name: NameOf): Told {
  const me = `P${actor + 1}`, mine = name(actor) === t("you"), { cards, count } = heap(changes, cut);
  const seen = changes.filter((c) => c.kind !== "taken" && !(c.kind === "other" && /^P\d+: /.test(c.part)));
  const moved = seen.filter((c) => c.kind !== "value"), values = seen.filter((c) => c.whose !== "game");
  const parts: { verb?: string; state?: string }[] = [];
  // A card among many that nobody saw before was played just now.
  const unseen = cards.filter((c) => !c.from || c.from === `HAND of ${me}`), fresh = unseen.length === 1 ? unseen[0] : undefined;
  if (fresh) parts.push({ verb: t("log_play", { what: sentence(fresh.what) }) });
  if (cards.length && cards[0]!.to !== "GONE") parts.push({ state: count ? t("log_many", { n: count, to: placeOf(cards[0]!, me, name) }) : t("log_cards", { to: placeOf(cards[0]!, me, name) }) });
  const rest = moved.length ? moved.filter((c) => !cards.includes(c)) : values.length ? values : seen;
  parts.push(...rest.map((c) => doing(c, changes, me, name)).sort((a, b) => Number(!!b.verb) - Number(!!a.verb)));
  const words = parts.map(({ verb, state }) => verb ? conjugated(verb, mine) : state!).join("; ");
  return { subject: parts[0]?.verb ? name(actor) : `${name(actor)}:`, words };
}

// --- what a map says of a step: the hero is "you"

const events: [RegExp, MessageKey][] = [
  [/^you hit . for (\d+), it has (\d+) left$/, "map_hit"], [/^you hit . for (\d+) and it falls$/, "map_fells"], [/^you are hit for (\d+)$/, "map_is_hit"],
  [/^you find (\d+) gold$/, "map_gold"], [/^you drink, and (-?\d+) hp come back$/, "map_drinks"],
  [/^you take up what makes you stronger: attack ([+-]\d+), defence ([+-]\d+)$/, "map_stronger"],
  [/^. comes into sight: hp (\d+), attack (\d+), defence (\d+)$/, "map_enemy"], [/^you see a way out$/, "map_exit"], [/^you are out$/, "map_out"],
  [/^. has killed you$/, "map_killed"], [/^time is up$/, "map_time"], [/^there is no way out of here$/, "map_walled"],
];
const eventWords = (part: string) => {
  for (const [pattern, key] of events) {
    const found = pattern.exec(part);
    if (found) return t(key, { a: found[1] ?? "", b: found[2] ?? "", c: found[3] ?? "" });
  }
  return sentence(part);
};

// What one step brought about; null where there is nothing to tell.
export function story(step: Step, world: string, name: NameOf): Told | null {
  const { actor, label, words } = step, said = step.events?.split("; ") ?? [];
  if (actor >= 0 && label && world === "dungeon") {
    const told = byLabel(label, name(actor));
    return { ...told, words: [told.words, ...said.map(eventWords)].join("; ") };
  }
  const parts = words ? words.split("; ") : [], cut = /^and \d+ more$/.test(parts.at(-1) ?? "");
  const changes = parts.slice(0, cut ? -1 : undefined).map(changeOf).filter((c) => c.kind !== "value" || isTold(c.what));
  if (actor < 0) return changes.length ? { subject: "", words: byLuck(changes, cut, name) } : null;
  if (label && (label.length > 3 || verbs.has(label.toLowerCase()) || !changes.length)) return byLabel(label, name(actor));
  const seen = changes.length ? byChanges(changes, cut, actor, name) : { subject: `${name(actor)}:`, words: said.map(sentence).join("; ") };
  // A short name says little: what came of it is told too.
  return label ? { subject: `${name(actor)}:`, words: `${sentence(label)}; ${seen.words}` } : seen.words ? seen : null;
}
