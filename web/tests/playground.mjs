// playground.mjs - the page without a server, in a browser, and its answers against the command's.
//
// usage: node playground.mjs DADO FOLDER LIBRARY
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import esbuild from "esbuild";
import { chromium } from "playwright-core";

const [dado, folder, library] = process.argv.slice(2);
const passed = (name) => console.log(`ok - ${name}`);

// The same bytes from the engine of the browser as from the command, for every game of the library.
await esbuild.build({ entryPoints: ["src/engine.ts"], bundle: true, format: "esm", outfile: "generated/engine.mjs" });
const { Engine } = await import(new URL("../generated/engine.mjs", import.meta.url).href);
const module = new WebAssembly.Module(readFileSync(join(folder, "engine.wasm")));
let compared = 0;
for (const entry of readdirSync(library, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !entry.name.endsWith(".rcy")) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  let answer = null;
  const engine = new Engine(module, (kind, data) => { if (kind === "done" || kind === "failed") answer = [kind, JSON.parse(data)]; });
  const matches = "60";
  engine.run("sim", [["game", entry.name], ["matches", matches], ["no-store", ""]], [[entry.name, readFileSync(path, "utf8")]]);
  const typed = JSON.parse(execFileSync(dado, ["sim", entry.name, "-n", matches, "--no-store", "--json"], { cwd: join(path, ".."), stdio: ["ignore", "pipe", "ignore"] }));
  assert.equal(answer?.[0], "done", `${entry.name}: ${JSON.stringify(answer?.[1])}`);
  assert.deepEqual(answer[1].document, typed, entry.name);
  compared++;
}
assert.ok(compared >= 30, `only ${compared} games were compared`);
passed(`${compared} games answer with the same document in the browser's engine and at the command line`);

// Served under a path of its own, by a server that knows nothing.
const types = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm", json: "application/json" };
const server = createServer((asked, answer) => {
  const name = new URL(asked.url, "http://x").pathname.replace(/^\/some\/path\//, "") || "index.html";
  try {
    const bytes = readFileSync(join(folder, name));
    answer.writeHead(200, { "Content-Type": types[name.split(".").at(-1)] ?? "text/plain" }).end(bytes);
  } catch { answer.writeHead(404).end(); }
}).listen(0, "127.0.0.1");
await new Promise((ready) => server.once("listening", ready));
const base = `http://127.0.0.1:${server.address().port}/some/path/`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"] });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const told = [];
  page.setDefaultTimeout(40000);
  page.on("pageerror", (error) => told.push(error.message));
  await page.goto(base);
  await page.getByRole("button", { name: /^pig/ }).first().click();
  await page.locator(".answer").getByText("Every match comes to an end.").waitFor();
  passed("a game opens with a verdict");

  const original = readFileSync(join(library, "dice/pig.rcy"), "utf8");
  const setText = async (text) => { await page.locator(".cm-content").click(); await page.keyboard.press("Control+A"); await page.keyboard.insertText(text); };
  await setText(original.replace("(scoring", "(scorring"));
  await page.locator(".trouble").getByText(/scorring/).first().waitFor();
  await setText(original);
  await page.locator(".trouble").waitFor({ state: "detached" });
  passed("what is broken is shown where it is, and mended");

  await page.getByRole("tab", { name: "Play" }).click();
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator(".standing").waitFor();
  const moves = page.locator(".moves").first().getByRole("button");
  for (let i = 0; i < 300 && !/^Over/.test(await page.locator(".standing").innerText()); i++) {
    await moves.nth(i % Math.max(1, await moves.count())).click().catch(() => {});
    await page.waitForFunction(() => !document.querySelector(".moves button[disabled]") || /^Over/.test(document.querySelector(".standing").innerText));
  }
  assert.match(await page.locator(".standing").innerText(), /^Over/);
  passed("a match is played to its end");

  // An endless game is stopped by the button within a second.
  await setText("(game (setup (create players 2)) (stage player (end (== 1 2)) (do ((inc (game sto A) 1)))) (scoring max (game sto A)))");
  await page.getByRole("tab", { name: "Verdict" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor().catch(() => {});
  const stop = page.getByRole("button", { name: "Stop" });
  if (await stop.count()) {
    const start = Date.now();
    await stop.click();
    await stop.waitFor({ state: "detached" });
    assert.ok(Date.now() - start < 1000, `stopping took ${Date.now() - start} ms`);
  }
  passed("an endless game stops when asked");

  await page.waitForFunction(() => navigator.serviceWorker.controller || navigator.serviceWorker.ready);
  await page.waitForTimeout(1000);
  server.close();
  server.closeAllConnections();
  await page.goto(base);
  await page.getByRole("button", { name: /^hearts/ }).first().waitFor();
  passed("it works without a network after the first visit");
  assert.deepEqual(told, []);
} finally {
  await browser.close();
  server.close();
}
