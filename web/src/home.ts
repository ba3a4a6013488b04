// home.ts - where jobs are run: a server, or an engine inside this page. One interface for both.
import { signal } from "@preact/signals";
import { asOptions, cardFilesOf, shippedCardFile } from "./card_files";
import { t } from "./messages";

// Whether the last request to the server was answered. The page shows a banner while it is not.
export const reachable = signal(true);

export type Param = {
  name: string; kind: string; usual: string | null; about: string; choices?: string;
  range?: [number, number]; needed: boolean; many: boolean;
};
export type JobInfo = { name: string; about: string; params: Param[] };
// `shipped` names every file of the library, `games` has the texts of its games.
export type About = { version: string; jobs: JobInfo[]; shipped: string[]; games: Record<string, string> };

export type Values = Record<string, string | number | boolean | string[] | undefined>;
export type Request = { job: string; parameters: Values; files?: Record<string, string> };

// What is heard of a job: see src/studio/background_jobs.h.
export type Answer = { unfinished: boolean; document: Document; html: string };
export type Failure = { text: string; code: string; source: string | null; line: number; column: number;
  length: number; shown: string; stopped: boolean; away?: boolean };  // away: the server did not answer
export type JobEvent =
  | { kind: "progress"; done: number; all: number }
  | { kind: "say"; words: string }
  | { kind: "answer"; answer: Answer }
  | { kind: "done"; answer: Answer }
  | { kind: "failed"; failure: Failure };
export type Figure = { value: number | null; low?: number; high?: number; level?: number; kind?: string };
export type Document = { title: string; said?: string; command?: string; failed?: boolean;
  parts: Record<string, { kind: string; [key: string]: unknown }> };

export type Running = { stop(): void; done: Promise<void> };

// What a person at a table is told: see src/job/seat_session.h.
export type Move = { words: string; touch: number[]; worth?: number };  // of the win, if nobody errs
// A step as it is told: `label` has the words of the move where they may be read, `events` what the game says of it.
export type Step = { step: number; actor: number; label?: string; events?: string; words: string };
export type Sight = { title: string; world: string; players: number; seat: number; actor: number; person: boolean;
  over: boolean; watched: boolean; steps: number; step: number; scores: (number | null)[];  // null: hidden from this seat
  places?: number[]; moves: Move[];
  log: Step[]; svg: string;
  look?: { kind: string; name: string; attribute?: string; text?: string }[];  // what (look ...) says
  by?: number;  // who made the step that a frame shows
  frames?: { reveal: boolean; actor: number; svg: string }[] };  // what happened since the last answer, step by step
export type Told = { id: number; more: boolean; hint?: number; table: Sight };
export type TableRequest = { game: string; text?: string; set?: string[]; seats: string; seed: number; width: number;
  match?: number; lineup?: number; paired?: boolean;  // of a plan that was played: to be seen again
  run?: number; instance?: number };  // a match of this run, as the store has it

export type FileInfo = { name: string; size: number; changed: number };
export type File = { name: string; tag: string; text: string };

export class HomeError extends Error {
  constructor(message: string, readonly status: number, readonly line = 0, readonly column = 0, readonly length = 0) {
    super(message);
  }
}

export interface Home {
  readonly kind: "server" | "playground";
  about(): Promise<About>;
  shipped(name: string): Promise<string>;
  list(): Promise<FileInfo[]>;
  read(name: string): Promise<File>;
  write(name: string, text: string, tag: string): Promise<string>;
  remove(name: string, tag: string): Promise<void>;
  beside(texts: string[]): Promise<Record<string, string>>;  // the tables of cards that descriptions name: the folder's, or else the library's
  key(): string;  // what a link to this home needs in its fragment: "token=…&", or nothing
  run(request: Request, hear: (event: JobEvent) => void): Running;
  sit(request: TableRequest): Promise<Told>;
  say(table: number, words: Record<string, unknown>): Promise<Told>;
  leave(table: number): void;
}

// The server that this page came from. The token is in the link's fragment. It is kept for this address, so
// that a reload, a new tab or a typed address of the same profile needs no new link.
export class Server implements Home {
  readonly kind = "server";
  private token = localStorage.getItem("dado:token") ?? "";
  private known: string[] = [];  // names of the library's files

  constructor() {
    this.takeToken();
    addEventListener("hashchange", () => this.takeToken());  // the link of a studio that was started anew
  }

  private takeToken() {
    const given = /token=([0-9a-f]+)/.exec(location.hash)?.[1];
    if (!given) return;
    this.token = given;
    localStorage.setItem("dado:token", given);
    history.replaceState(null, "", location.pathname + location.hash.replace(/token=[0-9a-f]+&?/, ""));
  }

