// serve.mjs - a folder of static files under a path of its own, by a server that knows nothing.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const types = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm", json: "application/json", svg: "image/svg+xml" };

export async function serve(folder) {
  const server = createServer((asked, answer) => {
    const path = decodeURIComponent(new URL(asked.url, "http://x").pathname).replace(/^\/some\/path\//, "");
    const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    try {
      const bytes = readFileSync(join(folder, name));
      answer.writeHead(200, { "Content-Type": types[name.split(".").at(-1)] ?? "text/plain" }).end(bytes);
    } catch { answer.writeHead(404).end(); }
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  return { base: `http://127.0.0.1:${server.address().port}/some/path/`, close() { server.close(); server.closeAllConnections(); } };
}
