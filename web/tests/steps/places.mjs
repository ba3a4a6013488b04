// places.mjs - steps at the other places: Território, arena, solver.
import assert from "node:assert/strict";

export const places = (m) => [
  ["Território is watched, and played under fog", async () => {
    await m.go("territorio");
    await m.setup();
    await m.page.locator("#seats").fill("territorio_example,territorio_example");
    await m.button("Deal").click();
    await m.button("To the beginning").click();
    await m.says(/^After 0 of [1-9]/);
    assert.equal(await m.page.locator(".drawing .on-unseen, .drawing .fog").count(), 0, "who watches sees all of it");
    await m.button("Play").click();
    await m.says(/^After [2-9]/);
    await m.setup();
    await m.page.locator("#seats").fill("human,territorio_example");
    await m.button("Deal").click();
    await m.page.locator(".drawing .can").first().waitFor();
    assert.ok(await m.page.locator(".drawing .on-unseen").count() > 10, "a player does not");
    assert.ok(await m.page.locator(".drawing .fog .on-unseen").count() >= 2, "fog drifts over the edge of what is seen");
    // Units and buildings are drawn; touching one's city shows what it can do, in words and without numbers of units.
    assert.ok(await m.page.locator(".drawing use[href='#dado-hero']").count() >= 1 && await m.page.locator(".drawing use[href='#dado-house']").count() >= 1, "a unit and a building are drawn");
    await m.page.locator(".drawing .can").first().click();
    await m.page.locator(".actions").getByRole("button", { name: "produce soldier" }).waitFor();
    assert.match(await m.page.locator(".actions h3").first().innerText(), /^city/i);
    assert.equal(await m.page.locator(".actions").getByRole("button", { name: "produce priest" }).locator("use").getAttribute("href"), "#dado-priest", "actions are drawn");
    assert.doesNotMatch(await m.page.locator(".side").innerText(), /\d{5}/, "no long numbers");
    await m.button("Put down").click();
    await m.picture("territorio");
    await m.moves.first().click();
    await m.page.locator(".log li").first().waitFor();
    // A scenario of the library, from its card: a smaller land.
    const tiles = await m.page.locator(".drawing .tile").count();
    await m.go("gallery");
    await (await m.card(/^skirmish/, "skirmish")).click();
    await m.page.locator("#scenario").waitFor();
    assert.equal(await m.page.locator("#scenario").inputValue(), "skirmish.ini");
    await m.page.waitForFunction(() => document.querySelectorAll(".drawing .tile").length === 64);
    assert.equal(await m.page.locator(".drawing .tile").count(), 64, `of ${tiles} tiles a skirmish has eight by eight`);
  }],
  ["an arena is held, and one of its matches opened", async () => {
    await m.go("arena");
    await m.page.locator("#arena-players").fill("random uct:iterations=100");
    await m.page.locator("#arena-matches").fill("10");
    await m.button("Play the tournament").click();
    await m.page.locator(".answer").getByText("Ratings").first().waitFor();
    // Nothing is said twice, and the name of the best is not broken in the middle of a word.
    const words = await m.page.locator(".answer").first().innerText();
    assert.equal(words.match(/^Ratings$/gm)?.length, 1, "one heading for the ratings");
    assert.equal(words.match(/broken/g)?.length, 1, "broken matches are counted once");
    const best = m.page.locator(".figure.words b");
    assert.equal(await best.innerText(), "uct:iterations=100");
    for (const width of [1440, 360]) {
      await m.page.setViewportSize({ width, height: 900 });
      const { height, line } = await best.evaluate((b) => ({ height: b.getBoundingClientRect().height, line: parseFloat(getComputedStyle(b).lineHeight) }));
      assert.ok(height < 1.5 * line, `${width} px: it stands in one line`);
    }
    await m.page.setViewportSize({ width: 1440, height: 900 });
    await m.page.locator(".chips button").first().click();
    await m.button("One step on").click();
    await m.says(/^After 1 of /);
    await m.picture("arena");
  }],
  ["a small game is solved, and a player that never errs gives hints", async () => {
    await m.go("solver");
    await m.page.locator("#solve-game").selectOption("kuhn");
    await m.button("Work it out").click();
    await m.page.locator(".answer").first().waitFor();
    await m.page.locator("#solve-game").selectOption("noughts");
    await m.rested();
    await m.button("Hint").click();
    await m.page.locator(".movelist .hinted").waitFor();
    assert.equal(await m.page.locator(".movelist button small").filter({ hasText: "draws" }).count(), 9, "with best play noughts and crosses is a draw, whatever the first move");
    await m.picture("solver");
    // Big Points, on a board small enough: every move says what it is worth, and both seats are one's own.
    await m.page.locator("#solve-game").selectOption("bigpoints");
    await m.page.locator("#solve-board").fill("1212");
    await m.button("Work it out").click();
    await m.page.locator(".answer").getByText("1212").first().waitFor();
    await m.button("New match").click();
    for (const seat of [0, 1]) {
      await m.says(new RegExp(`^Player ${seat + 1} to play`));
      await m.rested();
      await m.button("Hint").click();
      await m.page.locator(".movelist .hinted").waitFor();
      assert.equal(await m.page.locator(".movelist button small").count(), await m.moves.count(), "every move has its worth");
      const was = await m.page.locator(".log li").count();
      await m.moves.first().click();
      await m.page.waitForFunction((then) => document.querySelectorAll(".log li").length > then, was);
    }
  }],
];
