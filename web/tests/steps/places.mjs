// places.mjs - steps at the other places: Território, arena, solver.
import assert from "node:assert/strict";

export const places = (m) => [
  ["Território is watched, and played under fog", async () => {
    await m.go("territorio");
    await m.page.locator("#seats").fill("territorio_example,territorio_example");
    await m.button("Sit down").click();
    await m.button("to the beginning").click();
    await m.says(/^After 0 of [1-9]/);
    assert.equal(await m.page.locator(".drawing .on-unseen").count(), 0, "who watches sees all of it");
    await m.button("let it run").click();
    await m.says(/^After [2-9]/);
    await m.page.locator("#seats").fill("human,territorio_example");
    await m.button("Begin anew").click();
    await m.page.locator(".drawing .can").first().waitFor();
    assert.ok(await m.page.locator(".drawing .on-unseen").count() > 10, "a player does not");
    await m.picture("territorio");
    await m.moves.first().click();
    await m.page.locator(".log li").first().waitFor();
    // A scenario of the library, from its card: a smaller land.
    const tiles = await m.page.locator(".drawing .tile").count();
    await m.go("gallery");
    await m.button(/^skirmish/).click();
    await m.page.locator("#scenario").waitFor();
    assert.equal(await m.page.locator("#scenario").inputValue(), "skirmish.ini");
    await m.button("Sit down").click();
    await m.page.locator(".drawing .can").first().waitFor();
    assert.equal(await m.page.locator(".drawing .tile").count(), 64, `of ${tiles} tiles a skirmish has eight by eight`);
  }],
  ["an arena is held, and one of its matches opened", async () => {
    await m.go("arena");
    await m.page.locator("#arena-players").fill("random greedy");
    await m.page.locator("#arena-matches").fill("4");
    await m.button("Let them meet").click();
    await m.page.locator(".answer").getByText("Ratings").first().waitFor();
    await m.page.locator(".chips button").first().click();
    await m.button("one step on").click();
    await m.says(/^After 1 of /);
    await m.picture("arena");
  }],
  ["a small game is solved, and a player that never errs gives hints", async () => {
    await m.go("solver");
    await m.page.locator("#solve-game").selectOption("kuhn");
    await m.button("Work it out").click();
    await m.page.locator(".answer").first().waitFor();
    await m.page.locator("#solve-game").selectOption("noughts");
    await m.button("Sit down").click();
    await m.button("Hint").click();
    await m.page.locator(".moves .hinted").waitFor();
    assert.equal(await m.page.locator(".moves button small").filter({ hasText: "draws" }).count(), 9, "with best play noughts and crosses is a draw, whatever the first move");
    await m.picture("solver");
    // Big Points, on a board small enough: every move says what it is worth, and both seats are one's own.
    await m.page.locator("#solve-game").selectOption("bigpoints");
    await m.page.locator("#solve-board").fill("1212");
    await m.button("Work it out").click();
    await m.page.locator(".answer").getByText("1212").first().waitFor();
    await m.button("Sit down").click();
    for (const seat of [0, 1]) {
      await m.says(new RegExp(`^p${seat} is to choose`));
      await m.rested();
      await m.button("Hint").click();
      await m.page.locator(".moves .hinted").waitFor();
      assert.equal(await m.page.locator(".moves").first().locator("button small").count(), await m.moves.count(), "every move has its worth");
      const was = await m.page.locator(".log li").count();
      await m.moves.first().click();
      await m.page.waitForFunction((then) => document.querySelectorAll(".log li").length > then, was);
    }
  }],
];
