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
const m = new Morning({ kind: "studio", browser, shelf: library, pictures, told, enter: async (page) => {
  await page.goto(link);
  await page.locator(".shelves").waitFor();
} });
m.page = await visitor(browser, told);
await m.enter(m.page);

const cards = ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"].flatMap((suit) =>
  ["TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING", "ACE"].map((rank) => `${suit}-${rank}`));

const steps = [
  ["the token does not stay in the address", async () => {
    assert.ok(!m.page.url().includes("token="));
  }],
  ...m.steps(),
  ["a file changed on disk is not written over, and both are kept", async () => {
    writeFileSync(join(folder, "pig.rcy"), `;; changed on disk\n${m.pig}`);
    await m.page.getByRole("button", { name: "Save", exact: true }).click();
    await m.page.getByText("was changed on disk").waitFor();
    assert.match(readFileSync(join(folder, "pig.rcy"), "utf8"), /changed on disk/);
    await m.page.getByRole("button", { name: "Take what is on disk" }).click();
    await m.page.locator(".cm-content").getByText("changed on disk").waitFor();
  }],
  ["a server that is killed and started again loses nothing of the text", async () => {
    await m.setText(`;; typed while the server was away\n${m.pig}`);
    await close("SIGKILL");
    await m.page.waitForTimeout(600);
    await m.page.locator(".trouble").first().waitFor();
    await open();
    await m.enter(m.page);
    await m.go("bench/pig.rcy");
    await m.page.locator(".cm-content").getByText("typed while the server was away").waitFor();
  }],
  ["what people played is kept as a run, and shown among the runs", async () => {
    await m.go("bench/threeinarow.rcy");
    await m.tab("Play");
    await m.page.getByRole("button", { name: "Sit down" }).click();
    for (let i = 0; i < 20 && !await m.over().catch(() => false); i++) {
      await m.rested();
      await m.page.locator(".moves").first().getByRole("button").first().click().catch(() => {});
      await m.page.waitForTimeout(50);
    }
    await m.page.getByRole("button", { name: "Keep in the store" }).click();
    await m.page.getByText("Kept as a run").waitFor();
    await m.go("runs");
    await m.page.locator("td .link").first().click();
    await m.page.locator(".answer").first().waitFor();
    await m.picture("runs");
  }],
  ["no card that is hidden is in anything that arrives", async () => {
    // Everything the server sends is read; names of cards in it must be those the seat may see.
    for (const [game, seats, names, most] of [
      ["kuhn.rcy", "human,random", ["JACK", "QUEEN", "KING"], 1],
      ["leduc.rcy", "human,random", ["JACK", "QUEEN", "KING"], 1],
      ["hearts.rcy", "human,random,random,random", cards, 13 + 3],
      ["crazyeights.rcy", "human,random,random,random", cards, 5 + 1 + 3],
    ]) {
      await m.go(`bench/${game}`);
      await m.page.locator(".cm-content").waitFor();
      await m.tab("Play");
      for (let seed = 1; seed <= 5; seed++) {
        await m.page.locator("#seats").fill(seats);
        await m.page.locator("#seed").fill(String(seed));
        const answered = m.page.waitForResponse((r) => r.url().endsWith("/api/sittings"));
        await m.page.getByRole("button", { name: /Sit down|Begin anew/ }).click();
        const said = await (await answered).text(), sight = JSON.parse(said).table;
        if (!sight || sight.over) continue;
        const seen = names.filter((card) => said.includes(card));
        assert.ok(seen.length >= 1 && seen.length <= most, `${game}, seed ${seed}: ${seen}`);
      }
    }
  }],
  ...m.everywhere(),
];
await m.run(steps);
await browser.close();
await close("SIGTERM");
rmSync(folder, { recursive: true, force: true });
