// first_command.mjs - the first command of the tutorial: a folder that does not exist yet.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function beginsWithTheFirstCommand(dado) {
  const above = mkdtempSync(join(tmpdir(), "dado-first-")), folder = join(above, "my-games");
  const server = spawn(dado, ["studio", folder, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const said = await new Promise((heard, failed) => {
      server.stdout.once("data", (bytes) => heard(String(bytes)));
      server.once("exit", () => failed(new Error("the studio did not open")));
    });
    assert.match(said, /^http:.*#token=/);
    assert.ok(existsSync(folder), "the folder is made");
  } finally {
    server.kill();
    rmSync(above, { recursive: true, force: true });
  }
}
