// build.mjs - the extension for VS Code as one file to install: dado-recycle-VERSION.vsix.
//
// usage: node ../editors/vscode/build.mjs OUT   (in web/, whose modules it uses)
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const esbuild = createRequire(join(process.cwd(), "package.json"))("esbuild");
const from = resolve("../editors/vscode"), out = resolve(process.argv[2]), made = join(out, "vsix");
const about = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
rmSync(made, { recursive: true, force: true });
mkdirSync(join(made, "extension", "dist"), { recursive: true });

await esbuild.build({ entryPoints: [join(from, "extension.js")], bundle: true, platform: "node", format: "cjs", target: "node16",
  external: ["vscode"], nodePaths: [resolve("node_modules")], minify: true, outfile: join(made, "extension", "dist", "extension.js"),
  logLevel: "warning" });
for (const name of ["package.json", "language-configuration.json", "syntaxes"]) cpSync(join(from, name), join(made, "extension", name), { recursive: true });
cpSync("../LICENSE", join(made, "extension", "LICENSE.txt"));
cpSync("../editors/README.md", join(made, "extension", "README.md"));
const types = { json: "application/json", js: "application/javascript", md: "text/markdown", txt: "text/plain", vsixmanifest: "text/xml" };
writeFileSync(join(made, "[Content_Types].xml"), `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${Object.entries(types).map(([ending, type]) =>
  `<Default Extension=".${ending}" ContentType="${type}"/>`).join("")}</Types>
`);
writeFileSync(join(made, "extension.vsixmanifest"), `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${about.name}" Version="${about.version}" Publisher="${about.publisher}"/>
    <DisplayName>${about.displayName}</DisplayName>
    <Description xml:space="preserve">${about.description}</Description>
    <Categories>${about.categories.join(",")}</Categories>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="${about.engines.vscode}"/></Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
`);
// The same sources make the same bytes: a release is built twice.
const when = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000)) * 1000);
const age = (folder) => readdirSync(folder, { withFileTypes: true }).forEach((entry) => {
  if (entry.isDirectory()) age(join(folder, entry.name));
  utimesSync(join(folder, entry.name), when, when);
});
age(made);
const vsix = join(out, `${about.name}-${about.version}.vsix`);
rmSync(vsix, { force: true });
execFileSync("python3", ["-m", "zipfile", "-c", vsix, "extension.vsixmanifest", "[Content_Types].xml", "extension/"], { cwd: made });
rmSync(made, { recursive: true });
console.log(vsix);
