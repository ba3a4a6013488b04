// morning.mjs - a designer's morning, done by a browser: what both homes of the page must bear.
//
// A home is { kind, browser, enter(page), link(hash), shelf, pictures, told }: enter brings a fresh page to
// the gallery, link is what a stranger would be sent. Steps (steps/*.mjs) run in order on one page and fail
// at the first thing that is not as it should be; they wait for what is to be seen, never for a time.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { everywhere } from "./steps/everywhere.mjs";
import { drawings } from "./steps/drawings.mjs";
import { gallery } from "./steps/gallery.mjs";
import { keeping } from "./steps/keeping.mjs";
import { mended } from "./steps/mended.mjs";
import { people } from "./steps/people.mjs";
import { places } from "./steps/places.mjs";
import { play } from "./steps/play.mjs";
import { rules } from "./steps/rules.mjs";

export const patience = 60000;  // milliseconds, for what a slow machine does under load

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"] });

// What is asked for while `listening` is an array is written down there as it arrives: answers of a server
// and messages of workers.
function overhear() {
  const asked = globalThis.fetch, Silent = globalThis.Worker;
  globalThis.fetch = async (...given) => {
    const answer = await asked(...given);
    if (globalThis.listening) void answer.clone().text().then((text) => globalThis.listening?.push(text));
    return answer;
  };
  globalThis.Worker = class extends Silent {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => globalThis.listening?.push(JSON.stringify(event.data)));
    }
  };
  document.addEventListener("securitypolicyviolation", (e) =>
    console.error(`forbidden by the policy: ${e.violatedDirective} ${e.target?.outerHTML?.slice(0, 200)}`));
}

// What the browser of a page complains of goes to `told`.
export async function heed(page, told) {
  page.setDefaultTimeout(patience);
  page.on("pageerror", (error) => told.push(`page: ${error.message}`));
  page.on("console", (message) => { if (message.type() === "error" && !/Failed to load resource|409|ERR_/.test(message.text())) told.push(message.text()); });
  page.on("response", (answer) => { if (answer.status() === 404) told.push(`404: ${answer.request().method()} ${answer.url()}`); });
  await page.addInitScript(overhear);
  return page;
}

// A page in a profile of its own. It asks for less motion, so that steps need not wait for what moves; a
// step of its own looks at motion.
export async function visitor(browser, told, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US", reducedMotion: "reduce", ...options });
  return heed(await context.newPage(), told);
}

