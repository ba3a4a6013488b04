// messages.mjs - the catalogues of messages: the same keys and values in every language, and each is used.
//
// usage: node messages.mjs
import assert from "node:assert/strict";
import esbuild from "esbuild";
import { readdirSync, readFileSync } from "node:fs";

await esbuild.build({ entryPoints: ["src/messages/en.ts", "src/messages/pt.ts"], outdir: "generated/messages", format: "esm", outExtension: { ".js": ".mjs" } });
const { en } = await import("../generated/messages/en.mjs"), { pt } = await import("../generated/messages/pt.mjs");

const valuesOf = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
assert.deepEqual(Object.keys(pt).sort(), Object.keys(en).sort(), "both languages have the same keys");
for (const key of Object.keys(en)) {
  assert.ok(en[key].trim() && pt[key].trim(), `${key} says nothing`);
  assert.deepEqual(valuesOf(pt[key]), valuesOf(en[key]), `${key}: the same values`);
}
// Names that are the same in both languages.
const same = new Set(["territorio", "shelf_territorio", "moves_of", "tile_elixir"]);
const alike = Object.keys(en).filter((key) => en[key] === pt[key] && !same.has(key) && /[a-z]{4}/.test(en[key].replace(/\{\w+\}/g, "")));
assert.deepEqual(alike, [], "messages that nobody translated");

// Every key is asked for somewhere, by its name or by the beginning of a name that is put together.
const sources = readdirSync("src").filter((name) => /\.tsx?$/.test(name)).map((name) => readFileSync(`src/${name}`, "utf8")).join("\n");
const built = [...sources.matchAll(/`(\w+_)\$\{/g)].map((m) => m[1]);
const unused = Object.keys(en).filter((key) => !sources.includes(`"${key}"`) && !built.some((start) => key.startsWith(start)));
assert.deepEqual(unused, [], "messages that nobody asks for");

// No words of the page stand in its code: text between tags goes through the catalogue.
const bare = readdirSync("src").filter((name) => name.endsWith(".tsx")).flatMap((name) => [...readFileSync(`src/${name}`, "utf8")
  .matchAll(/<(?:button|h[1-3]|p|label|option|summary)\b[^<>{}]*>([A-Z][a-z]+ [a-z][^<{]*)</g)].map((m) => `${name}: ${m[1]}`));
assert.deepEqual(bare, [], "words that are in no catalogue");
console.log(`${Object.keys(en).length} messages in 2 languages`);
