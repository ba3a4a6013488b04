// site.mjs - the documentation in a browser: every link leads somewhere, every game in the text is played,
// the search finds, and after the first visit all of it is there without a network.
//
// usage: node site.mjs FOLDER [PICTURES]
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { accessible, launch, visitor } from "./morning.mjs";
import { serve } from "./serve.mjs";

const [folder, pictures] = process.argv.slice(2);
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html") && !name.startsWith("playground")).sort();

// --- links, without a browser

const anchors = new Map(pages.map((name) => [name, new Set([...readFileSync(join(folder, name), "utf8").matchAll(/ id="([^"]*)"/g)].map((m) => m[1]))]));
let links = 0, wrong = [];
for (const name of pages) {
  for (const [, href] of readFileSync(join(folder, name), "utf8").matchAll(/ (?:href|src)="([^"]*)"/g)) {
    if (/^(https?|data|mailto):/.test(href)) continue;
    const [path, anchor] = href.split("#"), to = path ? join(dirname(name), path) : name;
    links++;
    if (!existsSync(join(folder, to))) wrong.push(`${name}: ${href}`);
    else if (anchor && anchors.has(to) && !anchors.get(to).has(anchor)) wrong.push(`${name}: no such part: ${href}`);
  }
}
assert.deepEqual(wrong, [], "every link leads somewhere");
console.log(`ok - ${pages.length} pages, ${links} links`);

// --- pages, in one

const site = await serve(folder), browser = await launch(), told = [];
const page = await visitor(browser, told);
try {
  let games = 0;
  for (const name of pages.filter((n) => readFileSync(join(folder, n), "utf8").includes('class="live"'))) {
    await page.goto(site.base + name);
    for (const live of await page.locator(".live").all()) {
      await live.locator(".try").click();
      await live.locator(".said").getByText(/1,000 matches/).first().waitFor().catch(async (why) => {
        throw new Error(`${name}: ${await live.locator(".said").innerText()}`, { cause: why });
      });
      games++;
    }
  }
  assert.ok(games >= 20, `${games} games`);
  console.log(`ok - ${games} games in the text were played a thousand times`);

  const live = page.locator(".live").first();
  await live.locator("textarea").fill("(game (setup (create players 2))");
  await live.locator(".try").click();
  await live.locator(".said pre").getByText("line 1").or(live.locator(".said pre").getByText(":1:")).first().waitFor();
  console.log("ok - what is broken is told where it is");

  // The front page: one picture, one sentence, and a game whose flaw the playground finds.
  await page.goto(site.base);
  assert.equal(await page.locator("main img").count(), 1, "one picture");
  await page.locator("main a.try-it").click();
  await page.waitForFunction(() => [...document.querySelectorAll(".verdict .finding .badge")].some((badge) => /Fix this first/.test(badge.textContent)));
  assert.match(await page.locator(".cm-content").innerText(), /Lanterns/i);
  console.log("ok - the front page opens a game with a flaw, and the flaw is found");

  await page.goto(`${site.base}tutorial/first-game.html`);
  const bench = await page.locator(".live a").first().getAttribute("href");
  await page.goto(new URL(bench, page.url()).href);
  await page.locator(".cm-content").waitFor();
  console.log("ok - a game of the text opens in the workbench");

  await page.goto(`${site.base}explanation/rooms.html`);
  await page.locator("#search").fill("seccomp");
  const hit = page.locator("#found a").first();
  await hit.waitFor();
  await page.locator("#search").press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith("rooms.html"));
  assert.match(await page.locator("main").innerText(), /seccomp/i);
  console.log("ok - the search finds, by keyboard");

  for (const scheme of ["light", "dark"]) {
    const other = await visitor(browser, told, { colorScheme: scheme, viewport: { width: 360, height: 740 } });
    for (const name of ["index.html", "tutorial/first-game.html", "reference/cli.html"]) {
      await other.goto(site.base + name);
      await other.waitForTimeout(100);
      await accessible(other, `${name}, ${scheme}`);
      assert.ok(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), `${name} is wider than a telephone`);
      if (pictures) await other.screenshot({ path: join(pictures, `site-${scheme}-${name.replaceAll("/", "-")}.png`) });
    }
    await other.context().close();
  }
  console.log("ok - axe finds nothing serious in either colour scheme, at 360 px");
  if (pictures) { await page.setViewportSize({ width: 1280, height: 900 }); await page.goto(`${site.base}tutorial/first-game.html`); await page.screenshot({ path: join(pictures, "site.png") }); }

  await page.goto(site.base);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  site.close();
  await page.goto(`${site.base}reference/language.html`);
  await page.locator(".live .try").first().click();
  await page.locator(".live .said").first().getByText(/1,000 matches/).first().waitFor();
  console.log("ok - without a network, after the first visit");
  assert.deepEqual(told, [], "nothing is wrong in the browser's eyes");
} finally {
  site.close();
  await browser.close();
}
