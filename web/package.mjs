// package.mjs - the engine as an npm package: a module, its types, the engine, the library.
//
// usage: node package.mjs OUT PLAYGROUND VERSION   (after the playground was made)
import esbuild from "esbuild";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [out, playground, version] = process.argv.slice(2);
const folder = join("generated", "npm");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

await esbuild.build({ entryPoints: ["src/package.ts"], bundle: true, format: "esm", target: "es2022",
  outfile: join(folder, "index.js"), external: ["node:*"], logLevel: "warning" });
// Types of the door and of what it speaks of; the rest of the page stays at home.
const tsc = ["--ignoreConfig", "src/package.ts", "--declaration", "--emitDeclarationOnly", "--target", "es2022", "--module", "esnext",
  "--moduleResolution", "bundler", "--lib", "es2023,dom", "--skipLibCheck", "--rootDir", "src", "--outDir", folder];
execFileSync("node_modules/.bin/tsc", tsc, { stdio: "inherit" });
for (const name of ["engine.wasm", "library.json"]) cpSync(join(playground, name), join(folder, name));
for (const name of ["../LICENSE", "../packaging/npm/README.md"]) cpSync(name, join(folder, name.split("/").at(-1)));
writeFileSync(join(folder, "package.json"), JSON.stringify({
  name: "@dado/engine", version, description: "An automated playtesting laboratory, as WebAssembly",
  license: "MIT", type: "module", types: "./package.d.ts",
  exports: { ".": { types: "./package.d.ts", default: "./index.js" }, "./engine.wasm": "./engine.wasm", "./library.json": "./library.json" },
  files: ["index.js", "package.d.ts", "engine.d.ts", "home.d.ts", "asking.d.ts", "engine.wasm", "library.json"],
  engines: { node: ">=18" },
}, null, 2) + "\n");
execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: folder, stdio: "inherit" });
