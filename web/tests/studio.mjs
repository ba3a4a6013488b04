// studio.mjs - a designer's morning in the studio, done by a browser.
//
// usage: node studio.mjs DADO LIBRARY [PICTURES]
//
// Starts the studio on a folder of its own, does what a person would do, and fails at the first thing
// that is not as it should be. With PICTURES, leaves pictures for the documentation there.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [dado, library, pictures] = process.argv.slice(2);
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const folder = mkdtempSync(join(tmpdir(), "dado-studio-"));
cpSync(join(library, "dice/pig.rcy"), join(folder, "pig.rcy"));
cpSync(join(library, "maps/lair.map"), join(folder, "lair.map"));

let server, link, port = "0";
async function open() {
  server = spawn(dado, ["studio", folder, "--port", port], { stdio: ["ignore", "pipe", "inherit"] });
  link = await new Promise((heard, failed) => {
    server.stdout.once("data", (bytes) => heard(String(bytes).trim()));
    server.once("exit", () => failed(new Error("the studio did not open")));
  });
  port = new URL(link).port;
}
const close = (signal) => new Promise((gone) => { server.once("exit", gone); server.kill(signal); });

await open();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"] });
const told = [];
let arrived = [];
async function visitor(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30000);
  page.on("pageerror", (error) => told.push(`page: ${error.message}`));
  page.on("console", (message) => { if (message.type() === "error" && !/404|409|Failed to load|429/.test(message.text())) told.push(message.text()); });
  await page.addInitScript(() => document.addEventListener("securitypolicyviolation", (e) =>
    console.error(`forbidden by the policy: ${e.violatedDirective} ${e.target?.outerHTML?.slice(0, 200)}`)));
  page.on("response", async (response) => {
    if (response.url().includes("/api/sittings")) arrived.push(await response.text().catch(() => ""));
  });
  return page;
}
const picture = async (page, name) => {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
};
// Nothing serious is wrong for those who use other means than eyes and a mouse.
async function accessible(page, where) {
  await page.addScriptTag({ path: axe }).catch(async () => page.evaluate(readFileSync(axe, "utf8")));
  const found = await page.evaluate(async () => (await globalThis.axe.run()).violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`));
  assert.deepEqual(found, [], `axe in ${where}`);
}
const steps = [];
const step = (name, act) => steps.push([name, act]);

let page = await visitor();
await page.goto(link);

step("the gallery shows the folder and the library", async () => {
  await page.getByRole("button", { name: /^pig\.rcy/ }).waitFor();
  await page.getByRole("button", { name: /^hearts/ }).waitFor();
  await picture(page, "gallery");
});

step("the token does not stay in the address", async () => {
  assert.ok(!page.url().includes("token="));
});

step("a game opens with a verdict", async () => {
  await page.getByRole("button", { name: /^pig\.rcy/ }).click();
  await page.locator(".answer").getByText("Every match comes to an end.").waitFor();
  await picture(page, "workbench");
});

const editor = () => page.locator(".cm-content");
const setText = async (text) => { await editor().click(); await page.keyboard.press("Control+A"); await page.keyboard.insertText(text); };
const original = readFileSync(join(folder, "pig.rcy"), "utf8");

step("what is broken is shown where it is, and mending it brings the verdict back", async () => {
  await setText(original.replace("(scoring", "(scorring"));
  await page.locator(".trouble").getByText(/scorring/).first().waitFor();
  await page.locator(".cm-lintRange-error, .cm-lint-marker-error").first().waitFor();
  await setText(original);
  await page.locator(".trouble").waitFor({ state: "detached" });
  await page.locator(".answer:not(.old)").getByText("10,000").first().waitFor();
});

step("a change of a rule changes the verdict", async () => {
  const before = await page.locator(".answer").innerText();
  await setText(original.replace(/declare \d+ 'GOAL/, "declare 20 'GOAL"));
  await page.waitForFunction((was) => {
    const now = document.querySelector(".answer:not(.old)")?.innerText;
    return now && now.includes("10,000") && now !== was;
  }, before);
});

step("the version before is compared with, and a dial has a curve", async () => {
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Compare with the version before" }).click();
  await page.locator("[role=tabpanel] .answer").waitFor();
  await page.getByRole("tab", { name: "Dials" }).click();
  await page.getByRole("button", { name: "curve" }).first().click();
  await page.locator("[role=tabpanel] .answer svg").first().waitFor();
});

step("a match is played to its end by mouse, with what was taken back played again", async () => {
  await page.getByRole("tab", { name: "Play" }).click();
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator(".standing").waitFor();
  for (let i = 0; i < 200; i++) {
    if (/^Over/.test(await page.locator(".standing").innerText())) break;
    const moves = page.locator(".moves").first().getByRole("button");
    await moves.nth(i % await moves.count()).click();  // throw, stop, throw, stop
    await page.waitForFunction(() => !document.querySelector(".moves button[disabled]") || /^Over/.test(document.querySelector(".standing").innerText));
    if (i === 2) {
      const was = await page.locator(".standing").innerText();
      await page.getByRole("button", { name: "Take back" }).click();
      await page.waitForTimeout(200);
      await moves.nth(i % await moves.count()).click();
      await page.waitForFunction((then) => document.querySelector(".standing").innerText === then, was);
    }
  }
  assert.match(await page.locator(".standing").innerText(), /^Over/);
  await picture(page, "play");
});

step("a hidden hand is in nothing that arrives", async () => {
  arrived = [];
  await page.goto(`${page.url().split("#")[0]}#/bench/kuhn.rcy`);
  await page.getByRole("tab", { name: "Play" }).click();
  for (let seed = 1; seed <= 6; seed++) {
    await page.locator("#seed").fill(String(seed));
    const answered = page.waitForResponse((r) => r.url().endsWith("/api/sittings"));
    await page.getByRole("button", { name: /Sit down|Begin anew/ }).click();
    const sight = (await (await answered).json()).table;
    if (sight.over) continue;
    const names = ["JACK", "QUEEN", "KING"].filter((card) => JSON.stringify(sight).includes(card));
    assert.equal(names.length, 1, `seed ${seed}: ${names}`);
  }
});

