// playground.mjs - the page without a server, in a browser.
//
// usage: node playground.mjs FOLDER LIBRARY [PICTURES]
import { launch, Morning, visitor } from "./morning.mjs";
import { serve } from "./serve.mjs";

const [folder, library, pictures] = process.argv.slice(2);

const site = await serve(folder);

const browser = await launch(), told = [];
const m = new Morning({ kind: "playground", browser, shelf: library, pictures, told, link: (hash) => `${site.base}#${hash}`, enter: async (page) => {
  await page.goto(site.base);
  await page.locator(".shelves").waitFor();
} });
m.page = await visitor(browser, told);
await m.enter(m.page);

const steps = [
  ...m.steps(),
  ...m.everywhere(),
  ["it works without a network after the first visit", async () => {
    await m.page.evaluate(() => navigator.serviceWorker.ready);
    await m.enter(m.page);
    await m.page.waitForFunction(() => navigator.serviceWorker.controller);
    site.close();
    await m.enter(m.page);
    await (await m.card(/^Pig/, "pig")).click();
    await m.finding("Every match comes to an end.");
  }],
];
await m.run(steps);
await browser.close();
site.close();
