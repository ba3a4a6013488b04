// exchanged.mjs - maps are exchanged by the browser's engine as by the command: the same texts, the same refusals.
//
// usage: node exchanged.mjs DADO ENGINE LIBRARY SEEDS   (SEEDS: what maps come in, as the fuzzer has them)
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import esbuild from "esbuild";

const [program, wasm, library, seeds] = process.argv.slice(2), dado = resolve(program);
await esbuild.build({ entryPoints: ["src/engine.ts"], bundle: true, format: "esm", outfile: "generated/engine.mjs" });
const { Engine } = await import(new URL("../generated/engine.mjs", import.meta.url).href);
const module = new WebAssembly.Module(readFileSync(wasm)), folder = mkdtempSync(join(tmpdir(), "dado-exchanged-"));

// What the engine makes of it: a text, or why not.
function asked(job, values, name, text) {
  let made = null, wrong = null;
  const engine = new Engine(module, (kind, data) => {
    if (kind === "done") made = JSON.parse(data).document.parts.map.text;
    if (kind === "failed") wrong = JSON.parse(data).text;
  });
  assert.equal(engine.run(job, values, [[name, text]]), null);
  return { made, wrong };
}
function typed(...words) {
  try { return { made: execFileSync(dado, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] }).toString(), wrong: null }; }
  catch (why) { return { made: null, wrong: String(why.stderr) }; }
}
const forms = ["guess", "ascii", "numbers", "tmx", "tiled", "ldtk", "ogmo", "des", "vglc", "pcg", "octile", "griddly", "overcooked"];
let made = 0, refused = 0;
const kinds = new Set();
function imported(name, text, form = "guess") {
  writeFileSync(join(folder, name), text);
  const here = asked("map import", [["file", name], ["from", form]], name, text), there = typed("map", "import", name, "--from", form);
  assert.equal(here.made, there.made, `${name} as ${form}: ${here.wrong} / ${there.wrong}`);
  if (here.made === null) refused++; else { made++; kinds.add(name.split(".").at(-1)); }
  return here.made;
}
try {
  for (const name of readdirSync(join(library, "maps")).filter((n) => n.endsWith(".map")).sort()) {
    const text = readFileSync(join(library, "maps", name), "utf8");
    writeFileSync(join(folder, name), text);
    for (const form of ["ascii", "json", "svg", "map", "tmx", "ldtk"]) {
      const here = asked("map export", [["map", name], ["to", form]], name, text);
      assert.equal(here.made, typed("map", "export", name, "--to", form).made, `${name} to ${form}: ${here.wrong}`);
      if (form === "tmx" || form === "ldtk") imported(`${name}.${form}`, here.made);
    }
  }
  for (const name of readdirSync(seeds).sort()) {
    const bytes = readFileSync(join(seeds, name)).subarray(2), text = bytes.toString("utf8");  // two bytes are the fuzzer's
    if (bytes.includes(0) || Buffer.compare(Buffer.from(text), bytes) !== 0 || name.endsWith("zstd")) continue;  // not for a page
    const [own] = name.split("_");
    for (const form of forms) if (form === "guess" || form === own || own.length > 7 || own === "json") imported(`${name}.${form}`, text, form);
  }
  // Cells that Tiled packed; damaged ones are refused.
  const cells = Buffer.alloc(4 * 400);
  for (let i = 0; i < 400; i++) cells.writeUInt32LE(i % 20 === 0 || i % 20 === 19 || i < 20 || i >= 380 || i % 37 === 0 ? 1 : 2, 4 * i);
  const tmx = (packing, data) => `<?xml version="1.0"?><map width="20" height="20" tilewidth="8" tileheight="8"><tileset firstgid="1" name="t"/>
    <layer name="ground" width="20" height="20"><data encoding="base64" compression="${packing}">${data.toString("base64")}</data></layer></map>`;
  const packings = [["zlib", deflateSync(cells)], ["gzip", gzipSync(cells)], ["zlib", deflateSync(cells, { level: 0 })], ["zlib", deflateSync(cells, { strategy: 4 })]];
  const [plain, ...others] = packings.map(([packing, data], i) => imported(`packed${i}.tmx`, tmx(packing, data)));
  for (const other of others) assert.equal(other, plain);
  assert.ok(plain, "packed cells are read");
  for (const [i, [packing, data]] of packings.entries()) {
    for (const at of [0, 5, data.length >> 1, data.length - 5]) {
      const hurt = Buffer.from(data);
      hurt[at] ^= 0x55;
      imported(`hurt${i}-${at}.tmx`, tmx(packing, hurt));
    }
    imported(`cut${i}.tmx`, tmx(packing, data.subarray(0, data.length - 9)));
  }
  assert.ok(made > 30 && refused > 5, `${made} were read, ${refused} refused`);
  console.log(`ok - ${made} maps come in as with the command, in ${kinds.size} forms, and those of the library go out; ${refused} are refused by both`);
} finally { rmSync(folder, { recursive: true, force: true }); }