step("a card is played with the keyboard alone", async () => {
  await page.goto(`${page.url().split("#")[0]}#/bench/hearts.rcy`);
  await page.getByRole("tab", { name: "Play" }).click();
  await page.locator("#seats").fill("human,random,random,random");
  await page.getByRole("button", { name: "Sit down" }).click();
  const card = page.locator(".drawing [tabindex='0']").first();
  await card.waitFor();
  const before = await page.locator(".log li").count();
  await card.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((was) => document.querySelectorAll(".log li").length !== was || document.querySelector(".moves button"), before);
  await picture(page, "hearts");
});

step("work is shared by a link that opens in a fresh browser", async () => {
  await page.goto(`${page.url().split("#")[0]}#/bench/pig.rcy`);
  await page.locator(".answer").waitFor();
  await setText(`;; shared by a link\n${original}`);
  await page.waitForTimeout(500);
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/share/"));
  const shared = page.url().split("#")[1];
  const other = await visitor();
  await other.goto(link);
  await other.waitForFunction(() => document.querySelector(".gallery"));
  await other.evaluate((hash) => { location.hash = hash; }, shared);
  await other.locator(".cm-content").getByText("shared by a link").waitFor();
  await other.context().close();
});

step("a killed tab loses nothing", async () => {
  await page.evaluate(() => { location.hash = "/bench/pig.rcy"; });
  await page.locator(".cm-content").waitFor();
  await setText(`;; typed before the tab died\n${original}`);
  await page.waitForTimeout(700);
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  page = await context.newPage();
  page.setDefaultTimeout(30000);
  await page.goto(link);
  await page.locator(".gallery").waitFor();
  await page.evaluate(() => { location.hash = "/bench/pig.rcy"; });
  await page.locator(".cm-content").getByText("typed before the tab died").waitFor();
});

step("a file changed on disk is not written over, and both are kept", async () => {
  writeFileSync(join(folder, "pig.rcy"), `;; changed on disk\n${original}`);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("was changed on disk").waitFor();
  assert.match(readFileSync(join(folder, "pig.rcy"), "utf8"), /changed on disk/);
  await page.getByRole("button", { name: "Take what is on disk" }).click();
  await page.locator(".cm-content").getByText("changed on disk").waitFor();
});

step("two tabs on one text warn each other", async () => {
  const twin = await page.context().newPage();
  await twin.goto(link);
  await twin.locator(".gallery").waitFor();
  await twin.evaluate(() => { location.hash = "/bench/pig.rcy"; });
  await page.getByText("open in another tab").waitFor();
  await twin.close();
});

step("a server that is killed and started again loses nothing of the text", async () => {
  await setText(`;; typed while the server was away\n${original}`);
  await close("SIGKILL");
  await page.waitForTimeout(600);
  await page.locator(".trouble").first().waitFor();
  await open();
  await page.goto(link);
  await page.locator(".gallery").waitFor();
  await page.evaluate(() => { location.hash = "/bench/pig.rcy"; });
  await page.locator(".cm-content").getByText("typed while the server was away").waitFor();
});

step("a map is drawn and taken back", async () => {
  await page.evaluate(() => { location.hash = "/map/lair.map"; });
  await page.getByRole("gridcell").first().waitFor();
  const cell = page.getByRole("gridcell").nth(100);
  const was = await cell.innerText();
  await page.getByLabel("sign").selectOption({ label: was === "#" ? "." : "#" });
  await cell.click();
  assert.notEqual(await cell.innerText(), was);
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await cell.innerText(), was);
  await page.locator(".right .answer").waitFor();
  await picture(page, "map");
});

step("Território is played under fog", async () => {
  await page.evaluate(() => { location.hash = "/territorio"; });
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator(".drawing .can").first().waitFor();
  await picture(page, "territorio");
});

step("nothing serious is wrong for assistive means, in both colours", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const [where, ready] of [["gallery", ".gallery"], ["bench/pig.rcy", ".answer"], ["territorio", ".play"]]) {
      await page.evaluate((hash) => { location.hash = hash; }, `/${where}`);
      await page.locator(ready).first().waitFor();
      await page.waitForTimeout(300);
      await accessible(page, `${where}, ${colorScheme}`);
    }
  }
});

step("a narrow screen holds everything without scrolling sideways", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const where of ["gallery", "bench/pig.rcy", "territorio"]) {
    await page.evaluate((hash) => { location.hash = hash; }, `/${where}`);
    await page.waitForTimeout(500);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 362, `${where} is ${wide} wide`);
  }
  await picture(page, "narrow");
});

let passed = 0;
try {
  for (const [name, act] of steps) {
    await act();
    passed++;
    console.log(`ok ${passed} - ${name}`);
  }
  assert.deepEqual(told, [], "complaints of the browser");
} catch (why) {
  console.log(`not ok ${passed + 1} - ${steps[passed]?.[0] ?? "no complaints of the browser"}`);
  console.log(why.stack ?? why, told);
  await page.screenshot({ path: join(tmpdir(), "dado-studio-failed.png") }).catch(() => {});
  process.exitCode = 1;
} finally {
  await browser.close();
  await close("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} of ${steps.length} steps`);
