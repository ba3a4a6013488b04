// guests.mjs - four browsers play Hearts to the end by invitations, one of them as narrow as a phone, one killed and back.
//
// usage: node guests.mjs LINK [FOLDER]; pictures go to FOLDER
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const [link, pictures] = process.argv.slice(2);
const { origin } = new URL(link), token = link.split("token=")[1];
const ask = async (path, body) => {
  const answer = await fetch(origin + path, { method: "POST", headers: { "Content-Type": "application/json", "X-Dado-Token": token }, body: JSON.stringify(body) });
  assert.equal(answer.status, 200, await answer.clone().text());
  return answer.json();
};

const { id: sitting } = await ask("/api/sittings", { game: "hearts", seats: "human", seed: 4 });
const { invitations } = await ask("/api/invitations", { sitting });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
const wrong = [];
const guests = [];
const listen = (page) => {
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (said) => said.type() === "error" && !/status of 4\d\d/.test(said.text()) && wrong.push(said.text()));
};
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
}
if (pictures) await guests[1].page.screenshot({ path: `${pictures}/over.png`, fullPage: true });
await guests[0].page.waitForTimeout(500);
assert.deepEqual(wrong, []);
console.log(`Hearts by four browsers: ${plays} moves, one at 360 pixels, one killed and back`);
await browser.close();
