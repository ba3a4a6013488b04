// guests.mjs - four browsers play Hearts to the end by invitations, one of them as narrow as a phone, one killed and back.
// A fifth has the host's page: it invites, shows the public screen, asks, keeps the match and deletes a person.
//
// usage: node guests.mjs LINK [FOLDER]; pictures go to FOLDER
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const [link, pictures] = process.argv.slice(2);
const { origin } = new URL(link), token = link.split("token=")[1], question = "Would you teach it to a friend?";
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
const wrong = [];
const guests = [];
const listen = (page) => {
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (said) => said.type() === "error" && !/status of 4\d\d/.test(said.text()) && wrong.push(said.text()));
};

// The host chooses the game, words a question anew, and invites.
const host = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB" })).newPage();
listen(host);
await host.goto(`${origin}/host#token=${token}`);
await host.fill("#game", "hearts");
await host.click("#choose button");
await host.waitForSelector("#seat-3");
await host.fill("#questions label:nth-of-type(3) input:nth-of-type(1)", "teach");
await host.fill("#questions label:nth-of-type(3) input:nth-of-type(2)", question);
if (pictures) await host.screenshot({ path: `${pictures}/host-setup.png`, fullPage: true });
await host.click("#setup button[type=submit]");
await host.waitForSelector("#card-3 svg");
const invitations = await host.$$eval(".card", (cards) => cards.map((card, seat) => ({ seat, link: card.querySelector("input").value })));
assert.equal(invitations.length, 4);
if (pictures) await host.screenshot({ path: `${pictures}/host-invited.png`, fullPage: true });
// A reload loses nothing.
await host.reload();
await host.waitForSelector("#card-3 svg");
assert.deepEqual(await host.$$eval(".card input", (all) => all.map((field) => field.value)), invitations.map((one) => one.link));

for (const { seat, link: invitation } of invitations) {
  const context = await browser.newContext({ viewport: seat === 1 ? { width: 360, height: 700 } : { width: 900, height: 700 }, locale: seat === 2 ? "pt-BR" : "en-GB" });
  const page = await context.newPage();
  listen(page);
  await page.goto(invitation);
  await page.waitForSelector("#sit:not([hidden])");
  assert.equal(await page.evaluate(() => location.hash), "", "the token stays in the address");
  await page.fill("#name", `guest ${seat}`);
  await page.check("#agrees");
  await page.click("#sit button");
  await page.waitForSelector("#scene svg");
  assert.equal(await page.evaluate(() => document.cookie), "", "a script can read the cookie");
  guests.push({ seat, context, page });
}
assert.match(await guests[2].page.textContent("#story summary"), /aconteceu/, "not in Portuguese");

const yours = /^(Your turn|Sua vez)/;
const isOver = async () => /over|acabou/.test(await guests[0].page.textContent("#turn"));
let plays = 0;
for (let tries = 0; tries < 2000 && !(await isOver()); tries++) {
  for (const guest of guests) {
    if (!yours.test(await guest.page.textContent("#turn"))) continue;
    const touched = plays % 2 ? await guest.page.$("#scene .can") : null;
    if (touched) await touched.dispatchEvent("click");
    else await guest.page.click("#moves button");
    await guest.page.waitForFunction((turn) => !new RegExp(turn).test(document.getElementById("turn").textContent) ||
      !document.querySelector("#moves button"), yours.source, { timeout: 3000 }).catch(() => {});
    plays++;
    if (plays === 12) {
      await host.waitForFunction(() => [...document.querySelectorAll(".card h3")].every((title, seat) => title.textContent === `guest ${seat}`));
      await host.click("#large");
      // What lies open on the large screen lies open for everybody.
      const open = await host.$$eval("#scene .piece title", (all) => all.map((title) => title.textContent).filter(Boolean));
      const hands = await guests[0].page.$$eval("#moves button", (all) => all.map((move) => move.textContent));
      assert.ok(open.every((name) => !hands.some((move) => move.toLowerCase().endsWith(name.toLowerCase()))), "a hand is on the large screen");
      if (pictures) await host.screenshot({ path: `${pictures}/host-large.png` });
      await host.click("#large");
      if (pictures) for (const { page, seat } of guests) await page.screenshot({ path: `${pictures}/guest-${seat}.png`, fullPage: true });
      const wide = await guests[1].page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 360, `the page is ${wide} wide on a phone`);
      await guests[3].page.close();  // killed
      guests[3].page = await guests[3].context.newPage();
      listen(guests[3].page);
      await guests[3].page.goto(`${origin}/seat`);
      await guests[3].page.waitForSelector("#scene svg");
    }
  }
  await guests[0].page.waitForTimeout(100);
}
assert.ok(await isOver(), `not over after ${plays} moves`);
for (const { page } of guests) {
  await page.waitForSelector("#questions:not([hidden])");
  await page.click('#questions input[name="fun"][value="4"]');
  assert.ok((await page.textContent("#questions")).includes(question), "the host's question is not asked");
}
await host.waitForFunction(() => [...document.querySelectorAll(".card .use")].every((use) => /answered: 1/.test(use.textContent)));
await host.click("#keep");
await host.waitForFunction(() => /kept/.test(document.getElementById("done").textContent));
await host.click("#compare");
await host.waitForSelector("#answer table", { timeout: 120000 });
assert.match(await host.textContent("#answer"), /Playtests of Hearts|What they said/);
if (pictures) await host.screenshot({ path: `${pictures}/host-after.png`, fullPage: true });
host.on("dialog", (dialog) => dialog.accept());
await host.fill("#person", "guest 1");
await host.click("#forget button");
await host.waitForFunction(() => /matches: 1/.test(document.getElementById("done").textContent));
if (pictures) await guests[1].page.screenshot({ path: `${pictures}/over.png`, fullPage: true });
await guests[0].page.waitForTimeout(500);
assert.deepEqual(wrong, []);
console.log(`Hearts by four browsers: ${plays} moves, one at 360 pixels, one killed and back`);
await browser.close();
