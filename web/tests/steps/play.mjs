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

// A card as the page calls it: "ten of clubs".
const plain = (card) => card.includes("-") ? card.toLowerCase().split("-").reverse().join(" of ") : card.toLowerCase();

const endless = "(game (setup (create players 2)) (stage player (end (== (game sto A) -1)) (choice ((inc (game sto A) 1) (inc (game sto A) 2)))) (scoring max (game sto A)))";

export const play = (m) => [
  ["a match is played to its end by mouse, and what was taken back is played again with the same luck", async () => {
    await m.bench("pig.rcy", "(game");
    await m.page.reload();  // tabs that were opened before have tables of their own
    await m.bench("pig.rcy", "(game");
    await m.tab("Play");
    await m.sit("human,random");
    await m.rested();
    assert.ok(await m.button("Undo").isDisabled(), "nobody has moved yet");
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
      await m.button("Undo").click();
      await m.page.waitForFunction((then) => document.querySelector(".play").innerText === then, before);
      assert.ok(await m.button("Undo").isEnabled(), "there are moves before it");
      await m.moves.nth(i % await m.moves.count()).click();
      await m.page.waitForFunction((then) => document.querySelector(".play").innerText === then, after);
    }
    assert.ok(await m.over(), "it came to its end");
    await m.picture("play");
  }],
  ["the story has the same words for all, and luck is no player", async () => {
    await m.bench("threeinarow.rcy", "mark {S}");
    await m.tab("Play");
    await m.sit("human,random", "2");
    await m.rested();
    await m.moves.first().click();
    await m.page.locator(".log li").nth(1).waitFor();
    const [theirs, mine] = await m.page.locator(".log li").allInnerTexts();
    assert.match(mine, /^You mark [ABC][123]$/);
    assert.match(theirs, /^[A-Z][a-z]+ marks [ABC][123]$/);
    // The rules say what wins and what a turn is; what designers say of it is folded away.
    await m.button("Rules").last().click();
    const rules = await m.page.locator(".rulespanel").innerText();
    assert.match(rules, /A line of 3 wins at once\./);
    assert.match(rules, /mark a space/);
    assert.match(rules, /Whoever has three marks in a row/);
    assert.doesNotMatch(rules, /points win|look ahead/);
    await m.page.locator(".rulespanel summary").getByText("For designers").waitFor();
    await m.bench("hearts.rcy", "Thirteen tricks");
    await m.tab("Play");
    await m.sit("human,random", "3");
    await m.rested();
    const told = await m.page.locator(".log li").allInnerTexts();
    assert.ok(told.some((words) => /^Cards are dealt/.test(words.trim())), told.join("\n"));
    assert.ok(told.every((words) => !/^Luck/.test(words)), "luck does nothing");
    assert.ok(told.some((words) => / plays the \w+ of \w+/.test(words)) || told.length === 1, told.join("\n"));
  }],
  ["steps on a map are words, and who gets out reads with how much gold", async () => {
    await m.go("map/corridor.map");
    await m.page.locator(".grid").waitFor();
    await m.tab("Play");
    await m.rested();
    for (let i = 0; i < 80 && !await m.over(); i++) {
      const was = await m.page.locator(".drawing").getAttribute("data-step");
      await m.moves.getByText("go east", { exact: true }).or(m.moves.first()).first().click();
      await m.page.waitForFunction((then) => document.querySelector(".drawing").dataset.step !== then, was);
      await m.rested();
    }
    await m.says(/^You win, with \d+ gold\.$/);
    const told = await m.page.locator(".log li").allInnerTexts();
    assert.ok(told.every((words) => /^You go (north|east|south|west)/.test(words)), told.join("\n"));
    assert.ok(told.some((words) => /; the exit is reached$/.test(words)));
  }],
  ["keys give a hint, take back, show the rules and the keys; letters typed in a field do nothing", async () => {
    await m.bench("hearts.rcy", "Thirteen tricks");
    await m.tab("Play");
    await m.sit("human,random", "3");
    await m.rested();
    assert.match(await m.page.locator(".setup summary").innerText(), /You · Easy/, "who plays, in words");
    await m.setup();
    await m.page.locator("#seats").press("r");
    assert.equal(await m.page.locator(".rulespanel").count(), 0, "a letter in a field is a letter");
    await m.page.locator("#seats").fill("human,random");
    await m.page.evaluate(() => { document.activeElement.blur(); document.querySelectorAll(".setup").forEach((d) => { d.open = false; }); });
    await m.page.keyboard.press("r");
    await m.page.locator(".rulespanel").getByText("Thirteen tricks that nobody wants").waitFor();
    await m.page.locator(".rulespanel").getByText("The fewest points win.").waitFor();
    await m.page.locator(".rulespanel li").getByText("cannot follow: anything").waitFor();
    await m.page.keyboard.press("?");
    await m.page.locator(".keys kbd").getByText("U").waitFor();
    assert.equal(await m.page.locator(".rulespanel").count(), 0);
    await m.page.keyboard.press("?");
    await m.page.keyboard.press("h");
    await m.page.locator(".movelist .hinted").waitFor();
    const before = await m.page.locator(".drawing .face-up").count(), told = await m.page.locator(".log li").count();
    await m.moves.first().click();
    await m.page.waitForFunction((then) => document.querySelectorAll(".log li").length > then, told);
    await m.rested();
    await m.page.keyboard.press("u");
    await m.page.waitForFunction((then) => document.querySelectorAll(".log li").length === then, told);
    assert.equal(await m.page.locator(".drawing .face-up").count(), before);
    await m.page.keyboard.press("n");
    await m.page.waitForFunction(() => document.querySelector("#seed").value === "4");  // another match
    await m.rested();
  }],
  ["what others do is seen step by step and a whole trick stays; whoever wants less motion sees the end at once", async () => {
    await m.bench("hearts.rcy", "Thirteen tricks");
    await m.tab("Play");
    const watch = async () => {
      await m.sit("human,random", "3");
      await m.rested();
      await m.page.evaluate(() => {
        globalThis.drawn = [];
        globalThis.look?.disconnect();
        globalThis.look = new MutationObserver(() => globalThis.drawn.push([performance.now(), document.querySelectorAll(".drawing .face-up").length]));
        globalThis.look.observe(document.querySelector(".drawing"), { childList: true });
      });
      for (let i = 0; i < 2; i++) {
        const was = await m.page.locator(".log li").count();
        await m.moves.first().click();
        await m.page.waitForFunction((then) => document.querySelectorAll(".log li").length > then, was);
        await m.rested();
      }
      return m.page.evaluate(() => globalThis.drawn);
    };
    const still = await watch();
    assert.equal(still.length, 2, "one drawing per move");
    await m.page.emulateMedia({ reducedMotion: "no-preference" });
    const moving = await watch(), whole = moving.findIndex(([, open]) => open === 12 + 4);
    await m.page.emulateMedia({ reducedMotion: "reduce" });
    await m.page.evaluate(() => globalThis.look.disconnect());
    assert.ok(moving.length >= 6, `${moving.length} drawings`);
    assert.ok(whole >= 0, `a trick of four is seen: ${moving.map(([, open]) => open)}`);
    assert.ok(moving[whole + 1][0] - moving[whole][0] > 900, "and stays");
    assert.deepEqual(moving.at(-1)[1], still.at(-1)[1], "both end alike");
  }],
  ["what others choose openly is told in words, although cards are hidden", async () => {
    await m.bench("bluff.rcy", "(game");
    await m.tab("Play");
    await m.setup();
    await m.rested();
    await m.sit("human,random,random", "3");
    const openly = /(Ada|Bruno) (believes|doubts)/;
    for (let i = 0; i < 8 && !openly.test(await m.page.locator(".log").innerText()); i++) {
      await m.rested();
      if (await m.over()) break;
      const was = await m.page.locator(".log").innerText();
      await m.moves.first().click();
      await m.page.waitForFunction((then) => document.querySelector(".play .log").innerText !== then, was);
    }
    assert.match(await m.page.locator(".log").innerText(), openly);
    assert.doesNotMatch(await m.page.locator(".log").innerText(), /(Ada|Bruno) (moves?|lays?|puts?) the/, "what is laid face down is not named");
  }],
  ["on a phone the hand is a strip to read and to touch", async () => {
    await m.page.setViewportSize({ width: 360, height: 740 });
    await m.bench("hearts.rcy", "(game");
    await m.tab("Play");
    await m.setup();
    await m.sit("human,random,random,random", "4");
    await m.rested();
    await m.page.locator(".drawing .four0, .drawing .four1, .drawing .four2, .drawing .four3").first().waitFor({ state: "attached" });
    const { hand, plates, outside, picture } = await m.page.evaluate(() => {
      const box = (thing) => { const { x, y, width, height } = thing.getBoundingClientRect(); return { x, y, width, height }; };
      const plates = [...document.querySelectorAll(".drawing [data-seat]")].map((name) => [name.getBoundingClientRect().right, name.parentNode.querySelector("[data-score]").getBoundingClientRect().left]);
      const things = [...document.querySelectorAll(".drawing .thing")].map(box);
      return { hand: [...document.querySelectorAll(".drawing .piece:has([class*=four])")].map((card) => box(card.querySelector(".paper"))), plates,
        outside: things.filter(({ x, width }) => x < -1 || x + width > innerWidth + 1).length, picture: document.querySelector(".drawing svg[role=img]") };
    });
    assert.equal(picture, null, "what can be touched is no picture");
    assert.ok(hand.length >= 12, `a hand of ${hand.length}`);
    for (const [i, card] of hand.entries()) {
      assert.ok(card.width >= 44 && card.height >= 44, `a card of ${card.width} by ${card.height}`);
      const covers = hand.some((other, k) => k !== i && Math.abs(other.x - card.x) < card.width - 1 && Math.abs(other.y - card.y) < card.height - 1);
      assert.ok(!covers, "no card covers another");
    }
    for (const [name, score] of plates) assert.ok(name <= score, "names stand clear of scores");
    assert.equal(outside, 0, "nothing is cropped");
    await m.picture("phone");
    await m.page.setViewportSize({ width: 1440, height: 900 });
  }],
  ["two people share a screen, touch the board with the mouse, and read moves as their author named them", async () => {
    await m.bench("threeinarow.rcy", "mark {S}");
    await m.tab("Play");
    await m.sit("human,human");
    for (let turn = 0; turn < 9; turn++) {
      await m.says(new RegExp(`^Player ${turn % 2 + 1} to play|wins|Nobody|share`));
      if (await m.over()) break;
      assert.match(await m.moves.first().innerText(), /^mark /, "the author's name of the move");
      const was = await m.page.locator(".log li").count();
      await m.page.locator(".drawing .can").nth(turn === 1 ? 3 : 0).click();
      await m.page.waitForFunction((then) => document.querySelectorAll(".log li").length > then, was);
      assert.match(await m.page.locator(".log li").first().innerText(), new RegExp(`^Player ${turn % 2 + 1} .*\\b[A-C][1-3]\\b`), "the log tells it in words");
    }
    assert.ok(await m.over(), "nine squares are enough");
    if (/wins/.test(await m.standing())) assert.ok(await m.page.locator(".drawing .won").count() >= 1, "the line that won is drawn");
  }],
  ["people who share a screen do not see each other's cards", async () => {
    await m.bench("kuhn.rcy", "(game");
    await m.tab("Play");
    const names = ["jack", "queen", "king"], seen = async () => {
      const shown = (await m.page.locator(".play").innerHTML()).toLowerCase();
      return names.filter((card) => shown.includes(card));
    };
    await m.sit("human,human");
    const mine = m.button(/^I am Player \d/);
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
      await m.page.waitForFunction(() => document.querySelector(".standing.over") || [...document.querySelectorAll(".play button")].some((b) => b.innerText.startsWith("I am Player")));
    }
    assert.notEqual(first[0], second[0]);
  }],
  ["players named while the match of before is played again are the players of the next", async () => {
    await m.bench("threeinarow.rcy", "mark {S}");
    await m.tab("Play");
    await m.sit("human,human");
    for (let turn = 0; turn < 4; turn++) {
      await m.says(new RegExp(`^Player ${turn % 2 + 1} to play`));
      await m.moves.first().click();
    }
    await m.says(/^Player 1 to play/);
    const slow = async (route) => { await new Promise((on) => setTimeout(on, 250)); await route.continue(); };
    await m.page.route("**/api/**", slow);  // where there is a server, it is a slow one
    await m.page.reload();
    await m.tab("Play");
    await m.setup();
    await m.page.locator("#seats").fill("human,random");
    await m.page.waitForTimeout(400);
    await m.page.locator("#seats").press("Enter");
    await m.says(/^Your turn/);
    await m.page.waitForTimeout(600);
    assert.equal(await m.page.locator("#seats").inputValue(), "human,random");
    assert.match(await m.standing(), /^Your turn/);
    await m.page.unroute("**/api/**", slow);
  }],
  ["a match is played to its end with the keyboard alone, and a hint is given", async () => {
    await m.bench("threeinarow.rcy", "mark {S}");
    await m.tab("Play");
    await m.setup();
    await m.page.locator("#seats").fill("human,random");
    await m.page.locator("#seats").press("Enter");
    await m.says(/^Your turn/);
    await m.rested();
    await m.button("Hint").focus();
    await m.page.keyboard.press("Enter");
    await m.page.locator(".movelist .hinted").waitFor();
    for (let i = 0; i < 60 && !await m.over(); i++) {
      await m.rested();
      const things = m.page.locator(".drawing [tabindex='0']");
      await (await things.count() ? things.first() : m.moves.first()).focus();
      const was = await m.page.locator(".log li").count();
      await m.page.keyboard.press("Enter");
      await m.page.waitForFunction((then) => document.querySelectorAll(".log li").length !== then || document.querySelector(".held") || document.querySelector(".standing.over"), was);
    }
    assert.ok(await m.over(), "it came to its end");
    await m.picture("board");
  }],
  ["no card that is hidden is in anything that arrives, or on the page", async () => {
    for (const [game, seats, names, most] of secrets) {
      await m.bench(game, "(game");
      await m.page.reload();  // the gallery's drawings are not made any more
      await m.bench(game, "(game");
      await m.page.getByLabel("Judge while I type").uncheck();  // nothing but the table is to be heard of
      await m.page.evaluate(() => document.querySelector(".progress button")?.click());
      await m.page.locator(".progress").waitFor({ state: "detached" });
      await m.tab("Play");
      let looked = 0;
      for (let seed = 1; seed <= 4; seed++) {
        await m.setup();
        await m.rested();  // the table that was laid at once is another match
        await m.page.evaluate(() => { globalThis.listening = []; });
        await m.sit(seats, String(seed));
        await m.page.waitForFunction(() => globalThis.listening.some((said) => said.includes("svg")));
        await m.rested();
        const [heard, shown] = await m.page.evaluate(() => [globalThis.listening.join("\n"), document.querySelector(".play").outerHTML]);
        await m.page.evaluate(() => { globalThis.listening = undefined; });
        if (await m.over()) continue;
        looked++;
        for (const [where, text] of [["what arrived", heard], ["the page", shown]]) {
          const seen = names.filter((card) => new RegExp(`\\b(${card}|${plain(card)})\\b`, "i").test(text));
          assert.ok(seen.length >= 1 && seen.length <= most, `${game}, seed ${seed}, ${where}: ${seen}`);
        }
        if (game === "hearts.rcy" && seed === 1) await m.picture("hearts");
      }
      assert.ok(looked >= 2, `${game} was looked at ${looked} times`);
      await m.tab("Verdict");
      await m.page.getByLabel("Judge while I type").check();
    }
  }],
  ["an endless game is stopped by the button within a second", async () => {
    await m.go("bench/endless.rcy");
    await m.page.locator(".left strong").getByText("endless.rcy").waitFor();
    await m.page.locator(".cm-content").getByText("'ROUNDS").first().waitFor();  // what a new game begins with
    await m.setText(endless);
    await m.keeps("endless.rcy", "sto A) -1");
    await m.page.waitForFunction(() => document.querySelector(".progress button") && document.querySelector(".hint + .work, .work"));
    await m.page.waitForTimeout(700);  // it goes on and on
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
