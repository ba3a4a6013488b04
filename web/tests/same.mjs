// same.mjs - the document of a sim job is the same bytes from the command, the server and the browser's
// engine, with one worker and with four.
//
// usage: node same.mjs DADO ENGINE LIBRARY [MATCHES]   (of every game, 60 unless told otherwise)
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import esbuild from "esbuild";

const [dado, wasm, library, matches = "60"] = process.argv.slice(2);
await esbuild.build({ entryPoints: ["src/engine.ts"], bundle: true, format: "esm", outfile: "generated/engine.mjs" });

// What stands behind "document": and before "html": of what a page hears, byte by byte.
const bare = (data) => data.slice(data.indexOf('"document":') + 11, data.lastIndexOf(',"html":'));

// The engine in a worker of node's: a new instance for every game, as in a page.
const code = `import { parentPort, workerData } from "node:worker_threads";
const { Engine } = await import(workerData.engine);
parentPort.on("message", ({ name, files, matches }) => {
  let heard = null;
  const engine = new Engine(workerData.module, (kind, data) => { if (kind === "done" || kind === "failed") heard = data; });
  const wrong = engine.run("sim", [["game", name], ["matches", matches]], files);
  parentPort.postMessage(wrong ?? heard);
});`;
const module = new WebAssembly.Module(readFileSync(wasm));
const workers = Array.from({ length: 4 }, () => new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`),
  { workerData: { module, engine: new URL("../generated/engine.mjs", import.meta.url).href } }));
const ask = (worker, name, files) => new Promise((heard) => { worker.once("message", heard); worker.postMessage({ name, files, matches }); });

async function open(threads) {
  const folder = mkdtempSync(join(tmpdir(), "dado-same-"));
  const server = spawn(dado, ["studio", folder, "--port", "0", "--threads", threads], { stdio: ["ignore", "pipe", "ignore"] });
  const link = new URL(await new Promise((heard) => server.stdout.once("data", (bytes) => heard(String(bytes).trim()))));
  const headers = { "X-Dado-Token": link.hash.slice("#token=".length), "Content-Type": "application/json" };
  return { async sim(name, files) {
    const begun = await fetch(`${link.origin}/api/jobs`, { method: "POST", headers,
      body: JSON.stringify({ job: "sim", parameters: { game: name, matches: Number(matches), "no-store": true }, files: Object.fromEntries(files) }) });
    const { id } = await begun.json();
    const events = await (await fetch(`${link.origin}/api/jobs/${id}/events`, { headers })).text();
    return bare(events.slice(events.indexOf("event: done")).split("\n").find((line) => line.startsWith("data: ")) ?? events);
  }, close() { server.kill(); rmSync(folder, { recursive: true, force: true }); } };
}
const servers = [await open("1"), await open("4")];

const games = readdirSync(library, { recursive: true, withFileTypes: true }).filter((e) => e.isFile() && e.name.endsWith(".rcy"))
  .map((e) => join(e.parentPath ?? e.path, e.name)).sort();
try {
  for (const path of games) {
    const name = path.split("/").at(-1), table = path.replace(/\.rcy$/, ".csv");
    const files = [[name, readFileSync(path, "utf8")]];  // a description, and the table of its cards where it has one
    if (existsSync(table)) files.push([table.split("/").at(-1), readFileSync(table, "utf8")]);
    const typed = ["1", "4"].map((threads) => execFileSync(dado, ["sim", name, "-n", matches, "--threads", threads, "--no-store", "--json"],
      { cwd: join(path, ".."), stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 26 }).toString().trim());
    assert.equal(typed[1], typed[0], `${name}: four threads at the command line`);
    for (const [i, server] of servers.entries()) assert.equal(await server.sim(name, files), typed[0], `${name}: the server, ${i ? 4 : 1} threads`);
    assert.equal(bare(await ask(workers[0], name, files)), typed[0], `${name}: the browser's engine alone`);
    for (const answer of await Promise.all(workers.map((worker) => ask(worker, name, files)))) {
      assert.equal(bare(answer), typed[0], `${name}: four of the browser's engines at once`);
    }
  }
  assert.ok(games.length >= 50, `only ${games.length} games were compared`);
  console.log(`ok - ${games.length} games: the same bytes from command, server and browser's engine, with 1 and 4 workers`);
} finally {
  for (const server of servers) server.close();
  for (const worker of workers) void worker.terminate();
}
