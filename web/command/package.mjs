// package.mjs - the dado command as an npm package: the command, the library, the studio's page.
//
// usage: node command/package.mjs OUT COMMAND PLAYGROUND VERSION   (in web/; COMMAND has command.wasm)
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [out, command, playground, version] = process.argv.slice(2);
const folder = join("generated", "command");
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, "bin"), { recursive: true });

for (const name of ["command.mjs", "wasi.mjs", "worker.mjs", "studio.mjs", "bin/dado.mjs"]) cpSync(join("command", name), join(folder, name));
chmodSync(join(folder, "bin", "dado.mjs"), 0o755);
cpSync(join(command, "command.wasm"), join(folder, "command.wasm"));
cpSync("../library", join(folder, "library"), { recursive: true });
mkdirSync(join(folder, "studio"));
for (const name of readdirSync(playground)) cpSync(join(playground, name), join(folder, "studio", name));
cpSync("../LICENSE", join(folder, "LICENSE"));
cpSync("../packaging/npm/command.md", join(folder, "README.md"));
writeFileSync(join(folder, "package.json"), JSON.stringify({
  name: "dado", version, description: "An automated playtesting laboratory for card, dice and board games, dungeons and levels",
  license: "MIT", type: "module", bin: { dado: "bin/dado.mjs" },
  files: ["bin", "command.mjs", "wasi.mjs", "worker.mjs", "studio.mjs", "command.wasm", "library", "studio"],
  engines: { node: ">=18" },
}, null, 2) + "\n");
execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: folder, stdio: "inherit" });
