// pace.mjs - how quick the page is on the browser's engine: reported, not judged.
//
// usage: node pace.mjs FOLDER LIBRARY [EVERY]
//
// For each game of the library: from the last keystroke to the first verdict, the median of five; and
// the longest task of the page's main thread while that went on: by the clock, which others at work on
// the machine make longer, and by the time its thread was at work, with what it did most of that time.
// How busy the machine was stands in the last line: with more than a core's work besides, only the
// time at work says something.
// Served from FOLDER, as anywhere.
import { readdirSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { launch, visitor } from "./morning.mjs";
import { serve } from "./serve.mjs";

const [folder, library, every = "1"] = process.argv.slice(2);
const site = await serve(folder);
const browser = await launch(), told = [], page = await visitor(browser, told);
await page.addInitScript(() => {
  globalThis.longest = 0;
  new PerformanceObserver((list) => { for (const task of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, task.duration); }).observe({ entryTypes: ["longtask"] });
});
await page.goto(site.base);
await page.locator(".shelves").waitFor();
// Tasks of the page's main thread in a trace, from a keystroke until matches were played: how long its thread
// was at work in the longest, and at what. What the tracing itself takes before and after is left out.
function busiest(trace) {
  const events = JSON.parse(trace.toString()).traceEvents;
  const main = new Set(events.filter((e) => e.name === "thread_name" && e.args?.name === "CrRendererMain").map((e) => `${e.pid} ${e.tid}`));
  const here = events.filter((e) => e.ph === "X" && e.tdur !== undefined && main.has(`${e.pid} ${e.tid}`));
  const marked = (name) => events.filter((e) => e.name === name && /user_timing/.test(e.cat)).map((e) => e.ts).sort((a, b) => a - b);
  const typed = marked("dado typed"), rested = marked("dado rested");
  const tasks = here.filter((e) => /RunTask$/.test(e.name) && typed.some((from, i) => e.ts + e.dur >= from && e.ts <= rested[i])).sort((a, b) => b.tdur - a.tdur);
  if (!tasks.length) return { work: 0, at: "" };
  const [task] = tasks, inside = here.filter((e) => e !== task && !/RunTask$/.test(e.name) && e.tid === task.tid && e.pid === task.pid && e.ts >= task.ts && e.ts + e.dur <= task.ts + task.dur);
  const most = inside.sort((a, b) => b.tdur - a.tdur).slice(0, 3).map((e) => `${e.name} ${(e.tdur / 1000).toFixed(0)}`);
  return { work: task.tdur / 1000, at: most.join(", ") };
}
const games = readdirSync(library, { recursive: true, withFileTypes: true }).filter((e) => e.isFile() && e.name.endsWith(".rcy"))
  .map((e) => e.name).sort().filter((_, i) => i % Number(every) === 0);
let late = 0, long = 0, busy = 0;
for (const name of games) {
  await page.evaluate((hash) => { location.hash = hash; }, `/bench/${name}`);
  await page.locator(".verdict").first().waitFor();
  await page.waitForTimeout(500);
  const took = [];
  let longest = 0;
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "blink.user_timing"] });
  for (let i = 0; i < 5; i++) {
    took.push(await page.evaluate(async () => {
      globalThis.longest = 0;
      const content = document.querySelector(".cm-content");
      content.focus();
      const fresh = new Promise((seen) => {
        const begun = performance.now();
        const look = new MutationObserver(() => {
          if (document.querySelector(".verdict.old") || !document.querySelector(".progress")) return;
          if (performance.now() - begun < 300) return;
          look.disconnect();
          seen(performance.now() - begun);
        });
        look.observe(document.querySelector(".right"), { childList: true, subtree: true, attributes: true });
      });
      performance.mark("dado typed");
      document.execCommand("insertText", false, " ");
      return Promise.race([fresh, new Promise((late) => setTimeout(() => late(20000), 20000))]);
    }));
    await page.waitForTimeout(1200);  // a thousand matches meanwhile
    longest = Math.max(longest, await page.evaluate(() => { performance.mark("dado rested"); return globalThis.longest; }));
  }
  const { work, at } = busiest(await browser.stopTracing());
  busy += work > 50;
  const median = took.sort((a, b) => a - b)[2];
  late += median > 1000;
  long += longest > 50;
  console.log(`${name.padEnd(28)} first verdict ${median.toFixed(0).padStart(6)} ms   longest task ${longest.toFixed(0).padStart(4)} ms, at work ${work.toFixed(0).padStart(3)} ms (${at})`);
}
console.log(`${games.length} games: ${games.length - late} have a verdict within 1 s, in ${games.length - long} no task exceeds 50 ms, in ${games.length - busy} none works for longer`);
console.log(`load of the last five minutes ${loadavg()[1].toFixed(1)} on ${cpus().length} cores`);
await browser.close();
site.close();
