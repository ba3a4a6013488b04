// gallery.mjs - the gallery as somebody meets it who opens it for the first time.
import assert from "node:assert/strict";
import { visitor } from "../morning.mjs";

// Writes down every card as it is when the first of them appears.
function watchFirstCards() {
  new MutationObserver((_, watcher) => {
    const cards = [...document.querySelectorAll(".card")];
    if (!cards.length) return;
    watcher.disconnect();
    globalThis.firstCards = cards.map((card) => ({ title: card.querySelector("b").textContent, tagline: card.querySelector(".tagline")?.textContent ?? "",
      facts: card.querySelector(".facts").textContent, cover: card.querySelector(".thumb.cover svg")?.childElementCount ?? 0 }));
  }).observe(document, { childList: true, subtree: true });
}

export const gallery = (m) => [
  ["cards have cover, title, tagline and players from the first paint on", async () => {
    const page = await m.another(m.page.context());
    await page.addInitScript(watchFirstCards);
    await m.enter(page);
    await page.waitForFunction(() => globalThis.firstCards);
    const cards = await page.evaluate(() => globalThis.firstCards), titled = (title) => cards.find((card) => card.title === title);
    for (const title of ["Pig", "Hearts", "Three in a Row", "ThrowDiceMatchCard"]) assert.ok(titled(title), `${title} has its title`);
    for (const word of ["pig", "throwdicematchcard", "nothankyou"]) assert.equal(titled(word), undefined, `${word} is the name of a file`);
    const games = cards.filter((card) => card.tagline);
    assert.ok(games.length > 50, `${games.length} games say what they are`);
    for (const { title, tagline, facts, cover } of games) {
      assert.ok(cover > 0, `${title} has its cover`);
      assert.ok(tagline.length > 40, `${title}: “${tagline}” says little`);
      assert.match(facts, /\d players?/, title);
    }
    assert.equal(cards.filter((card) => card.facts === "Game").length, 0, "a card says more than that it is a game");
    assert.match(titled("Pick of the Row").tagline, /^Six rounds\. In each, everyone takes one of the cards/);
    assert.match(titled("President").facts, /^4 players/, "a declared number of players");
    await page.close();
  }],
  ["a search hides the banner and empty shelves, and finds by title", async () => {
    await m.go("gallery");
    await m.page.locator(".heropicture").waitFor();
    await m.page.locator("#sought").fill("twelve p");  // the title of sowing.rcy
    await m.page.locator(".card b").getByText("Twelve Pits").waitFor();
    assert.equal(await m.page.locator(".hero, .tour").count(), 0, "nothing stands before what was found");
    assert.equal(await m.page.getByText("Nothing here yet").count(), 0);
    assert.equal(await m.page.locator(".card").count(), 1);
    assert.ok((await m.page.locator(".card").boundingBox()).y < 450, "what was found is above the fold");
    await m.page.locator("#sought").fill("");
    await m.page.locator(".hero").waitFor();
  }],
  ["the banner is drawn on both halves", async () => {
    for (const width of [1280, 1440]) {
      await m.page.setViewportSize({ width, height: 900 });
      const banner = await m.page.locator(".hero").boundingBox(), picture = await m.page.locator(".heropicture").boundingBox();
      assert.ok(picture.width > banner.width / 4 && picture.x > banner.x + banner.width / 2 - 40, `${width} px: the picture fills the right half`);
    }
    await m.page.setViewportSize({ width: 1440, height: 900 });
  }],
  ["a tour of three steps can be skipped, and stays away", async () => {
    const other = await visitor(m.browser, m.told);
    await m.enter(other);
    await other.locator(".tour").waitFor();
    assert.equal(await other.locator(".tour li").count(), 3);
    await other.locator(".tour").getByRole("button", { name: "Skip the tour" }).click();
    await other.locator(".tour").waitFor({ state: "detached" });
    await other.reload();
    await other.locator(".shelves").waitFor();
    assert.equal(await other.locator(".tour").count(), 0);
    await other.context().close();
  }],
];
