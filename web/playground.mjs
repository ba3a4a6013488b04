// playground.mjs - makes a folder of static files: the page, the engine, the library; for any web server.
//
// usage: node playground.mjs OUT LIBRARY   (after build.mjs OUT and engine/build.sh OUT)
import esbuild from "esbuild";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { offline } from "./offline.mjs";

const [out, library] = process.argv.slice(2);

// The library's games, their tables of cards, maps and levels, by their names.
const texts = {};
for (const entry of readdirSync(library, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(rcy|csv|map|level|expect|patterns|table|ini)$/.test(entry.name)) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  texts[path.slice(library.length + 1)] = readFileSync(path, "utf8");
}
writeFileSync(join(out, "library.json"), JSON.stringify(Object.fromEntries(Object.entries(texts).sort())));

// The style of documents and drawings is the engine's own.
await esbuild.build({ entryPoints: ["src/engine.ts"], bundle: true, format: "esm", outfile: "generated/engine.mjs" });
const { Engine } = await import(new URL("./generated/engine.mjs", import.meta.url).href);
const engine = new Engine(new WebAssembly.Module(readFileSync(join(out, "engine.wasm"))), (kind, data) => {
  if (kind === "style") writeFileSync(join(out, "report.css"), data);
});
engine.about();

// What the modules can be asked for that are fetched on demand.
const modules = {};
for (const name of ["exchange.wasm", "rulebook.wasm", "solver.wasm"]) {
  new Engine(new WebAssembly.Module(readFileSync(join(out, name))), (kind, data) => {
    if (kind === "jobs") modules[name] = JSON.parse(data);
  }).about();
}
writeFileSync(join(out, "modules.json"), JSON.stringify(modules));

offline(out, ["index.html", "app.js", "app.css", "display.woff2", "text.woff2", "mono.woff2", "report.css", "worker.js", "engine.wasm", "exchange.wasm", "rulebook.wasm", "solver.wasm", "modules.json", "library.json"]);
