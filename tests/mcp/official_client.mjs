// official_client.mjs - every tool, resource and prompt of dado mcp through the official client.  DADO FOLDER
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert/strict";

const [dado, folder] = process.argv.slice(2);
const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command: dado, args: ["mcp", folder, "--threads", "2"], env: process.env }));
assert.equal(client.getServerVersion().name, "dado");

// Arguments for the tools that need some and finish soon; the others are called with none.
const given = {
  check: { game: ["pig.rcy"] }, format: { file: ["pig.rcy"], check: true }, sim: { game: "kuhn", matches: 20 },
  arena: { game: "kuhn", player: ["random", "greedy"], matches: 4 }, doctor: { game: "pig", effort: "quick" },
  solve: { game: "nim" }, exact: { game: "kuhn" }, count: { game: "threeinarow", count: 3 },
  equilibrium: { game: "kuhn", iterations: 50 }, list: { what: "games" }, explain: { what: "R601" },
  diff: { before: "dicepoints", after: ["ROUNDS=4"], matches: 20 }, sweep: { game: "dicepoints", matches: 20, set: ["ROUNDS=2,4"] },
  map_show: { map: "lair" }, level_show: { level: "first" }, map_gen: { generator: "caves" },
};
const { tools } = await client.listTools();
assert.ok(tools.length > 40, `only ${tools.length} tools`);
let documents = 0;
for (const tool of tools) {
  // A tool without its arguments says what is missing. Searches that need none would take long, and are cancelled.
  if (!given[tool.name] && !tool.inputSchema.required?.length) {
    const options = { signal: AbortSignal.timeout(500) };
    const ended = await client.callTool({ name: tool.name, arguments: {} }, undefined, options).catch((why) => why);
    assert.ok(ended.content?.[0].text || /abort|timeout/i.test(String(ended)), `${tool.name}: ${ended}`);
    continue;
  }
  const answer = await client.callTool({ name: tool.name, arguments: given[tool.name] ?? {} }, undefined, { timeout: 120000 });
  assert.equal(answer.content[0].type, "text");
  if (given[tool.name]) {
    assert.ok(!answer.isError, `${tool.name}: ${answer.content[0].text}`);
    assert.equal(answer.structuredContent.document, 1);
    documents++;
  }
}
const { resources } = await client.listResources();
for (const { uri } of resources) assert.ok((await client.readResource({ uri })).contents[0].text.length > 20, uri);
const { prompts } = await client.listPrompts();
for (const prompt of prompts) {
  const values = Object.fromEntries(prompt.arguments.map((a) => [a.name, "pig"]));
  assert.equal((await client.getPrompt({ name: prompt.name, arguments: values })).messages.length, 1);
}

// Progress is told, and what is cancelled ends.
const controller = new AbortController();
let told = 0;
const endless = client.callTool({ name: "sim", arguments: { game: "hearts", matches: 100000000 } }, undefined,
  { signal: controller.signal, timeout: 600000, onprogress: () => { if (++told === 2) controller.abort(); } });
await assert.rejects(endless);
assert.ok(told >= 2);
const began = Date.now();
await client.callTool({ name: "explain", arguments: { what: "R601" } });
console.log(`${tools.length} tools, ${documents} documents, ${resources.length} resources, ${prompts.length} prompts; ` +
  `the next answer came ${Date.now() - began} ms after an endless call was cancelled`);
await client.close();
