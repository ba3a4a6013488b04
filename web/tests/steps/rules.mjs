// rules.mjs - steps at the workbench: a game is opened, broken, mended, judged, compared, turned, bred, shared.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { visitor } from "../morning.mjs";

export const rules = (m) => [
  ["the gallery has drawings of the library", async () => {
    await m.go("gallery");
    await m.page.locator(".shelves").waitFor();
    await (await m.card(/^Hearts/, "hearts")).waitFor();
    await m.page.locator("#sought").fill("");
    await m.page.evaluate(() => document.getElementById("templates").scrollIntoView());
    await m.page.locator(".thumb svg").nth(3).waitFor();
    await m.picture("gallery");
  }],
  ["a game opens from the gallery with a verdict", async () => {
    await (await m.card(/^Pig/, "pig")).click();
    await m.finding("Every match comes to an end.");
    assert.ok(await m.page.locator(".verdict > .finding").count() <= 3, "three cards, worst first");
    const high = await m.page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(high < 3000, `the page is ${high} pixels tall`);
  }],
  ["a flawed game is judged beside its rules, as the README shows", async () => {
    await m.go("gallery");
    await m.page.locator(".shelves").waitFor();
    await (await m.card(/^Lanterns \(a flawed game/, "lanterns")).click();
    await m.finding("The first player wins too often.");
    await m.page.waitForFunction(() => document.querySelector(".verdict:not(.old)")?.textContent.includes("10,000"));
    await m.page.locator(".cm-content button.remark").first().waitFor();
    await m.picture("readme");
    await m.go("gallery");
    await m.page.locator(".shelves").waitFor();
    await (await m.card(/^Pig/, "pig")).click();
    await m.finding("Every match comes to an end.");
  }],
  ["what is broken is shown where it is, and mending it brings the verdict back", async () => {
    await m.setText(m.pig.replace("(scoring", "(scorring"));
    await m.page.locator(".trouble").getByText(/scorring/).first().waitFor();
    const at = m.pig.split("\n").findIndex((line) => line.includes("(scoring")) + 1;
    assert.match(await m.page.locator(".trouble").innerText(), new RegExp(`\\b${at}:\\d+|\\bline ${at}\\b`), "the line is told");
    await m.page.locator(".cm-lintRange-error").getByText("scorring").waitFor();
    await m.page.locator(".verdict.old").waitFor();  // what was said of the text before stays, as that
    await m.picture("broken");
    await m.setText(m.pig);
    await m.page.locator(".trouble").waitFor({ state: "detached" });
    await m.page.waitForFunction(() => document.querySelector(".verdict:not(.old)")?.textContent.includes("10,000"));
    assert.equal(await m.page.locator(".cm-lintRange-error").count(), 0);
  }],
  ["the margin says how often a line fired, and, asked, what it is worth", async () => {
    const margin = m.page.locator(".cm-content button.remark");
    await margin.first().waitFor();
    await m.picture("workbench");
    await margin.last().click();  // it writes statistics down, and is no rule of play
    await m.page.locator(".left .wrong").getByText("no rule begins on that line").waitFor();
    await margin.nth(await margin.count() - 2).click();
    await m.page.locator(".remark.worth").first().waitFor();
    assert.equal(await m.page.locator(".left .wrong").count(), 0);
    assert.match(await m.page.locator(".remark.worth").first().innerText(), /without it|if it always held|no game/);
    await m.picture("worth");
  }],
  ["a change of a rule changes the verdict", async () => {
    const before = await m.page.locator(".verdict").first().textContent();
    await m.setText(m.pig.replace(/declare \d+ 'GOAL/, "declare 20 'GOAL"));
    await m.page.waitForFunction((was) => {
      const now = document.querySelector(".verdict:not(.old)")?.textContent;
      return now && now.includes("10,000") && now !== was;
    }, before);
  }],
  ["a sentence opens the match that shows it, at the step, and one sits down there", async () => {
    await m.unfold();
    await m.button(/^Show me: .*(behind|drama)/).click();
    const witness = m.page.locator(".witnesses");
    await witness.locator(".chips button").first().waitFor();
    const words = await witness.locator(".chips button").first().innerText();
    const said = /Match (\d+), round (\d+): The (first|second) player, who wins, is (\d+) point/.exec(words);
    assert.ok(said, `an example match says what it shows, not: ${words}`);
    await m.says(/^After [1-9]/);
    const points = (await m.page.locator(".witnesses .scores .num").allInnerTexts()).map(Number), winner = said[3] === "first" ? 0 : 1;
    assert.equal(points[1 - winner] - points[winner], Number(said[4]), "the table shows what the sentence says");
    await m.picture("witness");
    await m.button(`Player ${winner + 1}`).click();
    await m.page.waitForFunction(() => document.querySelector(".movelist .moves button") || document.querySelector(".standing.over"));
    await m.button("Back to the verdict").click();
  }],
  ["the version before is compared with", async () => {
    await m.tab("Compare");
    await m.button("Compare with the version before").click();
    await m.panel.locator(".answer").getByText(/lower|higher/).first().waitFor();
    await m.picture("compare");
    // The first match that somebody else wins, both versions side by side: each ends as the sentence says.
    const turned = m.page.getByRole("button", { name: /^Match \d+: Player \d/ }).first();
    const said = /^Match \d+: (Player \d(?:, Player \d)*) was first, now (Player \d(?:, Player \d)*)/.exec(await turned.innerText());
    await turned.click();
    const sides = m.page.locator(".witnesses .two > section");
    for (const i of [0, 1]) {
      await sides.nth(i).getByRole("button", { name: "To the end" }).click();
      const ends = said[1 + i].includes(",") ? `${said[1 + i]} share the win.` : `${said[1 + i]} wins.`;
      await sides.nth(i).locator(".standing").getByText(ends).waitFor();
    }
    await m.picture("turned");
  }],
  ["a dial has a curve and can be turned; so has a number that nobody declared, when the cursor stands on it", async () => {
    await m.tab("Tune");
    const dial = (name) => m.page.locator(".dial").filter({ hasText: name });
    await dial("GOAL").getByRole("button", { name: "Curve" }).click();
    await dial("GOAL").locator(".track polyline").waitFor();
    await m.panel.locator(".answer svg").first().waitFor();
    const was = await dial("GOAL").locator(".track polyline").getAttribute("points");
    assert.ok(was.split(" ").length >= 5, `a curve of ${was}`);
    await m.page.locator("#dial-measure").selectOption({ index: 1 });
    await m.page.waitForFunction((then) => document.querySelector(".track polyline").getAttribute("points") !== then, was);
    await m.page.locator("#dial-GOAL").fill("30");
    await m.page.locator(".cm-content").getByText("declare 30").waitFor();
    await m.keeps("pig.rcy", "declare 30 'GOAL");
    await m.picture("dials");
    await m.page.locator(".cm-line", { hasText: "(inc (game sto TURNS) 1)" }).click();  // behind the end of its line
    await m.page.keyboard.press("End");
    for (let i = 0; i < 2; i++) await m.page.keyboard.press("ArrowLeft");
    await dial(/the number in line/).getByRole("button", { name: "Curve" }).waitFor();
    await m.page.locator("#dial-THIS_NUMBER").fill("2");
    await m.keeps("pig.rcy", "(inc (game sto TURNS) 2)");
    await dial(/the number in line/).getByRole("button", { name: "Curve" }).click();
    await dial(/the number in line/).locator(".track polyline").waitFor();
  }],
  ["a variant is bred and taken over", async () => {
    await m.setText(m.pig);
    await m.keeps("pig.rcy", m.pig);
    await m.tab("Ideas");
    await m.page.locator("#field-generations").fill("1");
    await m.page.locator("#field-population").fill("6");
    await m.page.locator("#field-matches").fill("30");
    await m.button("Run evolve").click();
    await m.button(/Take over variant 1/).click();
    await m.page.locator(".notice").getByText("taken over").waitFor();
    await m.keeps("pig.rcy", "(game");
    await m.page.waitForTimeout(600);  // typing has paused
    const kept = await m.kept("pig.rcy"), shown = await m.page.locator(".cm-content").innerText();
    assert.ok(kept.includes(m.pig), "what was there is in the history");
    assert.match(kept.at(-1), /\(game/, "the variant is a game");
    assert.ok(shown.includes(kept.at(-1).split("\n").find((line) => line.includes("(declare")).trim()), "and what the editor shows");
    await m.picture("evolve");
    await m.setText(m.pig);
  }],
  ["a text is laid out by a button, and the game is the same", async () => {
    await m.setText(m.pig.replace(/\n +/g, "\n"));
    await m.button("Format").click();
    await m.page.waitForFunction(() => /\n {2,}\(/.test([...document.querySelectorAll(".cm-line")].map((l) => l.textContent).join("\n")));
    await m.setText(m.pig);
  }],
  ["the doctor says what to try, and it is taken over", async () => {
    await m.setText(readFileSync(join(m.shelf, "../tests/evolve/flaws/dealer.rcy"), "utf8"));
    await m.tab("Doctor");
    await m.page.locator("#field-advice").fill("2000");
    await m.button("Run doctor").click();
    await m.tab("Verdict");  // what runs goes on behind another tab
    await m.tab("Doctor");
    const advice = m.button(/^Take it over/);
    await advice.waitFor({ timeout: 120000 });
    await m.picture("advice");
    await advice.click();
    await m.page.locator(".notice").getByText("taken over").waitFor();
    await m.setText(m.pig);
  }],
  ["work is shared by a link that opens in a fresh browser, and by a file", async () => {
    await m.bench("pig.rcy", "(game");
    await m.setText(`;; shared by a link\n${m.pig}`);
    await m.keeps("pig.rcy", "shared by a link");
    await m.button("Share").click();
    const link = m.page.getByLabel("Copy this link:");
    await m.page.waitForFunction(() => document.querySelector("dialog input")?.value.includes("/share/"));
    const other = await visitor(m.browser, m.told);
    await other.goto(await link.inputValue());  // the link alone must do
    await other.locator(".cm-content").getByText("shared by a link").waitFor();
    await other.locator(".verdict").waitFor();
    await other.context().close();
    const saved = m.page.waitForEvent("download");
    await m.button("Save a file to send").click();
    assert.equal((await saved).suggestedFilename(), "pig.rcy");
    await m.page.locator("dialog").getByRole("button", { name: "Close" }).click();
    await m.setText(m.pig);
  }],
];
