// everywhere.mjs - steps at every place: in both colours, on a narrow screen, by keyboard alone.
import assert from "node:assert/strict";
import { accessible } from "../morning.mjs";

// A place, what is there when it is whole, and the tab to open in it.
const main = [["gallery", ".card"], ["bench/pig.rcy", ".verdict"], ["map/corridor.map", ".answer"], ["territorio", ".drawing svg"], ["arena", "#arena-players"], ["solver", "#solve-game"]];
// The same page in both homes: its corners are looked at in one of them.
const corners = [["bench/pig.rcy", ".drawing svg", "Play"], ["bench/pig.rcy", ".dial", "Tune"], ["bench/pig.rcy", ".versions", "Versions"],
  ["map/corridor.map", ".rawtext", "Text"], ["job/doctor", ".fields"], ["runs", "table"]];
const places = (m) => m.kind === "studio" ? [...main, ...corners] : main;

const called = (where, tab) => `${where.replace(/\W/g, "-")}${tab ? `-${tab.toLowerCase()}` : ""}`;

async function visit(m, [where, ready, tab]) {
  await m.go(where);
  if (where.startsWith("bench/")) await m.page.locator(".cm-content").waitFor({ state: "attached" });
  if (where.startsWith("bench/") && !tab) await m.tab("Verdict");
  if (tab) await m.tab(tab);
  await m.page.locator(ready).first().waitFor();
  await m.page.waitForFunction(() => !document.querySelector(".progress"));
  await m.page.evaluate(() => new Promise((quiet) => {  // nothing comes and goes any more
    let timer = setTimeout(quiet, 150);
    new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(quiet, 150); }).observe(document.body, { childList: true, subtree: true });
  }));
}

// Everything that can be pressed or filled in and is shown; cells of a drawing are walked with arrows.
function countReachable() {
  const things = [...document.querySelectorAll("a[href],button,input,select,textarea,summary,[role=button],[contenteditable=true]")].filter((e) =>
    e.checkVisibility() && !e.disabled && !e.closest("[aria-hidden=true]") && !(e.role === "gridcell" && e.tabIndex < 0));
  globalThis.unreached = new Map(things.map((e) => [e, (e.getAttribute("aria-label") ?? e.innerText ?? "").slice(0, 40) || e.id || e.className]));
  globalThis.outside = [];
  globalThis.reach ??= document.addEventListener("focusin", ({ target }) => {
    globalThis.unreached.delete(target);
    const box = target.getBoundingClientRect();
    if (box.width > 0 && (box.right < 1 || box.left > innerWidth - 1)) globalThis.outside.push(target.outerHTML.slice(0, 100));
  }) ?? true;
  document.activeElement?.blur();
  getSelection().removeAllRanges();
  return things.length;
}

export const everywhere = (m) => [
  ["nothing serious is wrong for assistive means, in both colours", async () => {
    for (const colorScheme of ["light", "dark"]) {
      await m.page.emulateMedia({ colorScheme });
      for (const place of places(m)) {
        await visit(m, place);
        // The second time only what hangs on colours can be otherwise.
        await accessible(m.page, `${called(place[0], place[2])}, ${colorScheme}`, colorScheme === "dark" ? ["color-contrast"] : undefined);
        await m.picture(`${colorScheme}-${called(place[0], place[2])}`);
      }
    }
    await m.page.emulateMedia({ colorScheme: "light" });
  }],
  ["a tablet holds everything without scrolling sideways, in both colours", async () => {
    await m.page.setViewportSize({ width: 768, height: 1024 });
    for (const colorScheme of m.pictures || process.env.DADO_LONG ? ["light", "dark"] : ["light"]) {
      await m.page.emulateMedia({ colorScheme });
      for (const place of places(m)) {
        await visit(m, place);
        const where = called(place[0], place[2]), wide = await m.page.evaluate(() => document.documentElement.scrollWidth);
        await m.picture(`tablet-${colorScheme}-${where}`);
        assert.ok(wide <= 770, `${where} is ${wide} wide`);
      }
    }
    await m.page.emulateMedia({ colorScheme: "light" });
    await m.page.setViewportSize({ width: 1440, height: 900 });
  }],
  ["a narrow screen holds everything without scrolling sideways, and a keyboard reaches all of it", async () => {
    await m.page.setViewportSize({ width: 360, height: 740 });
    for (const place of places(m)) {
      await visit(m, place);
      const where = called(place[0], place[2]);
      const wide = await m.page.evaluate(() => document.documentElement.scrollWidth);
      await m.picture(`narrow-${where}`);
      assert.ok(wide <= 362, `${where} is ${wide} wide`);
      // A notice goes away by itself, so whether Tab reaches it in time says nothing.
      for (const close of await m.page.locator(".notice button").all()) await close.click({ timeout: 1000 }).catch(() => {});
      const count = await m.page.evaluate(countReachable);
      for (let i = 0; i < count + 20; i++) {
        if (where.startsWith("bench")) await m.page.keyboard.press("Escape");  // then Tab leaves the editor
        await m.page.keyboard.press("Tab");
      }
      assert.deepEqual(await m.page.evaluate(() => [...globalThis.unreached.values(), ...globalThis.outside]), [], `${where}: not reached with Tab`);
    }
    if (m.pictures) {
      await m.page.emulateMedia({ colorScheme: "dark" });
      for (const place of places(m)) {
        await visit(m, place);
        await m.picture(`narrow-dark-${called(place[0], place[2])}`);
      }
      await m.page.emulateMedia({ colorScheme: "light" });
    }
    await m.page.setViewportSize({ width: 1440, height: 900 });
  }],
];
