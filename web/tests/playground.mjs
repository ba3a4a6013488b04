// playground.mjs - the page without a server, in a browser, and its answers against the command's.
//
// usage: node playground.mjs DADO FOLDER LIBRARY [PICTURES]
import assert from "node:assert/strict";
import { launch, Morning, visitor } from "./morning.mjs";
import { serve } from "./serve.mjs";

const [, folder, library, pictures] = process.argv.slice(2);

const site = await serve(folder);

const browser = await launch(), told = [];
const m = new Morning({ kind: "playground", browser, shelf: library, pictures, told, enter: async (page) => {
  await page.goto(site.base);
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
    site.close();
    await m.enter(m.page);
    await m.page.getByRole("button", { name: /^hearts/ }).first().waitFor();
  }],
];
await m.run(steps);
await browser.close();
site.close();
