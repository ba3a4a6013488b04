// play.mjs - steps at a table: by mouse, by keyboard, by several people; taken back; nothing hidden is told.
import assert from "node:assert/strict";

const ranks = ["TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING", "ACE"];
const cards = ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"].flatMap((suit) => ranks.map((rank) => `${suit}-${rank}`));

// Games with hidden cards: who sits there, what their cards are called, and how many of them one seat may
// have heard of before its first decision: its hand, and what lies open or was played by others.
const secrets = [
  ["kuhn.rcy", "human,random", ["JACK", "QUEEN", "KING"], 1],
  ["leduc.rcy", "human,random", ["JACK", "QUEEN", "KING"], 1],
  ["hearts.rcy", "human,random,random,random", cards, 13 + 3],
  ["crazyeights.rcy", "human,random,random,random", cards, 5 + 1 + 3],
];

const endless = "(game (setup (create players 2)) (stage player (end (== (game sto A) -1)) (choice ((inc (game sto A) 1) (inc (game sto A) 2)))) (scoring max (game sto A)))";

export const play = (m) => [
  ["a match is played to its end by mouse, and what was taken back is played again with the same luck", async () => {
    await m.bench("pig.rcy", "(game");
    await m.tab("Play");
    await m.sit("human,random");
    await m.rested();
    let before = "";
    for (let i = 0; i < 300 && !await m.over(); i++) {
      const was = before;
      before = await m.page.locator(".play").innerText();
      await m.moves.nth(i % await m.moves.count()).click();  // throw, stop, throw, stop
      await m.page.waitForFunction((then) => document.querySelector(".play").innerText !== then, before);
      await m.rested();
      if (i !== 2) continue;
      assert.notEqual(was, before);
      const after = await m.page.locator(".play").innerText();
      await m.button("Take back").click();
      await m.page.waitForFunction((then) => document.querySelector(".play").innerText === then, before);
      await m.moves.nth(i % await m.moves.count()).click();
      await m.page.waitForFunction((then) => document.querySelector(".play").innerText === then, after);
    }
    assert.ok(await m.over(), "it came to its end");
    await m.picture("play");
  }],
  ["two people share a screen, touch the board with the mouse, and read moves as their author named them", async () => {
    await m.bench("threeinarow.rcy", "mark {S}");
    await m.tab("Play");
    await m.sit("human,human");
    for (let turn = 0; turn < 9; turn++) {
      await m.says(new RegExp(`^p${turn % 2} is to choose|^Over`));
      if (await m.over()) break;
      assert.match(await m.moves.first().innerText(), /^mark /, "the author's name of the move");
      const was = await m.page.locator(".log li").count();
      await m.page.locator(".drawing .can").nth(turn === 1 ? 3 : 0).click();
      await m.page.waitForFunction((then) => document.querySelectorAll(".log li").length > then, was);
      assert.match(await m.page.locator(".log li").first().innerText(), new RegExp(`^p${turn % 2} .*\\b[A-C][1-3]\\b`), "the log tells it in words");
    }
    assert.ok(await m.over(), "nine squares are enough");
  }],
  ["people who share a screen do not see each other's cards", async () => {
    await m.bench("kuhn.rcy", "(game");
    await m.tab("Play");
    const names = ["JACK", "QUEEN", "KING"], seen = async () => {
      const shown = await m.page.locator(".play").innerHTML();
      return names.filter((card) => shown.includes(card));
    };
    await m.sit("human,human");
    const mine = m.button(/^I am p\d/);
    const [first, second] = [[], []];
    for (const hand of [first, second]) {
      await mine.or(m.moves.first()).first().waitFor();
      if (await mine.count()) {
        assert.deepEqual(await seen(), [], "nothing is shown while the screen goes round");
        await mine.click();
        await mine.waitFor({ state: "detached" });
        await m.rested();
      }
      hand.push(...await seen());
      assert.equal(hand.length, 1, "one's own card, and no other");
      await m.moves.first().click();
      await m.page.waitForFunction(() => /^Over/.test(document.querySelector(".standing").innerText) || [...document.querySelectorAll(".play button")].some((b) => b.innerText.startsWith("I am p")));
    }
    assert.notEqual(first[0], second[0]);
  }],
  ["a match is played to its end with the keyboard alone, and a hint is given", async () => {
    await m.bench("threeinarow.rcy", "mark {S}");
    await m.tab("Play");
    await m.page.locator("#seats").fill("human,random");
    await m.page.locator("#seats").press("Enter");
    await m.says(/^p0 is to choose/);
    await m.rested();
    await m.button("Hint").focus();
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
    assert.ok(await m.over(), "it came to its end");
    await m.picture("board");
  }],
  ["no card that is hidden is in anything that arrives, or on the page", async () => {
    for (const [game, seats, names, most] of secrets) {
      await m.bench(game, "(game");
      await m.page.reload();  // the gallery's drawings are not made any more
      await m.bench(game, "(game");
      await m.page.getByLabel("paused").check();  // nothing but the table is to be heard of
      await m.page.evaluate(() => document.querySelector(".progress button")?.click());
      await m.page.locator(".progress").waitFor({ state: "detached" });
      await m.tab("Play");
      let looked = 0;
      for (let seed = 1; seed <= 4; seed++) {
        await m.page.evaluate(() => { globalThis.listening = []; });
        await m.sit(seats, String(seed));
        await m.page.waitForFunction(() => globalThis.listening.some((said) => said.includes("svg")));
        await m.rested();
        const [heard, shown] = await m.page.evaluate(() => [globalThis.listening.join("\n"), document.querySelector(".play").outerHTML]);
        await m.page.evaluate(() => { globalThis.listening = undefined; });
        if (await m.over()) continue;
        looked++;
        for (const [where, text] of [["what arrived", heard], ["the page", shown]]) {
          const seen = names.filter((card) => text.includes(card));
          assert.ok(seen.length >= 1 && seen.length <= most, `${game}, seed ${seed}, ${where}: ${seen}`);
        }
        if (game === "hearts.rcy" && seed === 1) await m.picture("hearts");
      }
      assert.ok(looked >= 2, `${game} was looked at ${looked} times`);
      await m.page.getByLabel("paused").uncheck();
    }
  }],
  ["an endless game is stopped by the button within a second", async () => {
    await m.go("bench/endless.rcy");
    await m.page.locator(".cm-content").getByText("'ROUNDS").first().waitFor();  // what a new game begins with
    await m.setText(endless);
    await m.keeps("endless.rcy", "sto A) -1");
    await m.page.waitForFunction(() => document.querySelector(".progress button") && document.querySelector(".hint + .work, .work"));
    await m.page.waitForTimeout(1500);  // it goes on and on
    const took = await m.page.evaluate(() => new Promise((stopped) => {
      const begun = performance.now(), stop = document.querySelector(".progress button");
      new MutationObserver((_, watch) => {
        if (document.querySelector(".progress")) return;
        watch.disconnect();
        stopped(performance.now() - begun);
      }).observe(document.querySelector(".right"), { childList: true, subtree: true });
      stop.click();
    }));
    assert.ok(took < 1000, `stopping took ${took} ms`);
  }],
];
