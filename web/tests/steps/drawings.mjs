// drawings.mjs - steps at the editor of maps and levels: painted, judged, exchanged, bred, explored, run through.
import assert from "node:assert/strict";

const cells = (m) => m.page.getByRole("gridcell").count();
const have = (m, count) => m.page.waitForFunction((n) => document.querySelectorAll("[role=gridcell]").length === n, count);
const walls = (m) => m.page.locator("[role=gridcell].s35").count();
const openDrawing = async (m, name, least) => {
  await m.go(`map/${name}`);
  await m.page.locator(".left strong").getByText(name, { exact: true }).waitFor();
  await m.page.getByRole("gridcell").nth(least).waitFor();
};

export const drawings = (m) => [
  ["a map is drawn and taken back, its quality and heat are there, and an exit nobody reaches is found", async () => {
    await openDrawing(m, "corridor.map", 50);
    // One sentence and ten squares for each kind of hero; figures stand behind headings.
    await m.page.locator(".heroes .headline").waitFor();
    assert.equal(await m.page.locator(".heroes .tens").count(), 6);
    assert.ok(await m.page.locator(".right .answer details.part").count() >= 4);
    assert.equal(await m.page.locator(".right .answer table:visible").count(), 0, "tables are folded");
    await m.picture("map");
    await m.unfold(".right .answer");
    await m.page.locator(".right .answer").getByText("explorer").first().waitFor();
    await m.page.locator(".right .answer").getByText("Q of a map").first().waitFor();
    await m.page.locator(".right .answer").getByText(/[Dd]eaths/).first().waitFor();
    // The editor draws what play draws: walls, foes, gold.
    const used = (at) => m.page.evaluate((where) => [...new Set([...document.querySelectorAll(`${where} use`)].map((use) => use.getAttribute("href")))], at);
    const painted = await used(".grid");
    for (const symbol of ["#dado-wall", "#dado-floor", "#dado-exit", "#dado-hero"]) assert.ok(painted.includes(symbol), `${symbol} is in the editor`);
    await m.page.locator(".palette button").getByText("exit").click();
    assert.equal(await m.page.locator(".left").getByLabel("Tile").inputValue(), ">", "the palette takes a tile");
    const cell = m.page.locator("[data-x='39'][data-y='1']");
    const was = await cell.getAttribute("aria-label");
    await m.page.locator(".left").getByLabel("Tile").selectOption("#");
    await cell.click();
    assert.notEqual(await cell.getAttribute("aria-label"), was);
    await m.page.locator(".right .answer:not(.old)").getByText("No exit can be reached").first().waitFor();
    await m.picture("unreachable");
    await m.button("Undo").click();
    assert.equal(await cell.getAttribute("aria-label"), was);
    await m.page.locator(".right .answer").getByText("No exit can be reached").first().waitFor({ state: "detached" });
  }],
  ["each kind of enemy and item has its sprite in the legend, and is painted as such", async () => {
    for (const [kind, symbol, line] of [["sword", "sword", "2,1,0,0,0,1,0,0,1"], ["potion", "flask", "2,1,1,8,0,0,0,1,2"], ["rat", "rat", "2,1,4,3,0,4,150,2,0"], ["ogre", "ogre", "2,1,14,6,2,5,200,3,0"]]) {
      const brush = m.page.locator(".palette").getByRole("button", { name: kind, exact: true });
      assert.equal(await brush.locator("use").getAttribute("href"), `#dado-${symbol}`);
      await brush.click();
      await m.page.locator("[data-x='2'][data-y='1']").click();
      await m.page.locator(`[data-x='2'][data-y='1'] use[href='#dado-${symbol}']`).waitFor({ state: "attached" });
      await m.tab("Text");
      assert.ok((await m.page.locator(".rawtext").inputValue()).split("\n").includes(line), `${kind}: ${line}`);
    }
    await m.tab("Quality");
    for (let i = 0; i < 4; i++) await m.button("Undo").click();
    // What is judged is shown beside the drawing: heads of a table stand on one line, and nothing runs out of the panel.
    await m.page.locator(".right .answer:not(.old) table").first().waitFor({ state: "attached" });
    await m.page.evaluate(() => document.querySelectorAll(".right .answer details.part").forEach((d) => { d.open = true; }));
    const { heads, over } = await m.page.evaluate(() => {
      const table = document.querySelector(".right .answer table"), words = document.createRange();
      const bottoms = [...table.querySelectorAll("th")].map((th) => { words.selectNodeContents(th.querySelector("summary") ?? th); return Math.round(words.getBoundingClientRect().bottom); });
      const right = document.querySelector(".right").getBoundingClientRect().right;
      return { heads: [...new Set(bottoms)], over: [...document.querySelectorAll(".right .answer .wide")].filter((box) => box.getBoundingClientRect().right > right + 1).length };
    });
    assert.ok(Math.max(...heads) - Math.min(...heads) <= 1, `heads end at ${heads}`);
    assert.equal(over, 0, "tables stay in their panel");
  }],
  ["rectangles, fillings and sizes are drawn, taken back and done again; a keyboard is enough to paint", async () => {
    const all = await cells(m), before = await walls(m);
    await m.button("One row more").click();
    await have(m, all + 42);
    await m.button("One column less").click();
    await have(m, all + 42 - 4);
    await m.page.locator(".left").getByLabel("Tool").selectOption("rectangle");
    await m.page.locator(".left").getByLabel("Tile").selectOption(".");
    await m.page.locator("[data-x='2'][data-y='2']").click();
    await m.page.locator("[data-x='11'][data-y='3']").click();
    await m.page.waitForFunction(() => document.querySelector("[data-x='11'][data-y='3']").ariaLabel.startsWith("11 3 ."));
    const drawn = await walls(m);
    await m.page.locator(".left").getByLabel("Tool").selectOption("fill");
    await m.page.locator(".left").getByLabel("Tile").selectOption("#");
    await m.page.locator("[data-x='3'][data-y='2']").click();  // one floor with the corridor: all of it
    await m.page.waitForFunction(() => document.querySelector("[data-x='3'][data-y='1']").ariaLabel.startsWith("3 1 #"));
    const filled = await walls(m);
    assert.ok(filled > drawn + 40, `${filled - drawn} cells were filled`);
    for (let i = 0; i < 2; i++) await m.button("Undo").click();
    await m.button("Redo").click();
    assert.equal(await walls(m), drawn, "the rectangle is there again, the filling is not");
    for (let i = 0; i < 3; i++) await m.button("Undo").click();
    await have(m, all);
    assert.equal(await walls(m), before, "all is as it was");
    await m.page.locator(".left").getByLabel("Tool").selectOption("paint");
    await m.page.locator("[data-x='0'][data-y='0']").focus();
    await m.page.keyboard.press("ArrowRight");
    await m.page.keyboard.press("ArrowDown");
    await m.page.keyboard.press("ArrowRight");
    await m.page.keyboard.press("Enter");
    assert.equal(await m.page.evaluate(() => `${document.activeElement.dataset.x},${document.activeElement.dataset.y}`), "2,1");
    assert.equal(await walls(m), before + 1, "painted with the keyboard alone");
    await m.button("Undo").click();
  }],
  ["a map goes to other tools, and one comes from them", async () => {
    await m.tab("Import and export");
    await m.page.locator("#form").selectOption("tmx");
    await m.button("Export").click();
    await m.page.waitForFunction(() => document.querySelector("[role=tabpanel]:not([hidden]) .rawtext")?.value.includes("<map"));
    const was = await cells(m);
    await m.page.locator("#import").setInputFiles({ name: "drawing.txt", mimeType: "text/plain", buffer: Buffer.from("#######\n#@...>#\n#..$..#\n#######\n") });
    await have(m, 28);
    await m.button("Undo").click();
    await have(m, was);
  }],
  ["a map is explored step by step, with fog and a log", async () => {
    await m.tab("Play");
    await m.page.locator(".drawing svg").waitFor();
    const dark = m.page.locator(".drawing .on-unseen");
    await m.rested();
    const unseen = await dark.count();
    assert.ok(await m.page.locator(".drawing use[href='#dado-wall']").count() > 3 && await m.page.locator(".drawing use[href='#dado-hero']").count() === 1, "play has the same drawings");
    assert.ok(unseen > 20, `of a corridor ${unseen} cells are in the dark`);
    // The corridor goes east.
    for (let i = 0; i < 3; i++) {
      const was = await m.page.locator(".log li").count();
      await m.moves.filter({ hasText: /^go east$/ }).first().click();
      await m.page.waitForFunction((then) => document.querySelectorAll(".log li").length > then, was);
      await m.rested();
    }
    assert.match(await m.page.locator(".log").innerText(), /[a-z]{3,}/, "the log is in words");
    assert.ok(await dark.count() < unseen, "what was seen stays light");
    await m.picture("explore");
  }],
  ["a level is evolved, edited, played with the keyboard at its speed, and the planner is watched", async () => {
    await openDrawing(m, "first.level", 500);
    await m.page.locator(".heroes").getByText("Planner").first().waitFor({ timeout: 90000 });
    const drawn = (at) => m.page.evaluate((where) => new Set([...document.querySelectorAll(`${where} use`)].map((use) => use.getAttribute("href"))).size, at);
    for (const symbol of ["turf", "soil", "stone", "pillar", "foe"]) assert.ok(await m.page.locator(`.grid use[href='#dado-${symbol}']`).count() > 0, `${symbol} is in the editor`);
    assert.equal(await m.page.locator(".grid .s88").first().innerText(), "", "ground is drawn, not written");
    assert.ok(await drawn(".palette") > 12, "the legend has the same drawings");
    await m.tab("Evolve");
    await m.page.locator("#field-generations").fill("2");
    await m.page.locator("#field-population").fill("10");
    await m.button("Run evolve").click();
    await m.button(/Take over variant 1/).click();
    await m.page.getByText("The variant is taken over").waitFor();
    const cell = m.page.locator("[data-x='12'][data-y='3']");
    await m.page.locator(".left").getByLabel("Tile").selectOption("o");
    await cell.click();
    assert.match(await cell.getAttribute("aria-label"), /o/);
    await m.tab("Play");
    await m.panel.getByRole("button", { name: "Play", exact: true }).click();
    await m.page.locator(".drawing svg").waitFor();
    assert.ok(await m.page.locator(".drawing use[href='#dado-turf']").count() > 5, "play has the same drawings");
    await m.page.keyboard.down("ArrowRight");
    const ticks = () => m.page.locator("[data-ticks]").getAttribute("data-ticks").then(Number);
    await m.page.locator("[data-ticks]").waitFor();
    assert.match(await m.standing(), /^Running/, "where the clock runs nobody is asked in turns");
    const begun = Date.now(), first = await ticks();
    await m.page.waitForFunction(() => /column ([5-9]|\d\d)/.test(document.querySelector(".drawing")?.textContent ?? ""));
    const each = (Date.now() - begun) / (await ticks() - first);
    await m.page.keyboard.up("ArrowRight");
    console.log(`# a tick of 30 ms takes ${each.toFixed(1)} ms`);
    assert.ok(each > 25, `a tick takes ${each} ms: it runs too fast`);
    await m.picture("level");
    await m.button("Watch the planner").click();
    await m.page.locator(".reel .go").click();
    await m.page.waitForFunction(() => /column ([5-9]|\d\d)/.test(document.querySelector(".drawing")?.textContent ?? ""));
    await m.picture("planner");
  }],
  ["a level goes to other tools, and comes back as it was", async () => {
    await m.tab("Import and export");
    const text = () => m.page.locator(".rawtext").inputValue();
    const exported = async (form, sign) => {
      await m.page.locator("#form").selectOption(form);
      await m.button("Export").click();
      await m.page.waitForFunction((words) => document.querySelector(".rawtext")?.value.includes(words), sign);
      return text();
    };
    assert.ok(JSON.parse(await exported("json", "{")), "JSON is JSON");
    await exported("svg", "<svg");
    const corpus = await exported("corpus", "\n"), own = await exported("text", "\n");
    const rows = own.trim().split("\n").length;
    // What the corpus form has comes in again; drawn over first, so that it is seen to come.
    const cell = m.page.locator("[data-x='20'][data-y='2']"), was = await cell.getAttribute("aria-label");
    await m.page.locator(".left").getByLabel("Tile").selectOption("S");
    await cell.click();
    assert.notEqual(await cell.getAttribute("aria-label"), was);
    await m.page.locator("#import").setInputFiles({ name: "from-elsewhere.level", mimeType: "text/plain", buffer: Buffer.from(own) });
    await m.page.getByText("It is imported").waitFor();
    await m.page.waitForFunction((then) => document.querySelector("[data-x='20'][data-y='2']").ariaLabel === then, was);
    assert.ok(corpus.length > 100 && rows > 5);
    await m.page.locator("#import").setInputFiles({ name: "broken.level", mimeType: "text/plain", buffer: Buffer.from("no level\n") });
    await m.page.locator(".notice").getByText("broken.level").waitFor();
    assert.equal(await cell.getAttribute("aria-label"), was, "what cannot be read changes nothing");
    await m.button("Undo").click();
    await m.page.waitForFunction((then) => document.querySelector("[data-x='20'][data-y='2']").ariaLabel !== then, was);
    await m.button("Undo").click();
  }],
];
