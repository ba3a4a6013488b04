// build.mjs - makes the page: the grammar, then everything in one script, one sheet and one page.
//
// usage: node build.mjs [OUT]   (dist unless told otherwise)
import { buildParserFile } from "@lezer/generator";
import esbuild from "esbuild";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const out = process.argv[2] ?? "dist";
mkdirSync(out, { recursive: true });
mkdirSync("generated", { recursive: true });

const { parser, terms } = buildParserFile(readFileSync("src/recycle.grammar", "utf8"), {
  fileName: "src/recycle.grammar", moduleStyle: "es",
});
writeFileSync("generated/recycle.js", parser);
writeFileSync("generated/recycle.terms.js", terms);

const common = {
  bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none",
  jsx: "automatic", jsxImportSource: "preact", logLevel: "warning", loader: { ".svg": "text", ".txt": "text", ".lua": "text" },
};
await esbuild.build({ ...common, entryPoints: ["src/main.tsx"], outfile: `${out}/app.js` });
await esbuild.build({ ...common, entryPoints: ["src/worker.ts"], outfile: `${out}/worker.js` });
await esbuild.build({ entryPoints: ["src/style.css"], minify: true, outfile: `${out}/app.css`,
  logLevel: "warning", bundle: true, external: ["*.woff2"] });
cpSync("src/index.html", `${out}/index.html`);
// Fonts under the SIL Open Font License, with their licences.
const fonts = { display: ["bricolage-grotesque", "opsz"], text: ["inter", "wght"], mono: ["jetbrains-mono", "wght"] };
let licences = "";
for (const [name, [family, axis]] of Object.entries(fonts)) {
  const from = `node_modules/@fontsource-variable/${family}`;
  cpSync(`${from}/files/${family}-latin-${axis}-normal.woff2`, `${out}/${name}.woff2`);
  licences += `${name}.woff2\n\n${readFileSync(`${from}/LICENSE`, "utf8")}\n\n`;
}
writeFileSync(`${out}/fonts.txt`, licences);

for (const name of ["app.js", "worker.js", "app.css", "index.html", "display.woff2", "text.woff2", "mono.woff2"]) {
  const bytes = readFileSync(`${out}/${name}`);
  console.log(`${name}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);
}
