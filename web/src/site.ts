// site.ts - what a page of the documentation does: it is searched, its games are played where they stand,
// and after the first visit all of it is there without a network.
import MiniSearch from "minisearch";
import { fields } from "./search.mjs";

const script = document.querySelector<HTMLScriptElement>("script[data-root]")!;
const root = new URL(script.dataset["root"] || "./", location.href).href;

// --- the search

const input = document.querySelector<HTMLInputElement>("#search")!, found = document.querySelector<HTMLElement>("#found")!;
let index: Promise<MiniSearch> | null = null;
async function look() {
  const words = input.value.trim();
  index ??= fetch(`${root}search.json`).then((r) => r.text()).then((text) => MiniSearch.loadJSON(text, fields));
  const hits = words ? (await index).search(words).slice(0, 12) : [];
  if (input.value.trim() !== words) return;
  found.replaceChildren();
  if (!words) return;
  const list = document.createElement("ul");
  for (const hit of hits) {
    const link = document.createElement("a"), item = document.createElement("li");
    link.href = root + hit.id;
    link.textContent = hit["title"] === hit["page"] ? hit["page"] : `${hit["page"]}: ${hit["title"]}`;
    item.append(link);
    list.append(item);
  }
  found.append(hits.length ? list : "Nothing is said of that.");
}
input.addEventListener("input", () => void look());
input.form!.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector<HTMLAnchorElement>("a")?.click();
});

// --- games in the text

let engine: Promise<WebAssembly.Module> | null = null;
async function play(section: HTMLElement) {
  const said = section.querySelector<HTMLElement>(".said")!, button = section.querySelector<HTMLButtonElement>(".try")!;
  const name = section.dataset["name"]!, text = section.querySelector("textarea")!.value;
  button.disabled = true;
  said.textContent = "…";
  engine ??= WebAssembly.compileStreaming(fetch(`${root}playground/engine.wasm`));
  const module = await engine;
  const worker = new Worker(`${root}playground/worker.js`, { type: "module" });
  worker.onmessage = ({ data: { kind, data, answer } }: MessageEvent<{ kind: string; data: string; answer?: { html: string } }>) => {
    if (answer) said.innerHTML = answer.html;
    if (kind === "failed") {
      const wrong = document.createElement("pre");
      wrong.textContent = (JSON.parse(data) as { shown: string; text: string }).shown || (JSON.parse(data) as { text: string }).text;
      said.replaceChildren(wrong);
    }
    if (kind === "done" || kind === "failed") {
      worker.terminate();
      button.disabled = false;
    }
  };
  worker.postMessage({ kind: "module", module });
  worker.postMessage({ kind: "run", job: "sim", values: [["game", name], ["matches", "1000"]], files: [[name, text]] });
}
for (const section of document.querySelectorAll<HTMLElement>(".live")) section.querySelector(".try")!.addEventListener("click", () => void play(section));

if (matchMedia("(max-width: 60rem)").matches) document.querySelector("nav details")!.removeAttribute("open");
if ("serviceWorker" in navigator) void navigator.serviceWorker.register(`${root}offline.js`, { scope: root }).catch(() => {});
