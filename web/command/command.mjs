// command.mjs - one instance of the command: files by WASI, and messages between worker threads.
//
// The first instance coordinates and runs on node's own thread, which waits for the others without turning its
// event loop; so messages are fetched from ports by hand, and a shared counter for each instance wakes it.
import { availableParallelism, cpus } from "node:os";
import { parse, sep } from "node:path";
import { MessageChannel, Worker, receiveMessageOnPort } from "node:worker_threads";
import { Wasi } from "./wasi.mjs";

const most = 64;  // worker threads

// Something that needs what node has not.
export class Lacking extends Error {}

export class Command {
  // `shared`, in a worker: its number, the counters of all, and the port to the first instance.
  constructor(module, words, folder, shared) {
    this.module = module;
    this.words = words;
    this.folder = folder;
    this.rank = shared?.rank ?? 0;
    this.ranks = shared?.ranks ?? 1;
    this.counters = shared?.counters ?? new Int32Array(new SharedArrayBuffer(4 * (most + 1)));
    this.ports = shared ? [shared.port] : [];  // of the first instance: by the number of the worker
    this.heard = 0;
    this.next = 1;
  }

  environment() {
    const root = parse(process.cwd()).root;
    const set = { ...process.env, DADO_CWD: "/" + process.cwd().slice(root.length).split(sep).join("/") };
    set.DADO_LIBRARY ||= "/" + this.folder.slice(root.length).split(sep).join("/") + "library";
    if (process.stdout.isTTY && !set.COLUMNS) set.COLUMNS = String(process.stdout.columns);
    return { set, root };
  }

  // As many instances as `threads` asks for, and the one that coordinates; one thread works alone.
  countRanks(threads) {
    if (this.rank > 0) return this.ranks;
    const cores = availableParallelism?.() ?? cpus().length;
    const workers = Math.min(threads > 0 ? threads : cores, most);
    return this.ranks = workers > 1 ? workers + 1 : 1;
  }

  start(rank) {
    const { port1, port2 } = new MessageChannel();
    new Worker(new URL("./worker.mjs", import.meta.url), { transferList: [port2], workerData: {
      module: this.module, words: this.words, folder: this.folder,
      shared: { rank, ranks: this.ranks, counters: this.counters, port: port2 } } });
    return this.ports[rank] = port1;
  }

  send(to, bytes) {
    const port = this.rank > 0 ? this.ports[0] : this.ports[to] ?? this.start(to);
    port.postMessage(bytes, [bytes.buffer]);
    Atomics.add(this.counters, to, 1);
    Atomics.notify(this.counters, to);
    return 1;
  }

  fetch() {
    if (this.rank > 0) {
      this.message = receiveMessageOnPort(this.ports[0])?.message;
      return this.message ? 0 : -1;
    }
    for (let i = 0; i < this.ranks - 1; i++) {  // in turn, so that nobody is heard last
      const from = this.next;
      this.next = from + 1 < this.ranks ? from + 1 : 1;
      this.message = this.ports[from] && receiveMessageOnPort(this.ports[from])?.message;
      if (this.message) return from;
    }
    return -1;
  }

  receive(seconds) {
    const sent = Atomics.load(this.counters, this.rank), from = this.fetch();
    if (from >= 0 || seconds <= 0) return from;
    Atomics.wait(this.counters, this.rank, sent, seconds * 1000);
    return this.fetch();
  }

  run() {
    const { set, root } = this.environment();
    const wasi = new Wasi(["dado", ...this.words], set, root);
    const memory = () => wasi.memory.buffer;
    const host = {
      rank: () => this.rank,
      ranks: (threads) => this.countRanks(threads),
      send: (to, at, size) => this.send(to, new Uint8Array(memory()).slice(at, at + size)),
      receive: (seconds, size) => {
        const from = this.receive(seconds);
        if (from >= 0) new DataView(memory()).setUint32(size, this.message.length, true);
        return from;
      },
      take: (at) => new Uint8Array(memory()).set(this.message, at),
      now: () => performance.now() / 1000,
    };
    const imports = { wasi_snapshot_preview1: wasi.calls, dado: host, env: {} };
    for (const { module, name } of WebAssembly.Module.imports(this.module)) {
      if (module === "env") imports.env[name] = () => { throw new Lacking(`the package for node cannot do this (${name}); install dado for it`); };
    }
    return wasi.start(new WebAssembly.Instance(this.module, imports));
  }
}