  private async ask(method: string, path: string, body?: unknown, tag?: string): Promise<Response> {
    const headers: Record<string, string> = { "X-Dado-Token": this.token };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (tag !== undefined) headers["If-Match"] = tag;
    let answer: Response;
    try {
      answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    } catch {
      reachable.value = false;
      throw new HomeError(t("no_answer"), 0);
    }
    reachable.value = true;
    if (answer.ok) return answer;
    const why = await answer.json().catch(() => ({}));
    throw new HomeError(why.error ?? t("answered", { status: answer.status }), answer.status, why.line, why.column, why.length);
  }

  private static way(name: string): string { return name.split("/").map(encodeURIComponent).join("/"); }

  async about() {
    const found = await (await this.ask("GET", "/api/about")).json() as About;
    this.known = found.shipped;
    return found;
  }
  async shipped(name: string) { return (await this.ask("GET", `/api/library/${Server.way(name)}`)).text(); }
  async list() { return (await this.ask("GET", "/api/files")).json() as Promise<FileInfo[]>; }
  async read(name: string) { return (await this.ask("GET", `/api/files/${Server.way(name)}`)).json() as Promise<File>; }
  async write(name: string, text: string, tag: string) {
    return ((await (await this.ask("PUT", `/api/files/${Server.way(name)}`, text, tag)).json()) as { tag: string }).tag;
  }
  async remove(name: string, tag: string) { await this.ask("DELETE", `/api/files/${Server.way(name)}`, undefined, tag); }
  async beside(texts: string[]) {
    const names = texts.flatMap(cardFilesOf), found: Record<string, string> = {};
    const own = names.length ? await this.list() : [];
    for (const name of names) {
      const entry = shippedCardFile(this.known, name);
      if (own.some((file) => file.name === name)) found[name] = (await this.read(name)).text;
      else if (entry) found[name] = await this.shipped(entry);
    }
    return found;
  }
  key() { return `token=${this.token}&`; }
  async sit(request: TableRequest) {
    const set = [...request.set ?? [], ...asOptions(await this.beside(request.text ? [request.text] : []))];
    return (await this.ask("POST", "/api/sittings", { ...request, set })).json() as Promise<Told>;
  }
  async say(table: number, words: Record<string, unknown>) {
    return (await this.ask("POST", `/api/sittings/${table}`, words)).json() as Promise<Told>;
  }
  leave(table: number) { void this.ask("DELETE", `/api/sittings/${table}`).catch(() => {}); }

  run(request: Request, hear: (event: JobEvent) => void): Running {
    const leave = new AbortController();
    let id = 0, stopped = false;
    const done = (async () => {
      try {
        const files = request.files && { ...await this.beside(Object.values(request.files)), ...request.files };
        id = ((await (await this.ask("POST", "/api/jobs", { ...request, files })).json()) as { id: number }).id;
        if (stopped) void this.ask("DELETE", `/api/jobs/${id}`).catch(() => {});
        await this.listen(id, hear, leave.signal);
      } catch (why) {
        if (leave.signal.aborted) return;
        const error = why as HomeError;
        hear({ kind: "failed", failure: { text: error.message, code: "", source: null, line: error.line ?? 0,
          column: error.column ?? 0, length: error.length ?? 0, shown: error.message, stopped, away: error.status === 0 } });
      }
    })();
    return { done, stop: () => {
      stopped = true;
      if (id) void this.ask("DELETE", `/api/jobs/${id}`).catch(() => {});
    } };
  }

  // Reads events; where the connection is lost, goes on from the last one heard.
  private async listen(id: number, hear: (event: JobEvent) => void, signal: AbortSignal) {
    let last = 0, over = false;
    for (let tries = 0; !over && tries < 5; tries++) {
      const answer = await fetch(`/api/jobs/${id}/events`, { signal,
        headers: { "X-Dado-Token": this.token, "Last-Event-ID": String(last) } }).catch(() => {
        reachable.value = false;
        throw new HomeError(t("no_answer"), 0);
      });
      if (!answer.ok || !answer.body) throw new HomeError(t("answered", { status: answer.status }), answer.status);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
        if (done) break;
        rest += value;
        for (let end; (end = rest.indexOf("\n\n")) >= 0; rest = rest.slice(end + 2)) {
          const block = rest.slice(0, end);
          const number = /^id: (\d+)/m.exec(block), kind = /^event: (\w+)/m.exec(block);
          const data = block.indexOf("data: ");
          if (!number || !kind || data < 0) continue;
          last = Number(number[1]);
          tries = 0;
          over = Server.pass(kind[1]!, JSON.parse(block.slice(data + 6)), hear) || over;
        }
      }
    }
  }

  private static pass(kind: string, data: any, hear: (event: JobEvent) => void): boolean {
    if (kind === "progress") hear({ kind, ...data });
    else if (kind === "say") hear({ kind, ...data });
    else if (kind === "answer" || kind === "done") hear({ kind, answer: data });
    else if (kind === "failed") hear({ kind, failure: data });
    return kind === "done" || kind === "failed";
  }
}
