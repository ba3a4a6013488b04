// mended.mjs - what a designer who tried the studio found broken: names, files, seats, tabs, new drawings.
import assert from "node:assert/strict";

const answer = async (m, words, yes) => {
  const dialog = m.page.locator("dialog.ask");
  await dialog.waitFor();
  if (words !== null) await dialog.locator("input").fill(words);
  await dialog.getByRole("button", { name: yes }).click();
};
const opened = (m, name) => m.page.locator(".left strong").getByText(name, { exact: true }).waitFor();
const gallery = async (m) => {
  await m.go("gallery");
  await m.page.locator(".shelves").waitFor();
};
const box = (m, title) => m.page.locator(".cardbox").filter({ has: m.page.locator("b", { hasText: title }) });
const act = async (m, title, what) => {
  const at = box(m, title).filter({ has: m.page.locator(".menu") }).first();
  await at.locator("summary").click();
  await at.getByRole("button", { name: what, exact: true }).click();
};

export const mended = (m) => [
  ["a template asks for a name, and the copy is its own text", async () => {
    await gallery(m);
    await (await m.card(/^There First/, "race")).click();  // templates/race.rcy: small/race.rcy is another game
    await answer(m, "corrida", "Create");
    await opened(m, "corrida.rcy");
    await m.page.locator(".cm-content").getByText("A race on a track").waitFor();
    assert.match(m.page.url(), /bench\/corrida\.rcy/);
  }],
  ["a name that is taken, or no name, is refused; an unknown ending becomes part of the name", async () => {
    await gallery(m);
    await m.button("Blank game").click();
    await answer(m, "corrida", "Create");
    await m.page.locator("dialog .wrong").getByText("already a file corrida.rcy").waitFor();
    await answer(m, "../outside", "Create");
    await m.page.locator("dialog .wrong").getByText("begin with a letter").waitFor();
    await answer(m, "meu.jogo", "Create");
    await opened(m, "meu.jogo.rcy");
    await m.page.locator(".cm-content").getByText("'ROUNDS").first().waitFor();
    await gallery(m);
    await box(m, "meu.jogo").first().waitFor();
  }],
  ["a new game called as one of the library is one's own", async () => {
    await gallery(m);
    await m.button("Blank game").click();
    await answer(m, "hearts", "Create");
    await opened(m, "hearts.rcy");
    await m.page.locator(".cm-content").getByText("'ROUNDS").first().waitFor();
    await gallery(m);
    await act(m, "hearts", "Delete");
    await answer(m, null, "Delete");
    await m.page.locator(".notice").getByText("hearts.rcy is deleted").waitFor();
  }],
  ["files are renamed, copied and deleted; a saved message moves nothing", async () => {
    await gallery(m);
    await act(m, "There First", "Rename");
    await answer(m, "corrida nova", "Rename");
    await m.page.locator(".notice").getByText("corrida nova.rcy").waitFor();
    await act(m, "There First", "Duplicate");
    await answer(m, "corrida dois", "Duplicate");
    await m.page.locator(".notice").getByText("is a copy").waitFor();
    await m.go("bench/corrida%20dois.rcy");
    await opened(m, "corrida dois.rcy");
    await m.page.locator(".cm-content").getByText("A race on a track").waitFor();
    await m.page.locator(".verdict").waitFor();
    const top = () => m.page.locator(".editor").evaluate((e) => e.getBoundingClientRect().top), before = await top();
    await m.button("Save").click();
    await m.page.locator(".notice").getByText("is saved").waitFor();
    assert.equal(await top(), before, "the page stays where it is");
    await m.button("Save as").click();
    await answer(m, "corrida tres", "Save");
    await opened(m, "corrida tres.rcy");
    for (const name of ["corrida nova.rcy", "corrida dois.rcy", "corrida tres.rcy", "meu.jogo.rcy"]) {
      await gallery(m);
      const at = m.page.locator(".cardbox").filter({ has: m.page.locator(`summary[aria-label="Actions for ${name}"]`) });
      await at.locator("summary").click();
      await at.getByRole("button", { name: "Delete" }).click();
      await answer(m, null, "Delete");
      await m.page.locator(".notice").getByText(`${name} is deleted`).waitFor();
      await at.waitFor({ state: "detached" });
    }
  }],
  ["an edited game of the library keeps its original, and is saved under a name of its own", async () => {
    await m.go("bench/gofish.rcy");
    await opened(m, "gofish.rcy");
    assert.equal(await m.page.evaluate(() => location.hash), "#/bench/library%2Fcards%2Fgofish.rcy");
    await m.page.locator(".cm-content").getByText("(game").first().waitFor();
    const original = m.game("cards/gofish.rcy");
    await m.setText(`;; changed\n${original}`);
    await m.keeps("gofish.rcy", ";; changed");
    await m.button("Start again from the original").click();
    await m.page.waitForFunction(() => !document.querySelector(".cm-content").textContent.includes(";; changed"));
    await m.setText(`;; mine\n${original}`);
    await m.button("Save").click();
    await answer(m, "my fish", "Save");
    await opened(m, "my fish.rcy");
    await m.page.locator(".cm-content").getByText(";; mine").waitFor();
    await gallery(m);
    const at = m.page.locator(".cardbox").filter({ has: m.page.locator('summary[aria-label="Actions for my fish.rcy"]') });
    await at.locator("summary").click();
    await at.getByRole("button", { name: "Delete" }).click();
    await answer(m, null, "Delete");
  }],
  ["Hearts is played by four, and the match outlives tabs and a reload", async () => {
    await m.bench("hearts.rcy", "(game");
    await m.tab("Play");
    await m.says(/^Your turn/);
    await m.rested();
    assert.equal(await m.page.locator(".scores li").count(), 4);
    const hand = () => m.page.locator(".drawing .face-up").count(), story = () => m.page.locator(".play .log").innerText();
    await m.moves.first().click();
    await m.page.waitForFunction(() => /^You/m.test(document.querySelector(".play .log").innerText));
    await m.rested();
    const [cards, told] = [await hand(), await story()];
    await m.tab("Verdict");
    await m.tab("Play");
    assert.equal(await story(), told, "another tab leaves the match alone");
    await m.page.reload();
    await m.page.locator(".left strong").getByText("hearts.rcy").waitFor({ state: "attached" });
    await m.tab("Play");
    await m.page.waitForFunction((was) => document.querySelector(".play .log")?.innerText === was, told);
    assert.equal(await hand(), cards, "so does a reload");
  }],
  ["a new map and a new level have a size, their own palette, and grow", async () => {
    for (const [kind, sign, cells] of [["map", "wall", 160], ["level", "ground", 960]]) {
      await gallery(m);
      await m.button(`Blank ${kind}`).click();
      await answer(m, `new ${kind}`, "Create");
      await opened(m, `new ${kind}.${kind}`);
      await m.page.waitForFunction((n) => document.querySelectorAll("[role=gridcell]").length === n, cells);
      assert.match(await m.page.getByLabel("Tile").evaluate((s) => [...s.options].map((o) => o.label).join()), new RegExp(sign));
      await m.button("One column more").click();
      await m.page.waitForFunction((n) => document.querySelectorAll("[role=gridcell]").length > n, cells);
      await m.page.locator(".right .answer").first().waitFor({ timeout: 90000 });
      await gallery(m);
      const at = m.page.locator(".cardbox").filter({ has: m.page.locator(`summary[aria-label="Actions for new ${kind}.${kind}"]`) });
      await at.locator("summary").click();
      await at.getByRole("button", { name: "Delete" }).click();
      await answer(m, null, "Delete");
      await at.waitFor({ state: "detached" });
    }
  }],
  ["Território's covers are drawn, and a search says when nothing is found", async () => {
    await gallery(m);
    await m.page.locator("#sought").fill("skirmish");
    await m.page.locator(".card").filter({ hasText: "skirmish" }).locator(".thumb svg .tile").first().waitFor({ state: "attached" });
    await m.page.locator("#sought").fill("no game is called so");
    await m.page.locator(".empty").getByText("No game is called").waitFor();
    await m.page.locator("#sought").fill("");
  }],
  ["the page speaks Portuguese to whoever does, and switches", async () => {
    await gallery(m);
    await m.page.locator("header .menu summary").click();
    await m.page.locator("header .menu select").first().selectOption("pt");
    await m.page.getByRole("heading", { name: "Novo a partir de um modelo" }).waitFor();
    assert.equal(await m.page.evaluate(() => document.documentElement.lang), "pt-BR");
    await m.go("bench/pig.rcy");
    await m.finding("Toda partida chega ao fim.");  // sentences of the engine too
    await gallery(m);
    await m.page.evaluate(() => { document.querySelector("header .menu").open = true; });
    await m.page.locator("header .menu select").first().selectOption("en");
    await m.page.getByRole("heading", { name: "New from template" }).waitFor();
  }],
];
