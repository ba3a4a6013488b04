// playground.ts - the page without a server: the engine in workers, the folder in this browser.
import { needed, typed } from "./asking";
import { asOptions, cardFilesOf, shippedCardFile } from "./card_files";
import { HomeError } from "./home";
import type { About, Answer, Failure, FileInfo, Home, JobEvent, JobInfo, Request, Running, Sight, TableRequest, Told } from "./home";

type Heard = { kind: string; data: string; answer?: Answer };

const prefix = "dado:file:";
// What a text is told apart by: two writers of one file are noticed here too.
function tagOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++) hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  return hash.toString(16);
}

export class Playground implements Home {
  readonly kind = "playground";
  private readonly module = WebAssembly.compileStreaming(fetch("engine.wasm"));
  // Other modules have jobs of their own: each is fetched once somebody asks for one, its jobs are known before.
  private readonly modules = new Map<string, Promise<WebAssembly.Module>>();
  private readonly others = fetch("modules.json").then((r) => r.json() as Promise<Record<string, JobInfo[]>>);
  private readonly shelf = fetch("library.json").then((r) => r.json() as Promise<Record<string, string>>);
  private readonly tables = new Map<number, Worker>();
  private laid = 0;

  private async engineFor(job: string): Promise<WebAssembly.Module> {
    const [name] = Object.entries(await this.others).find(([, jobs]) => jobs.some((j) => j.name === job)) ?? [];
    if (!name) return this.module;
    if (!this.modules.has(name)) this.modules.set(name, WebAssembly.compileStreaming(fetch(name)));
    return this.modules.get(name)!;
  }
  private async worker(hear: (heard: Heard) => void, job = ""): Promise<Worker> {
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = (event: MessageEvent<Heard>) => hear(event.data);
    worker.postMessage({ kind: "module", module: await this.engineFor(job) });
    return worker;
  }

  async about(): Promise<About> {
    const shelf = await this.shelf, shipped = Object.keys(shelf), others = Object.values(await this.others).flat();
    const games = Object.fromEntries(Object.entries(shelf).filter(([name]) => name.endsWith(".rcy")));
    return new Promise((told) => {
      let jobs: JobInfo[] = [], version = "";
      void this.worker((heard) => {
        if (heard.kind === "jobs") jobs = JSON.parse(heard.data) as JobInfo[];
        if (heard.kind === "version") version = heard.data;
        // Jobs that need a store or a folder are not for here.
        if (heard.kind === "style") told({ version, shipped, games, jobs: [...jobs.filter((j) => !/^(report|replay|agent|lsp|watch)/.test(j.name)), ...others] });
      }).then((worker) => worker.postMessage({ kind: "about" }));
    });
  }
  async shipped(name: string) {
    const text = (await this.shelf)[name];
    if (text === undefined) throw new HomeError(`the library has no ${name}`, 404);
    return text;
  }
  async list(): Promise<FileInfo[]> {
    const found: FileInfo[] = [];
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i)!;
      if (key.startsWith(prefix)) found.push({ name: key.slice(prefix.length), size: localStorage.getItem(key)!.length, changed: 0 });
    }
    return found.sort((a, b) => a.name < b.name ? -1 : 1);
  }
  async read(name: string) {
    const text = localStorage.getItem(prefix + name);
    if (text === null) throw new HomeError(`there is no file ${name} here`, 404);
    return { name, text, tag: tagOf(text) };
  }
  async write(name: string, text: string, tag: string) {
    const now = localStorage.getItem(prefix + name);
    if (now !== null && tagOf(now) !== tag) throw new HomeError(`${name} has been changed by somebody else meanwhile`, 409);
    try { localStorage.setItem(prefix + name, text); } catch { throw new HomeError("this browser has no room left", 507); }
    return tagOf(text);
  }
  async remove(name: string) { localStorage.removeItem(prefix + name); }
  async beside(texts: string[]) {
    const shelf = await this.shelf, found: Record<string, string> = {};
    for (const name of texts.flatMap(cardFilesOf)) {
      const entry = shippedCardFile(Object.keys(shelf), name), text = localStorage.getItem(prefix + name) ?? (entry && shelf[entry]);
      if (text) found[name] = text;
    }
    return found;
  }
  key() { return ""; }

  run(request: Request, hear: (event: JobEvent) => void): Running {
    let worker: Worker | null = null, over: () => void = () => {}, stopped = false;
    const done = new Promise<void>((resolve) => { over = resolve; });
    const end = () => { worker?.terminate(); over(); };
    void this.worker(({ kind, data, answer }) => {
      if (stopped) return;
      if (kind === "progress" || kind === "say") hear({ kind, ...JSON.parse(data) });
      else if (kind === "answer" || kind === "done") hear({ kind, answer: answer! });
      else if (kind === "failed") hear({ kind, failure: JSON.parse(data) as Failure });
      if (kind === "done" || kind === "failed") end();
    }, request.job).then(async (made) => {
      worker = made;
      if (stopped) return end();
      const asked = needed(request, await this.shelf), files = { ...await this.beside(Object.values(asked)), ...asked };
      const { "no-store": _, ...values } = request.parameters;
      worker.postMessage({ kind: "run", job: request.job, values: typed(values), files: Object.entries(files) });
    });
    return { done, stop: () => {
      if (stopped) return;
      stopped = true;
      hear({ kind: "failed", failure: { text: "stopped", code: "", source: null, line: 0, column: 0, length: 0, shown: "", stopped: true } });
      end();
    } };
  }

  // What was asked of a table last is what is heard of it next.
  private ask(id: number, message: object): Promise<Told> {
    return new Promise((told, refused) => {
      const worker = this.tables.get(id);
      let hint: number | undefined;
      if (!worker) return refused(new HomeError("this table was cleared away: sit down anew", 404));
      worker.onmessage = ({ data: { kind, data } }: MessageEvent<Heard>) => {
        if (kind === "hint") hint = Number(data);
        else if (kind === "failed") refused(new HomeError((JSON.parse(data) as Failure).text, 400));
        else if (kind === "table" || kind === "more") told({ id, more: kind === "more", hint, table: JSON.parse(data) as Sight });
      };
      worker.postMessage(message);
    });
  }
  async sit(request: TableRequest) {
    const entry = Object.keys(await this.shelf).find((k) => k.split("/").at(-1) === request.game);
    const text = request.text ?? localStorage.getItem(prefix + request.game) ?? (entry ? (await this.shelf)[entry] : "") ?? "";
    const id = ++this.laid;
    this.tables.set(id, await this.worker(() => {}));
    const set = [...request.set ?? [], ...asOptions(await this.beside([text]))];
    return this.ask(id, { kind: "sit", game: request.game, text, set, seats: request.seats, seed: request.seed, width: request.width,
      match: request.match, lineup: request.lineup, paired: request.paired });
  }
  say(table: number, words: Record<string, unknown>) {
    const what = typeof words["play"] === "number" ? "play" : typeof words["take"] === "number" ? "take"
      : typeof words["step"] === "number" ? "look" : words["undo"] ? "undo" : words["hint"] ? "hint" : "show";
    return this.ask(table, { kind: "say", what, seat: Number(words["seat"] ?? 0), place: Number(words["play"] ?? words["take"] ?? words["step"] ?? -1),
      agent: String(words["hint"] ?? ""), width: Number(words["width"] ?? 700) });
  }
  leave(table: number) {
    this.tables.get(table)?.terminate();
    this.tables.delete(table);
  }
}
