// people.mjs - games as people bring them: a market of cards, a roll-and-write, a worker placement, hidden roles, a deck
// builder. Each is played from its table alone, by whoever has read the rules beside it.
import assert from "node:assert/strict";

// A game, who plays, and words of the rules that a player needs.
const games = [
  ["merchants.rcy", "human,random,random", "“buy C”: choose a card C of the market"],
  ["lamplighters.rcy", "human,random", "“light lamp L”"],
  ["guildhall.rcy", "human,random,random", "“build the C”"],
  ["nightwatch.rcy", "human,random", "“watch with P”"],
  ["tinker.rcy", "human,random", "“buy C”"],
];
const turns = process.env.DADO_LONG === "1" ? 400 : 4;

// Moves that can be made neither by touching a thing that is drawn nor by a button below the drawing.
function outOfReach() {
  const felt = document.querySelector(".felt .drawing").getBoundingClientRect(), buttons = [...document.querySelectorAll(".call button")].map((b) => b.innerText);
  return [...document.querySelectorAll(".movelist [data-touch]")].filter((move) => {
    const [thing] = move.dataset.touch.split(" ");
    if (!thing) return !buttons.includes(move.innerText);
    const box = document.querySelector(`.drawing .can[data-id="${thing}"]`)?.getBoundingClientRect();
    return !box || box.width < 8 || box.left < felt.left - 1 || box.right > felt.right + 1;
  }).map((move) => move.innerText);
}

// One move, by touching things until it is made, or by a button where nothing is lit.
async function touchOne(m, turn) {
  const was = await m.page.locator(".drawing").first().getAttribute("data-step");
  for (let touched = 0; touched < 4; touched++) {
    const lit = m.page.locator(".drawing .can"), buttons = m.page.locator(".call button.sun:not(:disabled)");
    const [things, plain] = [await lit.count(), await buttons.count()];
    if (things && (turn % 3 || !plain)) await lit.nth(turn % things).click();
    else await buttons.nth(turn % plain).click();
    const now = await m.page.waitForFunction((then) => document.querySelector(".standing.over") || document.querySelector(".drawing").dataset.step !== then || document.querySelector(".drawing .held"), was);
    if (await now.evaluate((found) => found !== null) && !await m.page.locator(".drawing .held").count()) break;
  }
  await m.rested();
}

export const people = (m) => [
  ["games as people bring them are played from the table alone, by the rules beside it", async () => {
    for (const [name, seats, words] of games) {
      await m.bench(name, "(game");
      await m.tab("Play");
      await m.sit(seats, "3");
      await m.rested();
      await m.page.keyboard.press("r");
      const rules = m.page.locator(".rulespanel");
      await rules.locator(".rulebook").getByRole("heading", { name: "Who wins" }).waitFor();
      const written = await rules.innerText();
      assert.ok(written.includes(words), `${name}: the rules say ${words}`);
      assert.match(written, /What you need/, name);
      assert.doesNotMatch(written, /-D [A-Z]/, `${name}: flags of the command are for designers`);
      await m.page.keyboard.press("r");
      for (let turn = 0; turn < turns && !await m.over(); turn++) {
        assert.deepEqual(await m.page.evaluate(outOfReach), [], `${name}, turn ${turn + 1}: moves that cannot be made at the table`);
        await touchOne(m, turn);
      }
      if (turns > 50) assert.ok(await m.over(), `${name} comes to its end`);
      await m.picture(name.replace(".rcy", ""));
    }
  }],
  ["a table of cards goes with its game, also into a copy; the rulebook speaks Portuguese and shows its lines", async () => {
    await m.bench("merchants.rcy", "(game");
    await m.page.locator(".verdict .finding").first().waitFor();
    await m.button("Save").click();
    const dialog = m.page.locator("dialog.ask");
    await dialog.locator("input").fill("quay");
    await dialog.getByRole("button", { name: "Save" }).click();
    await m.page.locator(".left strong").getByText("quay.rcy", { exact: true }).waitFor();
    await m.page.locator(".verdict .finding").first().waitFor();
    assert.equal(await m.page.locator(".trouble").count(), 0, "its table of cards is there");
    await m.tab("Rulebook");
    await m.panel.getByRole("heading", { name: "What you need" }).waitFor();
    const line = m.panel.locator(".lineof").last(), number = Number(await line.innerText());
    await line.click();
    await m.page.waitForFunction((n) => [...document.querySelectorAll(".cm-activeLine")].some((l) => [...document.querySelectorAll(".cm-line")].indexOf(l) >= 0) && n > 0, number);
    await m.page.evaluate(() => { document.querySelector("header .menu").open = true; });
    await m.page.locator("header .menu select").first().selectOption("pt");
    await m.panel.getByRole("heading", { name: "O que é preciso" }).waitFor();
    await m.page.evaluate(() => { document.querySelector("header .menu").open = true; });
    await m.page.locator("header .menu select").first().selectOption("en");
    await m.panel.getByRole("heading", { name: "What you need" }).waitFor();
    await m.page.evaluate(() => { document.querySelector("header .menu").open = false; });
  }],
];
