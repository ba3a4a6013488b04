// package.ts - the engine for other people's programs, in node or in a browser: the npm package's door.
//
// A job runs where it is called from, and the caller waits for it; in a page, call it in a worker.
import { needed, typed } from "./asking";
import { Engine } from "./engine";
import type { Document, Failure, JobInfo, Request, Values } from "./home";

export type { Document, Failure, Figure, JobInfo, Param, Values } from "./home";
export type Answer = { document: Document; html: string };
export type Options = {
  files?: Record<string, string>;                     // texts of your own, by the names the parameters use
  progress?: (done: number, all: number) => void;
};

// A job that could not be done: what was wrong and, where a text is to blame, the place in it.
export class DadoError extends Error {
  constructor(readonly failure: Failure) { super(failure.text); this.name = "DadoError"; }
}

export class Dado {
  readonly version: string;
  readonly jobs: JobInfo[];
  private constructor(private readonly module: WebAssembly.Module, readonly shipped: Readonly<Record<string, string>>) {
    const heard: Record<string, string> = {};
    new Engine(module, (kind, data) => { heard[kind] = data; }).about();
    this.version = heard["version"]!;
    this.jobs = JSON.parse(heard["jobs"]!) as JobInfo[];
  }

  // `engine` and `library` are what lies beside this module, unless given: engine.wasm and library.json.
  static async open(engine?: BufferSource, library?: Record<string, string>): Promise<Dado> {
    return new Dado(await WebAssembly.compile(engine ?? await beside("engine.wasm") as BufferSource),
      library ?? JSON.parse(new TextDecoder().decode(await beside("library.json"))) as Record<string, string>);
  }

  // The same document as `dado JOB --json` gives for the same parameters.
  run(job: string, parameters: Values = {}, { files, progress }: Options = {}): Answer {
    const request: Request = { job, parameters, files };
    let answer: Answer | null = null, failure: Failure | null = null;
    const engine = new Engine(this.module, (kind, data) => {
      if (kind === "progress") { const { done, all } = JSON.parse(data); progress?.(done, all); }
      if (kind === "done") { const { document, html } = JSON.parse(data); answer = { document, html }; }
      if (kind === "failed") failure = JSON.parse(data) as Failure;
    });
    const wrong = engine.run(job, typed(parameters), Object.entries(needed(request, this.shipped)));
    if (wrong) failure = { text: wrong, code: "", source: null, line: 0, column: 0, length: 0, shown: wrong, stopped: false };
    if (failure) throw new DadoError(failure);
    return answer!;
  }
}

async function beside(name: string): Promise<Uint8Array> {
  const at = new URL(name, import.meta.url);
  if (at.protocol !== "file:") return new Uint8Array(await (await fetch(at)).arrayBuffer());
  const { readFile } = await import(/* of node alone */ "node:fs/promises" as string);
  return readFile(at);
}
