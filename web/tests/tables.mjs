// tables.mjs - the playground's tables as a server's: its own page's code and worker, with node for a browser.
//
// usage: node tables.mjs FOLDER    (prints a link, as the studio does; ends when its input does)
//
// An answer holds what the page was told, and, under "arrived", every message of the worker word for word,
// so that whoever reads answers of a server reads these likewise.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Worker as Thread } from "node:worker_threads";
import esbuild from "esbuild";

const [folder] = process.argv.slice(2);

// --- what a page finds in a browser

let arrived = [];
const code = `import { parentPort, workerData } from "node:worker_threads";
globalThis.onmessage = null;
globalThis.postMessage = (said) => parentPort.postMessage(said);
const loaded = import(workerData);
parentPort.on("message", async (data) => { await loaded; globalThis.onmessage({ data }); });`;
globalThis.Worker = class {
  constructor(name) {
    this.thread = new Thread(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData: new URL(join(folder, name), "file://").href });
    this.thread.on("message", (data) => { arrived.push(JSON.stringify(data)); this.onmessage?.({ data }); });
  }
  postMessage(said) { this.thread.postMessage(said); }
  terminate() { void this.thread.terminate(); }
};
globalThis.fetch = async (name) => new Response(readFileSync(join(folder, name)));
WebAssembly.compileStreaming = async (answer) => WebAssembly.compile(await (await answer).arrayBuffer());
globalThis.localStorage = { getItem: () => null, length: 0 };

await esbuild.build({ entryPoints: ["src/playground.ts"], bundle: true, format: "esm", outfile: "generated/playground.mjs", logLevel: "warning" });
const { Playground } = await import(new URL("../generated/playground.mjs", import.meta.url).href);
const page = new Playground();

// --- what a server is asked

let laid = 0;
const server = createServer(async (asked, answer) => {
  let body = "";
  for await (const piece of asked) body += piece;
  const table = /^\/api\/sittings(?:\/(\d+))?$/.exec(asked.url), words = JSON.parse(body);
  arrived = [];
  try {
    if (!table[1]) page.leave(laid);  // one after the other
    let told = table[1] ? await page.say(Number(table[1]), words)
      : await page.sit({ width: 700, ...words, game: words.game.endsWith(".rcy") ? words.game : `${words.game}.rcy` });
    laid = told.id;
    while (told.more) told = await page.say(told.id, { seat: told.table.seat });
    answer.writeHead(200).end(JSON.stringify({ ...told, arrived }));
  } catch (why) { answer.writeHead(400).end(JSON.stringify({ error: String(why.message ?? why) })); }
}).listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/#token=none`));
process.stdin.resume().on("end", () => process.exit(0));
