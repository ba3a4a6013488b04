// engine.ts - one instance of the engine: memory, strings, and the few calls a module makes of its host.
//
// Used by the worker in a browser, and by node when the playground is made.

// What a person says at a table; see engine.c.
export type Word = "play" | "undo" | "hint" | "show" | "look" | "take";
export type Hear = (kind: string, data: string) => void;

type Exports = {
  memory: WebAssembly.Memory; _initialize(): void; take(size: number): number; about(): void;
  ask(job: number): number; give(name: number, value: number): number; file(name: number, text: number): number;
  run(): void;
  sit(game: number, text: number, set: number, seats: number, seed: number, width: number, match: number, lineup: number, paired: number): void;
  say(what: number, seat: number, place: number, agent: number, width: number): void;
};

const noSuchCall = 52, badFile = 8;

export class Engine {
  private readonly to: Exports;
  private static readonly encoder = new TextEncoder();
  private static readonly decoder = new TextDecoder();

  constructor(module: WebAssembly.Module, hear: Hear) {
    const view = () => new DataView(this.to.memory.buffer);
    const wasi: Record<string, (...given: never[]) => number> = {
      clock_time_get: ((_id: number, _precision: bigint, at: number) => {
        view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      }) as never,
      environ_sizes_get: ((count: number, size: number) => {
        view().setUint32(count, 0, true);
        view().setUint32(size, 0, true);
        return 0;
      }) as never,
      environ_get: (() => 0) as never,
      fd_prestat_get: (() => badFile) as never,
      proc_exit: ((code: number) => { throw new Error(`the engine ended with ${code}`); }) as never,
    };
    // What is not there fails as a call of the system would, or, of our own, says its name.
    const missing = (name: string) => () => { throw new Error(`${name} is not in the browser`); };
    const imports: Record<string, Record<string, unknown>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      (imports[from] ??= {})[name] = from === "wasi_snapshot_preview1" ? wasi[name] ?? (() => noSuchCall)
        : from === "dado" ? (kind: number, data: number, size: number) => hear(this.read(kind), this.readBytes(data, size))
        : missing(name);
    }
    this.to = new WebAssembly.Instance(module, imports as WebAssembly.Imports).exports as unknown as Exports;
    this.to._initialize();
  }

  private read(at: number): string {
    const bytes = new Uint8Array(this.to.memory.buffer);
    return this.readBytes(at, bytes.indexOf(0, at) - at);
  }
  private readBytes(at: number, size: number): string {
    return Engine.decoder.decode(new Uint8Array(this.to.memory.buffer, at, size));
  }
  // Strings given to the engine stay as long as it does: an instance serves one job or one table.
  private put(text: string): number {
    const bytes = Engine.encoder.encode(text);
    const at = this.to.take(bytes.length + 1);
    const memory = new Uint8Array(this.to.memory.buffer, at, bytes.length + 1);
    memory.set(bytes);
    memory[bytes.length] = 0;
    return at;
  }

  about() { this.to.about(); }

  // False, and the name of what is unknown, where the job or a parameter is not there.
  run(job: string, values: [string, string][], files: [string, string][]): string | null {
    if (!this.to.ask(this.put(job))) return `there is no job ${job}`;
    for (const [name, value] of values) if (!this.to.give(this.put(name), this.put(value))) return `${job} has no parameter ${name}`;
    for (const [name, text] of files) this.to.file(this.put(name), this.put(text));
    this.to.run();
    return null;
  }
  sit(game: string, text: string, set: string[], seats: string, seed: number, width: number, match = -1, lineup = 0, paired = false) {
    this.to.sit(this.put(game), this.put(text), this.put(set.join("\x1e")), this.put(seats), seed, width, match, lineup, paired ? 1 : 0);
  }
  say(what: Word, seat: number, place: number, agent: string, width: number) {
    this.to.say(what.charCodeAt(0), seat, place, this.put(agent), width);
  }
}
