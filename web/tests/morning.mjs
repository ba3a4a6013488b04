// morning.mjs - a designer's morning, done by a browser: what both homes of the page must bear.
//
// A home is { kind, browser, enter(page), shelf, pictures, told }: enter brings a fresh page to the
// gallery. Steps run in order on one page and fail at the first thing that is not as it should be.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"] });

// A page in a profile of its own; what its browser complains of goes to `told`.
export async function visitor(browser, told, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(40000);
  page.on("pageerror", (error) => told.push(`page: ${error.message}`));
  page.on("console", (message) => { if (message.type() === "error" && !/404|409|Failed to load|429|ERR_/.test(message.text())) told.push(message.text()); });
  await page.addInitScript(() => document.addEventListener("securitypolicyviolation", (e) =>
    console.error(`forbidden by the policy: ${e.violatedDirective} ${e.target?.outerHTML?.slice(0, 200)}`)));
  return page;
}

// Nothing serious is wrong for those who use other means than eyes and a mouse.
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
export async function accessible(page, where, rules) {
  await page.evaluate(readFileSync(axe, "utf8"));
  const found = await page.evaluate(async (only) => (await globalThis.axe.run({ resultTypes: ["violations"],
    ...(only ? { runOnly: { type: "rule", values: only } } : {}) })).violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`), rules);
  assert.deepEqual(found, [], `axe in ${where}`);
}

export class Morning {
  constructor(home) {
    Object.assign(this, home);
    this.pig = readFileSync(join(this.shelf, "dice/pig.rcy"), "utf8");
  }
  async go(where) { await this.page.evaluate((hash) => { location.hash = hash; }, `/${where}`); }
  async tab(name) { await this.page.getByRole("tab", { name, exact: true }).click(); }
  async setText(text) {
    await this.page.locator(".cm-content").focus();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.insertText(text);
  }
  async picture(name) {
    if (!this.pictures) return;
    mkdirSync(this.pictures, { recursive: true });
    await this.page.screenshot({ path: join(this.pictures, `${this.kind}-${name}.png`) });
  }
  get panel() { return this.page.locator("[role=tabpanel]"); }
  standing() { return this.page.locator(".standing").first().innerText(); }
  async over() { return /^Over/.test(await this.standing()); }
  async rested() {
    await this.page.waitForFunction(() => !document.querySelector(".moves button[disabled]") || /^Over/.test(document.querySelector(".standing")?.innerText ?? ""));
  }

  steps() {
    const m = this;
    return [
      ["the gallery has drawings of the library", async () => {
        await m.page.getByRole("button", { name: /^hearts/ }).first().waitFor();
        await m.page.locator(".thumb svg").nth(3).waitFor();
        await m.picture("gallery");
      }],
      ["a game opens from the gallery with a verdict", async () => {
        await m.page.getByRole("button", { name: /^pig/ }).first().click();
        await m.page.locator(".answer").getByText("Every match comes to an end.").waitFor();
      }],
      ["what is broken is shown where it is, and mending it brings the verdict back", async () => {
        await m.setText(m.pig.replace("(scoring", "(scorring"));
        await m.page.locator(".trouble").getByText(/scorring/).first().waitFor();
        await m.page.locator(".cm-lintRange-error, .cm-lint-marker-error").first().waitFor();
        await m.picture("broken");
        await m.setText(m.pig);
        await m.page.locator(".trouble").waitFor({ state: "detached" });
        await m.page.locator(".answer:not(.old)").getByText("10,000").first().waitFor();
      }],
      ["the margin says how often a line fired, and, asked, what it is worth", async () => {
        const margin = m.page.locator(".cm-content button.remark");
        await margin.first().waitFor();
        await m.picture("workbench");
        await margin.last().click();
        await m.page.locator(".remark.worth").first().waitFor();
        assert.match(await m.page.locator(".remark.worth").first().innerText(), /without it|if it always held|no game/);
        await m.picture("worth");
      }],
      ["a change of a rule changes the verdict", async () => {
        const before = await m.page.locator(".answer").first().innerText();
        await m.setText(m.pig.replace(/declare \d+ 'GOAL/, "declare 20 'GOAL"));
        await m.page.waitForFunction((was) => {
          const now = document.querySelector(".answer:not(.old)")?.innerText;
          return now && now.includes("10,000") && now !== was;
        }, before);
      }],
      ["a sentence opens the match that shows it, at the step, and one sits down there", async () => {
        await m.page.getByRole("button", { name: /^Show me: .*(behind|drama)/ }).click();
        const witness = m.page.locator(".witnesses");
        await witness.locator(".chips button").first().waitFor();
        const said = /Match (\d+), round (\d+): p(\d), who wins, is (\d+) point/.exec(await witness.locator(".chips button").first().innerText());
        assert.ok(said, "a witness says what it shows");
        await m.page.waitForFunction(() => /^After [1-9]/.test(document.querySelector(".standing")?.innerText ?? ""));
        const points = [...(await m.standing()).matchAll(/p(\d) (-?\d+)/g)].map((p) => Number(p[2]));
        assert.equal(points[1 - Number(said[3])] - points[Number(said[3])], Number(said[4]), "the table shows what the sentence says");
        await m.picture("witness");
        await m.page.getByRole("button", { name: `p${said[3]}`, exact: true }).click();
        await m.page.waitForFunction(() => document.querySelector(".moves button") && / is to choose|^Over/.test(document.querySelector(".standing").innerText));
        await m.page.getByRole("button", { name: "Back to the verdict" }).click();
      }],
      ["the version before is compared with, and a dial has a curve and can be turned", async () => {
        await m.tab("Compare");
        await m.page.getByRole("button", { name: "Compare with the version before" }).click();
        await m.panel.locator(".answer").getByText(/lower|higher/).first().waitFor();
        await m.picture("compare");
        await m.tab("Dials");
        await m.page.getByRole("button", { name: "curve" }).nth(1).click();
        await m.panel.locator(".answer svg").first().waitFor();
        await m.page.locator("#dial-GOAL").fill("30");
        await m.page.locator(".cm-content").getByText("declare 30").waitFor();
        await m.picture("dials");
      }],
      ["a variant is bred and taken over", async () => {
        await m.setText(m.pig);
        await m.tab("Evolve");
        await m.page.locator("#field-generations").fill("1");
        await m.page.locator("#field-population").fill("6");
        await m.page.locator("#field-matches").fill("30");
        await m.page.getByRole("button", { name: "Run evolve" }).click();
        await m.page.getByRole("button", { name: /Take over variant 1/ }).click();
        await m.page.waitForFunction((was) => document.querySelector(".cm-content").innerText.trim().length > 100 && document.querySelector(".notice")?.innerText.includes("taken over"), m.pig);
        const now = await m.page.evaluate(() => JSON.parse(localStorage.getItem("dado:text:pig.rcy")).versions.at(-1).text).catch(() => "");
        await m.page.waitForTimeout(400);
        const kept = await m.page.evaluate(() => JSON.parse(localStorage.getItem("dado:text:pig.rcy")).versions.map((v) => v.text));
        assert.ok(kept.includes(m.pig), "what was there is in the history");
        assert.notEqual(kept.at(-1), m.pig, `the variant is the text now, ${now.length}`);
        await m.picture("evolve");
        await m.setText(m.pig);
      }],
      ["a text is laid out by a button, and the game is the same", async () => {
        await m.setText(m.pig.replace(/\n +/g, "\n"));
        await m.page.getByRole("button", { name: "Format" }).click();
        await m.page.waitForFunction(() => /\n {2,}\(/.test([...document.querySelectorAll(".cm-line")].map((l) => l.textContent).join("\n")));
        await m.setText(m.pig);
      }],
      ["the doctor says what to try, and it is taken over", async () => {
        await m.setText(readFileSync(join(m.shelf, "../tests/evolve/flaws/ties.rcy"), "utf8"));
        await m.tab("Doctor");
        await m.page.locator("#field-advice").fill("2000");
        await m.page.getByRole("button", { name: "Run doctor" }).click();
        const advice = m.page.getByRole("button", { name: /^Take it over/ });
        await advice.waitFor({ timeout: 120000 });
        await m.picture("advice");
        await advice.click();
        await m.page.waitForFunction(() => document.querySelector(".notice")?.innerText.includes("taken over"));
        await m.setText(m.pig);
      }],
      ["a match is played to its end by mouse, and what was taken back is played again", async () => {
        await m.tab("Play");
        await m.page.getByRole("button", { name: "Sit down" }).click();
        await m.page.locator(".standing").waitFor();
        for (let i = 0; i < 300 && !await m.over(); i++) {
          const moves = m.page.locator(".moves").first().getByRole("button");
          await moves.nth(i % await moves.count()).click();  // throw, stop, throw, stop
          await m.rested();
          if (i === 2) {
            const was = await m.standing();
            await m.page.getByRole("button", { name: "Take back" }).click();
            await m.page.waitForTimeout(200);
            await moves.nth(i % await moves.count()).click();
            await m.page.waitForFunction((then) => document.querySelector(".standing").innerText === then, was);
          }
        }
        assert.ok(await m.over());
        await m.picture("play");
      }],
      ["a match is played to its end with the keyboard alone, and a hint is given", async () => {
        await m.go("bench/threeinarow.rcy");
        await m.tab("Play");
        await m.page.locator("#seats").fill("human,random");
        await m.page.locator("#seats").press("Enter");
        await m.page.locator(".drawing [tabindex='0'], .moves button").first().waitFor();
        await m.page.getByRole("button", { name: "Hint" }).focus();
        await m.page.keyboard.press("Enter");
        await m.page.locator(".moves .hinted").waitFor();
        for (let i = 0; i < 60 && !await m.over(); i++) {
          await m.rested();
          const things = m.page.locator(".drawing [tabindex='0']");
          await (await things.count() ? things.first() : m.page.locator(".moves button").first()).focus();
          const was = await m.page.locator(".log li").count();
          await m.page.keyboard.press("Enter");
          await m.page.waitForFunction((then) => document.querySelectorAll(".log li").length !== then || document.querySelector(".held") || /^Over/.test(document.querySelector(".standing").innerText), was);
        }
        assert.ok(await m.over());
        await m.picture("board");
      }],
      ["work is shared by a link that opens in a fresh browser", async () => {
        await m.go("bench/pig.rcy");
        await m.page.locator(".answer").first().waitFor();
        await m.setText(`;; shared by a link\n${m.pig}`);
        await m.page.waitForTimeout(500);
        await m.page.getByRole("button", { name: "Share", exact: true }).click();
        await m.page.waitForFunction(() => location.hash.startsWith("#/share/"));
        const shared = m.page.url().split("#")[1];
        const other = await visitor(m.browser, m.told);
        await m.enter(other);
        await other.evaluate((hash) => { location.hash = hash; }, shared);
        await other.locator(".cm-content").getByText("shared by a link").waitFor();
        await other.context().close();
      }],
      ["a map is drawn and taken back, its quality is there, and an exit nobody reaches is found", async () => {
        await m.go("map/corridor.map");
        await m.page.getByRole("gridcell").nth(50).waitFor();
        await m.page.locator(".right .answer").getByText("explorer").first().waitFor();
        await m.picture("map");
        const cell = m.page.locator("[data-x='39'][data-y='1']");
        const was = await cell.getAttribute("aria-label");
        await m.page.getByLabel("sign").selectOption("#");
        await cell.click();
        assert.notEqual(await cell.getAttribute("aria-label"), was);
        await m.page.locator(".right .answer:not(.old)").getByText("No exit can be reached").first().waitFor();
        await m.picture("unreachable");
        await m.page.getByRole("button", { name: "Undo" }).click();
        assert.equal(await cell.getAttribute("aria-label"), was);
        await m.page.locator(".right .answer").getByText("No exit can be reached").first().waitFor({ state: "detached" });
      }],
      ["a map goes to other tools, and one comes from them", async () => {
        await m.tab("Exchange");
        if (m.kind === "playground") return void await m.page.getByText("This dado has no other forms here").waitFor();
        await m.page.locator("#form").selectOption("tmx");
        await m.page.getByRole("button", { name: "Export" }).click();
        await m.page.waitForFunction(() => document.querySelector(".rawtext")?.value.includes("<map"));
        const cells = await m.page.getByRole("gridcell").count();
        await m.page.locator("#import").setInputFiles({ name: "drawing.txt", mimeType: "text/plain", buffer: Buffer.from("#######\n#@...>#\n#..$..#\n#######\n") });
        await m.page.waitForFunction(() => document.querySelectorAll("[role=gridcell]").length === 28);
        await m.page.getByRole("button", { name: "Undo" }).click();
        await m.page.waitForFunction((was) => document.querySelectorAll("[role=gridcell]").length === was, cells);
      }],
      ["a map is explored step by step, with fog and a log", async () => {
        await m.tab("Play");
        await m.page.getByRole("button", { name: "Sit down" }).click();
        await m.page.locator(".drawing svg").waitFor();
        for (let i = 0; i < 3; i++) {
          await m.rested();
          await m.page.locator(".moves").first().getByRole("button").first().click();
        }
        await m.page.locator(".log li").first().waitFor();
        await m.picture("explore");
      }],
      ["a level is evolved, edited, played with the keyboard at its speed, and the planner is watched", async () => {
        await m.go("map/first.level");
        await m.page.getByRole("gridcell").nth(500).waitFor();
        await m.page.locator(".right .answer").getByText("planner").first().waitFor({ timeout: 90000 });
        await m.tab("Evolve");
        await m.page.locator("#field-generations").fill("2");
        await m.page.locator("#field-population").fill("10");
        await m.page.getByRole("button", { name: "Run evolve" }).click();
        await m.page.getByRole("button", { name: /Take over variant 1/ }).click();
        await m.page.getByText("The variant is taken over").waitFor();
        const cell = m.page.locator("[data-x='12'][data-y='3']");
        await m.page.getByLabel("sign").selectOption("o");
        await cell.click();
        assert.match(await cell.getAttribute("aria-label"), /o/);
        await m.tab("Play");
        await m.page.getByRole("button", { name: "Play", exact: true }).click();
        await m.page.locator(".drawing svg").waitFor();
        await m.page.keyboard.down("ArrowRight");
        const ticks = () => m.page.locator("[data-ticks]").getAttribute("data-ticks").then(Number);
        await m.page.locator("[data-ticks]").waitFor();
        const begun = Date.now(), first = await ticks();
        await m.page.waitForFunction(() => /column ([5-9]|\d\d)/.test(document.querySelector(".drawing")?.textContent ?? ""));
        const each = (Date.now() - begun) / (await ticks() - first);
        await m.page.keyboard.up("ArrowRight");
        console.log(`# a tick of 30 ms takes ${each.toFixed(1)} ms`);
        assert.ok(each > 25, `a tick takes ${each} ms: it runs too fast`);
        await m.picture("level");
        await m.page.getByRole("button", { name: "Watch the planner" }).click();
        await m.page.getByRole("button", { name: "let it run" }).click();
        await m.page.waitForFunction(() => /column ([5-9]|\d\d)/.test(document.querySelector(".drawing")?.textContent ?? ""));
        await m.picture("planner");
      }],
      ["Território is watched, and played under fog", async () => {
        await m.go("territorio");
        await m.page.locator("#seats").fill("territorio_example,territorio_example");
        await m.page.getByRole("button", { name: "Sit down" }).click();
        await m.page.getByRole("button", { name: "to the beginning" }).click();
        await m.page.waitForFunction(() => /^After 0 of [1-9]/.test(document.querySelector(".standing").innerText));
        await m.page.getByRole("button", { name: "let it run" }).click();
        await m.page.waitForFunction(() => /^After [2-9]/.test(document.querySelector(".standing").innerText));
        await m.page.locator("#seats").fill("human,territorio_example");
        await m.page.getByRole("button", { name: "Begin anew" }).click();
        await m.page.locator(".drawing .can").first().waitFor();
        await m.picture("territorio");
        await m.page.locator(".moves").first().getByRole("button").first().click();
        await m.page.locator(".log li").first().waitFor();
      }],
      ["an arena is held, and one of its matches opened", async () => {
        await m.go("arena");
        await m.page.locator("#arena-players").fill("random greedy");
        await m.page.locator("#arena-matches").fill("4");
        await m.page.getByRole("button", { name: "Let them meet" }).click();
        await m.page.locator(".answer").getByText("Ratings").first().waitFor();
        await m.page.locator(".chips button").first().click();
        await m.page.getByRole("button", { name: "one step on" }).click();
        await m.page.waitForFunction(() => /^After 1 of /.test(document.querySelector(".standing").innerText));
        await m.picture("arena");
      }],
      ["a small game is solved, and a player that never errs gives hints", async () => {
        await m.go("solver");
        await m.page.locator("#solve-game").selectOption("kuhn");
        await m.page.getByRole("button", { name: "Work it out" }).click();
        await m.page.locator(".answer").first().waitFor();
        await m.page.locator("#solve-game").selectOption("noughts");
        await m.page.getByRole("button", { name: "Sit down" }).click();
        await m.page.getByRole("button", { name: "Hint" }).click();
        await m.page.locator(".moves .hinted").waitFor();
        assert.equal(await m.page.locator(".moves button small").filter({ hasText: "draws" }).count(), 9, "with best play noughts and crosses is a draw, whatever the first move");
        await m.picture("solver");
      }],
      ["a killed tab loses nothing", async () => {
        await m.go("bench/pig.rcy");
        await m.page.locator(".cm-content").waitFor();
        await m.setText(`;; typed before the tab died\n${m.pig}`);
        await m.page.waitForTimeout(700);
        const context = m.page.context();
        await m.page.close({ runBeforeUnload: false });
        m.page = await context.newPage();
        m.page.setDefaultTimeout(40000);
        await m.enter(m.page);
        await m.go("bench/pig.rcy");
        await m.page.locator(".cm-content").getByText("typed before the tab died").waitFor();
      }],
      ["two tabs on one text warn each other", async () => {
        const twin = await m.page.context().newPage();
        await m.enter(twin);
        await twin.evaluate(() => { location.hash = "/bench/pig.rcy"; });
        await m.page.getByText("open in another tab").waitFor();
        await twin.close();
      }],
    ];
  }

  // In both colours and on a narrow screen; last, for it changes the page.
  everywhere() {
    const m = this;
    const places = [["gallery", ".card"], ["bench/pig.rcy", ".answer"], ["map/corridor.map", ".answer"], ["territorio", "#seats"], ["arena", "#arena-players"], ["solver", "#solve-game"]];
    return [
      ["nothing serious is wrong for assistive means, in both colours", async () => {
        for (const colorScheme of ["light", "dark"]) {
          await m.page.emulateMedia({ colorScheme });
          for (const [where, ready] of places) {
            await m.go(where);
            await m.page.locator(ready).first().waitFor();
            await m.page.waitForTimeout(300);
            // The second time only what hangs on colours can be otherwise.
            await accessible(m.page, `${where}, ${colorScheme}`, colorScheme === "dark" ? ["color-contrast"] : undefined);
            if (colorScheme === "dark") await m.picture(`dark-${where.replace(/\W/g, "-")}`);
          }
        }
        await m.page.emulateMedia({ colorScheme: "light" });
      }],
      ["a narrow screen holds everything without scrolling sideways", async () => {
        await m.page.setViewportSize({ width: 360, height: 740 });
        for (const [where, ready] of places) {
          await m.go(where);
          await m.page.locator(ready).first().waitFor();
          await m.page.waitForTimeout(300);
          const wide = await m.page.evaluate(() => document.documentElement.scrollWidth);
          await m.picture(`narrow-${where.replace(/\W/g, "-")}`);
          assert.ok(wide <= 362, `${where} is ${wide} wide`);
        }
        await m.page.setViewportSize({ width: 1280, height: 900 });
      }],
    ];
  }

  // Runs steps; the first that fails is told, with a picture of the page as it was.
  async run(steps) {
    let passed = 0;
    try {
      for (const [name, act] of steps) {
        const begun = Date.now();
        await act();
        passed++;
        console.log(`ok ${passed} - ${this.kind}: ${name} (${Date.now() - begun} ms)`);
      }
      assert.deepEqual(this.told, [], "complaints of the browser");
    } catch (why) {
      console.log(`not ok ${passed + 1} - ${this.kind}: ${steps[passed]?.[0] ?? "no complaints of the browser"}`);
      console.log(why.stack ?? why, this.told);
      await this.page.screenshot({ path: `/tmp/dado-${this.kind}-failed.png` }).catch(() => {});
      process.exitCode = 1;
    }
    console.log(`${passed} of ${steps.length} steps`);
  }
}
