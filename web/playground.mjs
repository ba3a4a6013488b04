// playground.mjs - makes a folder of static files: the page, the engine, the library; for any web server.
//
// usage: node playground.mjs OUT LIBRARY   (after build.mjs OUT and engine/build.sh OUT)
import esbuild from "esbuild";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [out, library] = process.argv.slice(2);

// The library's games, maps and levels, by their names.
const texts = {};
for (const entry of readdirSync(library, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(rcy|map|level|expect|patterns|table)$/.test(entry.name)) continue;
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

// After the first visit it works without a network: everything is kept, and a new version replaces all.
const files = ["./", "index.html", "app.js", "app.css", "report.css", "worker.js", "engine.wasm", "library.json"];
let stamp = 0;
for (const name of files.slice(1)) for (const byte of readFileSync(join(out, name))) stamp = (Math.imul(stamp, 31) + byte) | 0;
writeFileSync(join(out, "offline.js"), `const name = "dado-${(stamp >>> 0).toString(16)}", files = ${JSON.stringify(files)};
oninstall = (event) => event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)).then(() => skipWaiting()));
onactivate = (event) => event.waitUntil(caches.keys().then((all) => Promise.all(all.filter((n) => n.startsWith("dado-") && n !== name).map((n) => caches.delete(n)))).then(() => clients.claim()));
onfetch = (event) => { if (event.request.method === "GET") event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request))); };
`);
