// offline.mjs - a service worker for a folder of static files: after the first visit no network is needed.
//
// Everything is kept, and a new version replaces all of the old. Several folders may lie on one server, one
// inside another: each knows its own by where it lies.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function offline(folder, files) {
  let stamp = 0;
  for (const name of files) for (const byte of readFileSync(join(folder, name))) stamp = (Math.imul(stamp, 31) + byte) | 0;
  writeFileSync(join(folder, "offline.js"), `const mine = "dado " + registration.scope + " ", name = mine + "${(stamp >>> 0).toString(16)}", files = ${JSON.stringify(["./", ...files])};
oninstall = (event) => event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)).then(() => skipWaiting()));
onactivate = (event) => event.waitUntil(caches.keys().then((all) => Promise.all(all.filter((n) => n.startsWith(mine) && n !== name).map((n) => caches.delete(n)))).then(() => clients.claim()));
onfetch = (event) => { if (event.request.method === "GET") event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request))); };
`);
}
