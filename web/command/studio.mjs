// studio.mjs - `dado studio` in node: serves the page, whose engine runs in the browser, on this computer alone.
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";

const usage = `usage: dado studio [--port N]

Serves the studio on this computer and prints its address; Ctrl-C ends it. The page plays and
judges in the browser, and keeps files there: its Share and Save buttons give them out. To work on a
folder of files, install dado.

  --port N  The port to serve at; without it, or with 0, a free one.
`;

const kinds = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css", json: "application/json",
  wasm: "application/wasm", woff2: "font/woff2", txt: "text/plain; charset=utf-8" };

function portOf(words) {
  if (words.length === 0) return 0;
  const text = words[0] === "--port" ? words[1] : /^--port=(.*)$/.exec(words[0])?.[1];
  const rest = words[0] === "--port" ? 2 : 1, port = /^\d{1,5}$/.test(text ?? "") ? Number(text) : NaN;
  if (words.length === rest && port <= 65535) return port;
  process.stderr.write(words[0].startsWith("--port") ? "dado: --port takes a number from 0 to 65535\n\n"
    : `dado: the studio in node takes no ${words[0]}: it serves no folder\n\n`);
  process.stderr.write(usage);
  process.exit(2);
}

export async function studio(words) {
  if (words.includes("--help") || words.includes("-h")) return void process.stdout.write(usage);
  const port = portOf(words), folder = new URL("./studio/", import.meta.url);
  // Only these names are served, whatever a request asks for.
  const files = new Map(readdirSync(folder).map((name) => ["/" + name, readFileSync(new URL(name, folder))]));
  files.set("/", files.get("/index.html"));
  const server = createServer((request, answer) => {
    const name = new URL(request.url, "http://127.0.0.1").pathname, bytes = files.get(name);
    if (request.method !== "GET" && request.method !== "HEAD") return answer.writeHead(405).end();
    if (!bytes) return answer.writeHead(404).end();
    answer.writeHead(200, { "Content-Type": kinds[(name === "/" ? "html" : name.split(".").at(-1))] ?? "application/octet-stream",
      "Content-Length": bytes.length, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache" });
    answer.end(request.method === "HEAD" ? undefined : bytes);
  });
  server.on("error", (why) => {
    process.stderr.write(`dado: the studio cannot be served at port ${port}: ${why.message}\n`);
    process.exit(1);
  });
  server.listen(port, "127.0.0.1", () => console.log(`the studio is at http://127.0.0.1:${server.address().port}/ (Ctrl-C ends it)`));
}
