// map_things.ts - what can stand on a map, by kind: gold, and the shipped enemies and items. Their values come from
// the templates that generators use.
import enemies from "../../library/scripts/enemies.lua";
import items from "../../library/scripts/items.lua";
import { t } from "./messages";
import type { MessageKey } from "./messages";

// `section` and `values` are what the file has of it: "Enemy:", and the numbers behind its place.
export type MapThing = { sign: string; kind: string; section: "Gold" | "Item" | "Enemy"; values: string; symbol: string };

const signs: { [kind: string]: [sign: string, symbol: string] } = {
  rat: ["r", "rat"], goblin: ["g", "foe"], wolf: ["w", "wolf"], ogre: ["o", "ogre"], troll: ["t", "ogre"],
  potion: ["p", "flask"], elixir: ["x", "elixir"], sword: ["s", "sword"], shield: ["d", "shield"],
};

// A template of Lua, as the numbers of a map's file.
function templates(lua: string, section: "Item" | "Enemy"): MapThing[] {
  return [...lua.matchAll(/^(?:enemy|item) \{ (.*) \}$/gm)].flatMap(([, body]) => {
    const field = (name: string) => new RegExp(`\\b${name} = "?(\\w+)`).exec(body!)?.[1] ?? "0", kind = field("id");
    const sprite = /sprite = \{(\d+), (\d+)\}/.exec(body!)?.slice(1) ?? ["0", "0"], known = signs[kind];
    const values = section === "Enemy" ? ["hp", "atk", "def", "range", "cost"].map(field)
      : [field("kind") === "recover" ? "1" : "0", ...["hp", "mp", "atk", "def"].map(field)];
    return known ? [{ sign: known[0], kind, section, values: [...values, ...sprite].join(","), symbol: known[1] }] : [];
  });
}

export const mapThings: MapThing[] = [{ sign: "$", kind: "gold", section: "Gold", values: "10", symbol: "gold" },
  ...templates(items, "Item"), ...templates(enemies, "Enemy")];

// Things with other values than any template has are known by their section alone.
const others: MapThing[] = [{ sign: "i", kind: "item", section: "Item", values: "", symbol: "flask" }, { sign: "e", kind: "enemy", section: "Enemy", values: "", symbol: "foe" }];
const bySign = new Map([...mapThings, ...others].map((thing) => [thing.sign, thing]));
export const thingOf = (sign: string): MapThing | undefined => bySign.get(sign);
export const thingName = (thing: MapThing): string => t(`tile_${thing.kind}` as MessageKey);

const played = (values: string) => values.split(",").slice(0, 5).join(",");  // without the sprite

// The sign of what two lines of a file say: "Enemy:" and "8,6,4,3,0,4,150,2,0".
export function signOfLines(section: string, line: string): string | null {
  const values = line.split(",").slice(2).join(","), all = [...mapThings, ...others].filter((thing) => `${thing.section}:` === section);
  return (all.find((thing) => thing.section === "Gold" || played(thing.values) === played(values)) ?? all.at(-1))?.sign ?? null;
}
