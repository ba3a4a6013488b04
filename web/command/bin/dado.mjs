#!/usr/bin/env node
// dado.mjs - starts the dado command in node, on WebAssembly; `dado studio` serves the page.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command, Lacking } from "../command.mjs";

const words = process.argv.slice(2);
if (words[0] === "studio") {
  const { studio } = await import("../studio.mjs");
  await studio(words.slice(1));
} else {
  const here = fileURLToPath(new URL("..", import.meta.url));
  const module = new WebAssembly.Module(readFileSync(new URL("../command.wasm", import.meta.url)));
  try {
    process.exitCode = new Command(module, words, here).run();
  } catch (why) {
    process.stderr.write(`dado: ${why instanceof Lacking ? why.message : `the engine failed: ${why.stack}`}\n`);
    process.exitCode = 1;
  }
  process.exit();  // workers may still wait for messages
}
