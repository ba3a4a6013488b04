// playground.mjs - the page without a server, in a browser, and its answers against the command's.
//
// usage: node playground.mjs DADO FOLDER LIBRARY [PICTURES]
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { launch, Morning, visitor } from "./morning.mjs";

const [, folder, library, pictures] = process.argv.slice(2);

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

const browser = await launch(), told = [];
const m = new Morning({ kind: "playground", browser, shelf: library, pictures, told, enter: async (page) => {
  await page.goto(base);
  await page.locator(".shelves").waitFor();
} });
m.page = await visitor(browser, told);
await m.enter(m.page);

const endless = "(game (setup (create players 2)) (stage player (end (== (game sto A) -1)) (choice ((inc (game sto A) 1) (inc (game sto A) 2)))) (scoring max (game sto A)))";

const steps = [
  ...m.steps(),
  ["an endless game is stopped by the button within a second", async () => {
    await m.go("bench/endless.rcy");
    await m.page.locator(".cm-content").waitFor();
    await m.setText(endless);
    const stop = m.page.getByRole("button", { name: "Stop" });
    await stop.waitFor();
    await m.page.waitForTimeout(1500);
    assert.equal(await stop.count(), 1, "it is still running: it never ends");
    const begun = Date.now();
    await stop.click();
    await stop.waitFor({ state: "detached" });
    assert.ok(Date.now() - begun < 1000, `stopping took ${Date.now() - begun} ms`);
  }],
  ...m.everywhere(),
  ["it works without a network after the first visit", async () => {
    await m.page.waitForFunction(() => navigator.serviceWorker.controller || navigator.serviceWorker.ready);
    await m.page.waitForTimeout(1000);
    server.close();
    server.closeAllConnections();
    await m.enter(m.page);
    await m.page.getByRole("button", { name: /^hearts/ }).first().waitFor();
  }],
];
await m.run(steps);
await browser.close();
server.close();
