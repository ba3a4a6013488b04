// files.ts - names of texts and what is done with them: made, renamed, copied, deleted.
//
// A text of the library is called library/SHELF/NAME; it is never written over. A text of the folder is
// called as its file is.
import { t } from "./messages";
import { about, ask, go, home, notice } from "./state";
import type { HomeError } from "./home";

export type Kind = "game" | "map" | "level" | "scenario" | "other";
export const kindOf = (name: string): Kind => name.endsWith(".map") ? "map" : name.endsWith(".level") ? "level"
  : name.endsWith(".rcy") ? "game" : name.endsWith(".ini") ? "scenario" : "other";
export const isDrawing = (name: string) => kindOf(name) === "map" || kindOf(name) === "level";

const shelved = "library/";
export const isShipped = (name: string) => name.startsWith(shelved);
export const shippedName = (entry: string) => shelved + entry;
export const entryOf = (name: string) => name.slice(shelved.length);
// The name that an engine is given: without the shelf.
export const fileOf = (name: string) => isShipped(name) ? name.split("/").at(-1)! : name;
export const stemOf = (name: string) => name.split("/").at(-1)!.replace(/\.(rcy|map|level|ini)$/, "");

export const addressOf = (name: string) =>
  `${isDrawing(name) ? "map" : kindOf(name) === "scenario" ? "territorio" : "bench"}/${encodeURIComponent(kindOf(name) === "scenario" ? fileOf(name) : name)}`;
export const open = (name: string) => go(addressOf(name));

// A name that an address gives: a file of the folder, or else the library's of that name.
export async function resolve(name: string): Promise<string> {
  if (isShipped(name)) return name;
  const files = await home.list().catch(() => []);
  if (files.some((f) => f.name === name)) return name;
  const entry = about.value?.shipped.find((l) => l === name || l.endsWith(`/${name}`));
  return entry ? shippedName(entry) : name;
}

// The text of a name, and the tag to write it with; "" where there is none yet.
export async function read(name: string): Promise<{ text: string; tag: string }> {
  if (isShipped(name)) return { text: await home.shipped(entryOf(name)).catch(() => ""), tag: "" };
  const files = await home.list();
  if (!files.some((f) => f.name === name)) return { text: "", tag: "" };
  return home.read(name);
}

// A name as somebody typed it, with the ending that its kind has.
export function complete(typed: string, like: string): string {
  const wish = typed.trim(), ending = /\.[a-z]+$/.exec(like)?.[0] ?? ".rcy";
  return kindOf(wish) === "other" || kindOf(wish) !== kindOf(like) ? `${wish}${ending}` : wish;
}

// Asks for a name that is free. null: somebody thought better of it.
async function freeName(title: string, value: string, like: string, yes: string): Promise<string | null> {
  const taken = new Set((await home.list()).map((f) => f.name));
  const typed = await ask({ title, value, yes, check: (now) => {
    const name = complete(now, like);
    if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(now.trim())) return t("name_bad");
    return taken.has(name) ? t("name_taken", { name }) : "";
  } });
  return typed === null ? null : complete(typed, like);
}

// "pig", or "pig 2" where there is a pig already.
async function suggestion(like: string): Promise<string> {
  const taken = new Set((await home.list().catch(() => [])).map((f) => f.name)), stem = stemOf(like);
  for (let n = 1; ; n++) {
    const wish = n === 1 ? stem : `${stem} ${n}`;
    if (!taken.has(complete(wish, like))) return wish;
  }
}

const complain = (why: unknown) => { notice.value = (why as HomeError).message; };

// Writes a text under a new name that is asked for, and opens it.
export async function saveAs(like: string, text: string, title = t("name_of_new"), yes = t("save")): Promise<string | null> {
  try {
    const name = await freeName(title, await suggestion(like), like, yes);
    if (name === null) return null;
    await home.write(name, text, "");
    const there = new Set((await home.list()).map((f) => f.name));
    for (const [table, words] of Object.entries(await home.beside([text]))) if (!there.has(table)) await home.write(table, words, "");
    open(name);
    notice.value = t("saved", { name });
    return name;
  } catch (why) { complain(why); return null; }
}

export const createNew = (kind: Kind) => {
  const like = kind === "map" ? "map.map" : kind === "level" ? "level.level" : "game.rcy";
  return saveAs(like, beginning(like), t("name_of_new"), t("create"));
};

export async function duplicate(name: string): Promise<boolean> {
  try {
    const { text } = await read(name), to = await freeName(t("name_of_copy"), await suggestion(name), name, t("duplicate"));
    if (to === null) return false;
    await home.write(to, text, "");
    notice.value = t("duplicated", { name: to, from: name });
    return true;
  } catch (why) { complain(why); return false; }
}

// The new name, or null where nothing was renamed.
export async function rename(name: string): Promise<string | null> {
  try {
    const { text, tag } = await read(name), to = await freeName(t("new_name"), stemOf(name), name, t("rename"));
    if (to === null || to === name) return null;
    await home.write(to, text, "");
    await home.remove(name, tag);
    notice.value = t("renamed", { name, to });
    return to;
  } catch (why) { complain(why); return null; }
}

export async function remove(name: string): Promise<boolean> {
  try {
    if (await ask({ title: t("delete_sure", { name }), yes: t("delete"), danger: true }) === null) return false;
    await home.remove(name, (await read(name)).tag);
    notice.value = t("deleted", { name });
    return true;
  } catch (why) { complain(why); return false; }
}

// --- what a new text begins with

const newGame = "(game\n  (declare 5 'ROUNDS)\n  (setup (create players 2) (create dicestorage 'DIE (6)))\n"
  + "  (stage player (end (>= (game sto TURNS) (* 2 'ROUNDS)))\n    (choice (\n"
  + "      (do ((throwalldice 'DIE) (inc ((current player) sto SCORE) (dievalue 'DIE))))\n"
  + "      (inc ((current player) sto SCORE) 3)))\n"
  + "    (do ((inc (game sto TURNS) 1) (saveturnstats SCORE roundnumber TURNS))))\n"
  + "  (scoring max ((current player) sto SCORE)))\n";

// A room with walls around it, an exit, gold and one enemy.
function newMap(): string {
  const wide = 16, high = 10, rows: string[] = [];
  for (let y = 0; y < high; y++) {
    const row: string[] = [];
    for (let x = 0; x < wide; x++) row.push(y === 0 || x === 0 || y === high - 1 || x === wide - 1 ? "0:0" : x === wide - 2 && y === high - 2 ? "2:4" : "1:1");
    rows.push(row.join(" "));
  }
  return ["1.1", `${wide}-${high}`, ...rows, "Gold:", "10,3,10", "Enemy:", "8,6,4,3,0,4,150,2,0", ""].join("\n");
}

// Ground from end to end, a start, a gap to jump and an exit.
function newLevel(): string {
  const wide = 60, air = "-".repeat(wide), rows: string[] = Array.from({ length: 13 }, () => air);
  const put = (row: string, x: number, sign: string) => row.slice(0, x) + sign + row.slice(x + sign.length);
  const ground = put("X".repeat(wide), 30, "---");
  rows.push(put(put(air, 2, "M"), wide - 4, "F"), ground, ground);
  return `${rows.join("\n")}\n`;
}

export const beginning = (name: string) => kindOf(name) === "game" ? newGame : kindOf(name) === "map" ? newMap() : kindOf(name) === "level" ? newLevel() : "";