// Nothing serious is wrong for those who use other means than eyes and a mouse.
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
export async function accessible(page, where, rules) {
  await page.evaluate(readFileSync(axe, "utf8"));
  const found = await page.evaluate(async (only) => (await globalThis.axe.run(
    { exclude: [[".thumb"], ...(only ? [["svg"]] : [])] }, { resultTypes: ["violations"],  // thumbs are hidden from all but eyes
    ...(only ? { runOnly: { type: "rule", values: only } } : {}) })).violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`), rules);
  assert.deepEqual(found, [], `axe in ${where}`);
}

export class Morning {
  constructor(home) {
    Object.assign(this, home);
    this.pig = this.game("dice/pig.rcy");
  }
  game(path) { return readFileSync(join(this.shelf, path), "utf8"); }
  async go(where) { await this.page.evaluate((hash) => { location.hash = hash; }, `/${where}`); }
  async tab(name) { await this.page.getByRole("tab", { name, exact: true }).click(); }
  button(name) { return this.page.getByRole("button", { name, exact: typeof name === "string" }); }
  async setText(text) {
    await this.page.locator(".cm-content").focus();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.insertText(text);
  }
  // A card of the gallery, found by the name of its file.
  async card(title, stem) {
    await this.page.locator("#sought").fill(stem);
    return this.page.getByRole("button", { name: title }).first();
  }
  // The workbench, with the text in the editor: what was there before is another game's.
  async bench(name, line) {
    await this.go(`bench/${name}`);
    await this.page.locator(".left strong").getByText(name, { exact: true }).waitFor({ state: "attached" });
    if (await this.page.locator(".bench.playing").count()) await this.tab("Verdict");
    await this.page.locator(".cm-content").getByText(line).first().waitFor();
  }
  // The last version of a text that this browser keeps: of the folder's, or else of the library's.
  async keeps(name, words) {
    await this.page.waitForFunction(([name, text]) => Object.keys(localStorage).filter((k) => k === `dado:text:${name}` || (k.startsWith("dado:text:library/") && k.endsWith(`/${name}`)))
      .some((key) => JSON.parse(localStorage.getItem(key))?.versions.at(-1)?.text.includes(text)), [name, words]);
  }
  async kept(name) {
    return this.page.evaluate((name) => {
      const key = Object.keys(localStorage).find((k) => k === `dado:text:${name}`) ?? Object.keys(localStorage).find((k) => k.startsWith("dado:text:library/") && k.endsWith(`/${name}`));
      return JSON.parse(localStorage.getItem(key)).versions.map((v) => v.text);
    }, name);
  }
  // Opens whatever is folded away at a place.
  async unfold(where = ".verdict") { await this.page.evaluate((at) => document.querySelectorAll(`${at} details`).forEach((d) => { d.open = true; }), where); }
  // A sentence of the verdict, wherever it stands.
  async finding(words) { await this.page.waitForFunction((text) => [...document.querySelectorAll(".verdict .finding h3")].some((h) => h.textContent.includes(text)), words); }
  async picture(name) {
    if (!this.pictures) return;
    mkdirSync(this.pictures, { recursive: true });
    await this.page.screenshot({ path: join(this.pictures, `${this.kind}-${name}.png`) });
  }
  get panel() { return this.page.locator("[role=tabpanel]:not([hidden])"); }
  get moves() { return this.page.locator(".movelist .moves").first().getByRole("button"); }
  standing() { return this.page.locator(".standing:visible").first().innerText(); }
  async over() { return await this.page.locator(".standing.over:visible").count() > 0; }
  async says(pattern) { await this.page.waitForFunction((words) => [...document.querySelectorAll(".standing")].some((at) => at.checkVisibility() && new RegExp(words).test(at.innerText)), pattern.source); }
  // Whoever is to choose may, or it is over.
  async rested() {
    await this.page.waitForFunction(() => document.querySelector(".standing.over") || (document.querySelector(".standing")
      && !document.querySelector(".moves button[disabled]") && document.querySelector(".moves button")));
  }
  // Lays a table, and waits until it is there: the one before is not taken for it.
  async sit(seats, seed = "1") {
    await this.setup();
    await this.page.locator("#seats").fill(seats);
    await this.page.locator("#seed").fill(seed);
    await this.page.evaluate(() => document.querySelector(".drawing svg")?.setAttribute("data-before", ""));
    await this.button("Deal").click();
    await this.page.waitForFunction(() => !document.querySelector("[data-before]") && document.querySelector(".standing"));
  }

  // Opens the fields that say who plays. A match is there already: the page lays one at once.
  async setup() {
    await this.page.locator(".drawing svg").first().waitFor();
    await this.page.evaluate(() => document.querySelectorAll(".setup").forEach((d) => { d.open = true; }));
    await this.page.locator("#seats").waitFor();
  }

  async another(context) { return heed(await context.newPage(), this.told); }

  steps() { return [...gallery(this), ...mended(this), ...rules(this), ...play(this), ...people(this), ...drawings(this), ...places(this), ...keeping(this)]; }
  everywhere() { return everywhere(this); }  // last, for it changes the page

  // Runs steps; the first that fails is told, with a picture of the page as it was.
  async run(steps) {
    const only = process.env.DADO_STEPS ? new RegExp(process.env.DADO_STEPS) : null;
    const chosen = only ? steps.filter(([name]) => only.test(name)) : steps;
    let passed = 0;
    try {
      for (const [name, act] of chosen) {
        const begun = Date.now();
        await act();
        passed++;
        console.log(`ok ${passed} - ${this.kind}: ${name} (${Date.now() - begun} ms)`);
      }
      assert.deepEqual(this.told, [], "complaints of the browser");
    } catch (why) {
      console.log(`not ok ${passed + 1} - ${this.kind}: ${chosen[passed]?.[0] ?? "no complaints of the browser"}`);
      console.log(why.stack ?? why, this.told);
      await this.page.screenshot({ path: `/tmp/dado-${this.kind}-failed.png` }).catch(() => {});
      process.exitCode = 1;
    }
    console.log(`${passed} of ${chosen.length} steps`);
  }
}
