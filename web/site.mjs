// site.mjs - the documentation as a folder of static files: pages, a search, the playground inside, and
// every description in the text a game that can be played where it stands.
//
// usage: node site.mjs OUT PLAYGROUND   (after the playground was made)
import esbuild from "esbuild";
import { Marked } from "marked";
import MiniSearch from "minisearch";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { deflateRawSync } from "node:zlib";
import { fields } from "./src/search.mjs";
import { offline } from "./offline.mjs";

const [out, playground] = process.argv.slice(2);
const root = "..";
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

// --- the pages there are: the README first, then docs by what one comes for; before them a front page

const shelves = [["docs/tutorial", "Tutorials"], ["docs/pt", "Em português"], ["docs/how-to", "How-to"], ["docs/reference", "Reference"],
  ["docs/explanation", "Explanation"], ["library/explain", "What words mean"]];
const page = (source) => {
  const text = readFileSync(join(root, source), "utf8").replace(/^<!--[^]*?-->\n?/gm, "");
  return { source, text, name: source.replace(/^(docs|library)\//, "").replace(/\.md$/, ".html").toLowerCase(),
    title: source === "README.md" ? "About dado" : /^# (.*)$/m.exec(text)?.[1].replaceAll("`", "") ?? source };
};
const pages = ["README.md", "CHANGELOG.md", ...shelves.flatMap(([shelf]) =>
  readdirSync(join(root, shelf)).filter((name) => name.endsWith(".md")).sort().map((name) => `${shelf}/${name}`))].map(page);
const named = new Map(pages.map((p) => [p.source, p.name]));

// --- one page

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const slug = (text) => text.toLowerCase().replace(/<[^>]*>/g, "").replace(/[^\p{L}\p{N} _-]/gu, "").trim().replaceAll(" ", "-");
const packed = (text) => deflateRawSync(text).toString("base64url");

// A link of the text as one of the site: to a page, to what is copied along, or, for files of the project
// that are neither, to nowhere: their name stays.
function lead(from, href) {
  if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
  const [path, anchor] = href.split("#"), source = join(dirname(from.source), path);
  const to = named.get(source) ?? (/^docs\/(images|examples)\//.test(source) ? source.replace(/^docs\//, "") : null);
  return to && relative(dirname(from.name), to) + (anchor ? `#${anchor}` : "");
}

function drawn(from) {
  const sections = [], taken = new Map();
  let games = 0;
  const marked = new Marked({ renderer: {
    heading({ tokens, depth, text }) {
      const words = this.parser.parseInline(tokens), plain = slug(text), count = taken.get(plain) ?? 0;
      taken.set(plain, count + 1);
      const id = count ? `${plain}-${count}` : plain;
      sections.push({ id, title: text.replaceAll("`", ""), words: [] });
      return `<h${depth} id="${id}">${words} <a class="here" href="#${id}" aria-label="link to this part">#</a></h${depth}>\n`;
    },
    link({ href, tokens, title }) {
      const words = this.parser.parseInline(tokens), to = lead(from, href);
      return to ? `<a href="${escape(to)}"${title ? ` title="${escape(title)}"` : ""}>${words}</a>` : words;
    },
    image({ href, text }) { return `<img src="${escape(lead(from, href) ?? href)}" alt="${escape(text)}" loading="lazy">`; },
    code({ text, lang }) {
      // A game that reads a table beside it cannot be played from its text alone.
      if (lang !== "rcy" || text.includes('(cards "')) return `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`;
      const name = `${/^;+ *(\w[\w ]*)/.exec(text)?.[1].trim().toLowerCase().replaceAll(" ", "-") ?? "game"}.rcy`;
      const id = `game-${++games}`, bench = relative(dirname(from.name), "playground/index.html");
      return `<section class="live" data-name="${name}"><label for="${id}" class="hint">${name}: change it and play it</label>
<textarea id="${id}" spellcheck="false" rows="${text.split("\n").length + 1}">${escape(text)}</textarea>
<div class="row"><button type="button" class="try">Play it a thousand times</button>
<a href="${bench}#/share/${encodeURIComponent(name)}/${packed(text)}">Open in the workbench</a></div><div class="said" aria-live="polite"></div></section>\n`;
    },
  } });
  const html = marked.parse(from.text).replaceAll("<table>", '<div class="wide" tabindex="0"><table>').replaceAll("</table>", "</table></div>");
  // What is searched: the words below each heading.
  let at = null, next = 0;
  for (const line of from.text.split("\n")) {
    if (/^#{1,6} /.test(line) && sections[next]?.title === line.replace(/^#+ /, "").replaceAll("`", "").trim()) at = sections[next++];
    else at?.words.push(line);
  }
  return { html, sections };
}

const up = (from, to) => relative(dirname(from.name), to) || to;
function frame(from, html) {
  const entry = (p) => `<li><a href="${up(from, p.name)}"${p === from ? ' aria-current="page"' : ""}>${escape(p.title)}</a></li>`;
  return `<!doctype html>
<html lang="${from.source.startsWith("docs/pt/") ? "pt" : "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(from.title)}${from.title === "dado" ? "" : " – dado"}</title>
<link rel="stylesheet" href="${up(from, "playground/report.css")}">
<link rel="stylesheet" href="${up(from, "site.css")}">
<link rel="icon" href="data:,">
<script type="module" src="${up(from, "site.js")}" data-root="${up(from, "index.html").slice(0, -"index.html".length)}"></script>
</head>
<body>
<header class="top"><a class="brand" href="${up(from, "index.html")}">dado</a>
<form role="search"><input type="search" placeholder="Search" aria-label="Search the documentation" id="search" autocomplete="off"></form>
<a href="${up(from, "playground/index.html")}">Playground</a></header>
<div id="found" aria-live="polite"></div>
<div class="columns"><nav aria-label="pages"><details${from === front ? "" : " open"}><summary>Pages</summary>${shelves.map(([shelf, title]) => `<h2>${title}</h2>
<ul>${pages.filter((p) => p.source.startsWith(`${shelf}/`)).map(entry).join("")}</ul>`).join("")}
<h2>The project</h2><ul>${pages.slice(0, 2).map(entry).join("")}</ul></details></nav>
<main${from === front ? ' class="wholepage"' : ""}>${html}</main></div>
</body>
</html>
`;
}

// The front page: one picture, one sentence, and a game with a flaw to find.
const flawed = readFileSync(join(root, "library/tutorial/lanterns.rcy"), "utf8");
const front = { name: "index.html", source: "", title: "dado" };
const begin = [["tutorial/a-first-finding.html", "A first finding", "Ten minutes, from a game that does not work to one that works better."],
  ["tutorial/first-game.html", "Your first game", "Write the rules of a card or dice game of your own."],
  ["tutorial/studio.html", "The studio", "Write, play and judge a game in the browser."]];
writeFileSync(join(out, front.name), frame(front, `<section class="front"><div><h1>Write the rules. Play it tonight. <em>Know what to fix.</em></h1>
<p>dado plays your card, dice or board game thousands of times and tells you, in plain words, what is unfair, too long or never happens.</p>
<p class="row"><a class="try-it" href="playground/index.html#/share/lanterns.rcy/${packed(flawed)}">Try it: find the flaw in Lanterns</a>
<a href="playground/index.html">Open the playground</a></p></div>
<img src="images/studio-hearts.png" alt="A game of Hearts at a table: three programs around, your hand fanned at the bottom" width="1280" height="900"></section>
<ul class="begin">${begin.map(([to, title, about]) => `<li><a href="${to}">${title}</a><span>${about}</span></li>`).join("")}</ul>`));

const search = new MiniSearch(fields);
for (const p of pages) {
  const { html, sections } = drawn(p);
  mkdirSync(join(out, dirname(p.name)), { recursive: true });
  writeFileSync(join(out, p.name), frame(p, html));
  search.addAll(sections.map(({ id, title, words }) => ({ id: `${p.name}#${id}`, page: p.title, title, words: words.join(" ") })));
}
writeFileSync(join(out, "search.json"), JSON.stringify(search));

// --- what comes along

cpSync(playground, join(out, "playground"), { recursive: true });
for (const name of ["images", "examples"]) cpSync(join(root, "docs", name), join(out, name), { recursive: true });
await esbuild.build({ entryPoints: ["src/site.ts"], bundle: true, minify: true, format: "esm", target: "es2022", outfile: join(out, "site.js"), logLevel: "warning" });
await esbuild.build({ entryPoints: ["src/site.css"], minify: true, outfile: join(out, "site.css"), logLevel: "warning" });
const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
  .map((e) => relative(out, join(e.parentPath ?? e.path, e.name))).filter((name) => name !== "playground/offline.js").sort();
offline(out, files);
console.log(`${pages.length} pages, ${files.length} files`);
