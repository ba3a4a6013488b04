// studio.mjs - the studio with its server, in a browser.
//
// usage: node studio.mjs DADO LIBRARY [PICTURES]
//
// Starts the studio on a folder of its own and does what a person would do there. With PICTURES,
// leaves pictures for the documentation in that folder.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beginsWithTheFirstCommand } from "./steps/first_command.mjs";
import { launch, Morning, visitor } from "./morning.mjs";

const [dado, library, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "dado-studio-"));
cpSync(join(library, "dice/pig.rcy"), join(folder, "pig.rcy"));

let server, link, port = "0";
async function open() {
  server = spawn(dado, ["studio", folder, "--port", port], { stdio: ["ignore", "pipe", "inherit"] });
  link = await new Promise((heard, failed) => {
    server.stdout.once("data", (bytes) => heard(String(bytes).trim()));
    server.once("exit", () => failed(new Error("the studio did not open")));
  });
  port = new URL(link).port;
}
process.once("exit", () => server?.kill("SIGKILL"));  // also where a step never came back
const close = (signal) => new Promise((gone) => { server.once("exit", gone); server.kill(signal); });

await open();
const browser = await launch(), told = [];
const m = new Morning({ kind: "studio", browser, shelf: library, pictures, told, link: (hash) => `${link}&${hash}`, enter: async (page) => {
  await page.goto(link);
  await page.locator(".shelves").waitFor();
} });
m.page = await visitor(browser, told);
await m.enter(m.page);

// A match of threeinarow between a person and a random agent, kept in the store.
async function keepOne(seed) {
  await m.sit("human,random", seed);
  for (let i = 0; i < 9; i++) {
    await m.rested();
    if (await m.over()) break;
    const was = await m.page.locator(".play .log li").count();
    await m.moves.first().click();
    await m.page.waitForFunction((then) => document.querySelectorAll(".log li").length > then, was);
  }
  await m.button("Keep this match").click();
  await m.page.locator(".notice").getByText("This match is kept").waitFor();
  assert.equal(await m.page.locator(".trouble").count(), 0, "what is kept is no trouble");
}

const steps = [
  ["a folder that is named and not there is made", () => beginsWithTheFirstCommand(dado)],
  ["a new tab of the same profile needs no new link", async () => {
    const other = await m.another(m.page.context());
    await other.goto(link.split("#")[0]);  // as somebody types it
    await other.locator(".shelves").waitFor();
    await other.close();
  }],
  ["the token does not stay in the address", async () => {
    assert.ok(!m.page.url().includes("token="));
  }],
  ...m.steps(),
  ["a file changed on disk is not written over, and both are kept", async () => {
    writeFileSync(join(folder, "pig.rcy"), `;; changed on disk\n${m.pig}`);
    await m.button("Save").click();
    await m.page.getByText("was changed on disk").waitFor();
    assert.match(readFileSync(join(folder, "pig.rcy"), "utf8"), /changed on disk/);
    await m.button("Take what is on disk").click();
    await m.page.locator(".cm-content").getByText("changed on disk").waitFor();
    assert.ok((await m.kept("pig.rcy")).some((text) => text.includes("typed before the tab died")), "what was here is in the history");
  }],
  ["what people played is kept as a run, shown among the runs, and compared with agents", async () => {
    await m.bench("threeinarow.rcy", "mark {S}");
    await m.tab("Play");
    for (const seed of ["1", "2", "3"]) await keepOne(seed);
    await m.go("runs");
    await m.page.locator("td .link").nth(2).waitFor();
    const run = await m.page.locator("td .link").first().innerText();
    await m.page.locator("td .link").first().click();
    await m.page.locator(".answer").getByText(/human/).first().waitFor();
    // One of them is opened and stepped through as it was played, and written for other tools.
    await m.button("Open the match").click();
    await m.says(/^After 0 of [1-9]/);
    await m.button("To the end").click();
    await m.page.locator(".standing.over").waitFor();
    assert.match(await m.page.locator(".log").innerText(), /Player [12]/, "what happened is told");
    assert.equal(await m.page.getByText("Play on from here as").count(), 0, "it is watched alone");
    for (const [name, file] of [["Save it as a page", `run-${run}-match-0.html`], ["Save it as a replay", `run-${run}-match-0.replay`],
      ["Save all matches as CSV", `run-${run}.csv`], ["Save all matches as SQLite", `run-${run}.sqlite`]]) {
      await m.button(name).click();
      await m.page.getByText(`${file} is in this folder.`).waitFor();
      assert.ok(readFileSync(join(folder, file)).length > 100, file);
    }
    await m.page.locator("#people-game").selectOption("threeinarow");
    await m.page.locator("#people-agents").fill("random");
    await m.button("Compare all that people played with programs").click();
    await m.page.getByRole("heading", { name: "people:threeinarow against threeinarow" }).waitFor();
    await m.page.locator(".answer").getByText("Every measure").waitFor();
    await m.picture("runs");
    const two = m.page.getByRole("checkbox");
    for (const i of [0, 1]) await two.nth(i).check();
    await m.button("Compare the two chosen").click();
    await m.page.getByRole("heading", { name: /^run:\d against run:\d/ }).waitFor();
  }],
  ["a server that is killed and started again loses nothing: text, file, runs", async () => {
    await m.bench("pig.rcy", "(game");
    await m.setText(`;; saved before\n${m.pig}`);
    await m.button("Save").click();
    await m.page.getByText("pig.rcy is saved").waitFor();
    await m.setText(`;; typed while the server was away\n${m.pig}`);
    await close("SIGKILL");
    await m.setText(`;; typed while the server was away\n\n${m.pig}`);
    await m.page.locator(".away").getByText("does not answer").waitFor();
    assert.equal(await m.page.locator(".cm-lintRange-error").count(), 0, "a server that is away is no fault of line 1");
    await m.keeps("pig.rcy", "typed while the server was away");
    assert.equal(readFileSync(join(folder, "pig.rcy"), "utf8"), `;; saved before\n${m.pig}`);
    await open();
    await m.enter(m.page);
    await m.bench("pig.rcy", "typed while the server was away");
    await m.finding("Every match comes to an end.");
    assert.equal(await m.page.locator(".away").count(), 0);
    await m.go("runs");
    await m.page.locator("td .link").nth(2).waitFor();
  }],
  ...m.everywhere(),
];
await m.run(steps);
await browser.close();
await close("SIGTERM");
rmSync(folder, { recursive: true, force: true });
