// wasi.mjs - the calls of the system that the command makes (WASI, preview 1), made with node's own files.
//
// Paths are resolved below the root of the file system: the command may open whatever its user may.
import { closeSync, fstatSync, lstatSync, mkdirSync, openSync, readSync, readdirSync, readlinkSync, renameSync, statSync, unlinkSync,
  writeSync, constants } from "node:fs";
import { randomFillSync } from "node:crypto";
import { isatty } from "node:tty";

const errors = { EACCES: 2, EAGAIN: 6, EBADF: 8, EEXIST: 20, EFBIG: 22, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32, EMFILE: 33,
  ENAMETOOLONG: 37, ENOENT: 44, ENOSPC: 51, ENOTDIR: 54, ENOTEMPTY: 55, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70, ETXTBSY: 74, EXDEV: 75 };
const kind = { characters: 2, folder: 3, file: 4, link: 7 };
const clock = { real: 0, monotonic: 1 };
const right = { read: 1n << 1n, seek: 1n << 2n, tell: 1n << 5n, write: 1n << 6n };
const encoder = new TextEncoder(), decoder = new TextDecoder();

export class Exit { constructor(code) { this.code = code; } }

const kindOf = (about) => about.isDirectory() ? kind.folder : about.isFile() ? kind.file : about.isSymbolicLink() ? kind.link : kind.characters;

export class Wasi {
  // `root` is the folder that paths begin at.
  constructor(words, set, root) {
    this.words = words.map((word) => encoder.encode(word + "\0"));
    this.set = Object.entries(set).map(([name, value]) => encoder.encode(`${name}=${value}\0`));
    this.root = root;
    this.nap = new Int32Array(new SharedArrayBuffer(4));
    // By its number here: node's file, its place where it has one, or the folder's path.
    this.files = new Map([0, 1, 2].map((fd) => [fd, { fd, at: null }]));
    this.files.set(3, { folder: root });
    this.calls = {};
    for (const name of Object.getOwnPropertyNames(Wasi.prototype).filter((name) => /_/.test(name))) {
      this.calls[name] = (...given) => {
        try {
          return this[name](...given) ?? 0;
        } catch (why) {
          if (why instanceof Exit || !why.code) throw why;
          return errors[why.code] ?? errors.EIO;
        }
      };
    }
  }

  view() { return new DataView(this.memory.buffer); }
  bytes(at, size) { return new Uint8Array(this.memory.buffer, at, size); }
  sleep(milliseconds) { Atomics.wait(this.nap, 0, 0, milliseconds); }
  file(number) {
    const file = this.files.get(number);
    if (!file) throw Object.assign(new Error("no such file"), { code: "EBADF" });
    return file;
  }
  path(number, at, size) {
    const name = decoder.decode(this.bytes(at, size)), { folder } = this.file(number);
    if (folder === undefined) throw Object.assign(new Error("no folder"), { code: "ENOTDIR" });
    return name === "" || name === "." ? folder : folder.endsWith("/") || folder === this.root ? folder + name : `${folder}/${name}`;
  }

  list(all, pointers, at) {
    const view = this.view();
    for (const one of all) {
      view.setUint32(pointers, at, true);
      this.bytes(at, one.length).set(one);
      pointers += 4;
      at += one.length;
    }
  }
  sizes(all, count, size) {
    this.view().setUint32(count, all.length, true);
    this.view().setUint32(size, all.reduce((sum, one) => sum + one.length, 0), true);
  }
  args_get(pointers, at) { this.list(this.words, pointers, at); }
  args_sizes_get(count, size) { this.sizes(this.words, count, size); }
  environ_get(pointers, at) { this.list(this.set, pointers, at); }
  environ_sizes_get(count, size) { this.sizes(this.set, count, size); }

  clock_time_get(which, _precision, at) {
    const now = which === clock.real ? BigInt(Date.now()) * 1_000_000n : process.hrtime.bigint();
    this.view().setBigUint64(at, now, true);
  }
  random_get(at, size) { randomFillSync(this.bytes(at, size)); }
  proc_exit(code) { throw new Exit(code); }

  // Of what may be waited for, the command waits for time alone.
  poll_oneoff(asked, answers, count, told) {
    const view = this.view();
    let shortest = Infinity, which = 0;
    for (let i = 0; i < count; i++) {
      const one = asked + 48 * i;
      if (view.getUint8(one + 8) !== 0) return errors.EINVAL;
      const absolute = view.getUint16(one + 40, true) & 1, clockNumber = view.getUint32(one + 16, true);
      let time = view.getBigUint64(one + 24, true);
      if (absolute) time -= clockNumber === clock.real ? BigInt(Date.now()) * 1_000_000n : process.hrtime.bigint();
      if (Number(time) / 1e6 < shortest) [shortest, which] = [Number(time) / 1e6, one];
    }
    if (shortest > 0) this.sleep(shortest);
    view.setBigUint64(answers, view.getBigUint64(which, true), true);
    view.setUint16(answers + 8, 0, true);
    view.setUint8(answers + 10, 0);
    view.setUint32(told, 1, true);
  }

  fd_close(number) {
    const file = this.file(number);
    if (file.fd > 2) closeSync(file.fd);
    this.files.delete(number);
  }
  fd_fdstat_get(number, at) {
    const file = this.file(number), terminal = file.fd !== undefined && isatty(file.fd);
    const sort = file.folder !== undefined ? kind.folder : file.at === null ? kind.characters : kind.file;
    const all = (1n << 30n) - 1n, view = this.view();
    view.setUint8(at, terminal ? kind.characters : sort === kind.characters ? 0 : sort);
    view.setUint16(at + 2, 0, true);
    view.setBigUint64(at + 8, terminal ? all & ~(right.seek | right.tell) : all, true);
    view.setBigUint64(at + 16, all, true);
  }
  fd_fdstat_set_flags(number) { this.file(number); }
  fd_prestat_get(number, at) {
    if (number !== 3) return errors.EBADF;
    this.view().setUint8(at, 0);
    this.view().setUint32(at + 4, 1, true);
  }
  fd_prestat_dir_name(_number, at) { this.bytes(at, 1)[0] = 47; }

  putAbout(about, at) {
    const view = this.view();
    const times = [about.atimeMs, about.mtimeMs, about.ctimeMs];
    [about.dev, about.ino, 0, about.nlink, about.size].forEach((value, i) => view.setBigUint64(at + 8 * i, BigInt(value), true));
    view.setUint8(at + 16, kindOf(about));
    times.forEach((time, i) => view.setBigUint64(at + 40 + 8 * i, BigInt(Math.round(time * 1e6)), true));
  }
  fd_filestat_get(number, at) {
    const file = this.file(number);
    this.putAbout(file.folder !== undefined ? statSync(file.folder) : fstatSync(file.fd), at);
  }
  path_filestat_get(number, flags, name, size, at) {
    const path = this.path(number, name, size);
    this.putAbout(flags & 1 ? statSync(path) : lstatSync(path), at);
  }

  path_open(number, look, name, size, how, rights, _passed, flags, at) {
    const path = this.path(number, name, size);
    const [create, folder, alone, empty] = [1, 2, 4, 8].map((bit) => how & bit);
    const reads = rights & right.read, writes = rights & right.write;
    let opened;
    const isFolder = !create && (() => { try { return (look & 1 ? statSync : lstatSync)(path).isDirectory(); } catch { return false; } })();
    if (isFolder) {
      if (writes && !folder) return errors.EISDIR;
      opened = { folder: path };
    } else if (folder) {
      statSync(path);
      return errors.ENOTDIR;
    } else {
      const fd = openSync(path, (writes ? reads ? constants.O_RDWR : constants.O_WRONLY : constants.O_RDONLY) |
        (create ? constants.O_CREAT : 0) | (alone ? constants.O_EXCL : 0) | (empty ? constants.O_TRUNC : 0) |
        (flags & 1 ? constants.O_APPEND : 0) | (look & 1 ? 0 : constants.O_NOFOLLOW ?? 0), 0o666);
      opened = { fd, at: fstatSync(fd).isFile() ? 0 : null, appends: flags & 1 };
    }
    let free = 4;
    while (this.files.has(free)) free++;
    this.files.set(free, opened);
    this.view().setUint32(at, free, true);
  }
  path_create_directory(number, name, size) { mkdirSync(this.path(number, name, size)); }
  path_unlink_file(number, name, size) { unlinkSync(this.path(number, name, size)); }
  path_rename(from, name, size, to, newName, newSize) { renameSync(this.path(from, name, size), this.path(to, newName, newSize)); }
  path_readlink(number, name, size, at, room, used) {
    const target = encoder.encode(readlinkSync(this.path(number, name, size))).subarray(0, room);
    this.bytes(at, target.length).set(target);
    this.view().setUint32(used, target.length, true);
  }

  // Standard input and output may be set not to wait; then we do.
  patient(act) {
    for (;;) {
      try {
        return act();
      } catch (why) {
        if (why.code === "EOF") return 0;
        if (why.code !== "EAGAIN") throw why;
        this.sleep(5);
      }
    }
  }
  move(number, list, count, done, act) {
    const file = this.file(number);
    if (file.fd === undefined) return errors.EISDIR;
    let all = 0;
    for (let i = 0; i < count; i++) {
      const at = this.view().getUint32(list + 8 * i, true), size = this.view().getUint32(list + 8 * i + 4, true);
      if (size === 0) continue;
      const moved = this.patient(() => act(file.fd, this.bytes(at, size), 0, size, file.appends ? null : file.at));
      if (file.at !== null) file.at += moved;
      all += moved;
      if (moved < size) break;
    }
    this.view().setUint32(done, all, true);
  }
  fd_read(number, list, count, done) { return this.move(number, list, count, done, readSync); }
  fd_write(number, list, count, done) { return this.move(number, list, count, done, writeSync); }
  fd_seek(number, offset, whence, at) {
    const file = this.file(number);
    if (file.fd === undefined || file.at === null) return errors.ESPIPE;
    const from = whence === 0 ? 0 : whence === 1 ? file.at : fstatSync(file.fd).size;
    if (from + Number(offset) < 0) return errors.EINVAL;
    file.at = from + Number(offset);
    this.view().setBigUint64(at, BigInt(file.at), true);
  }
  fd_readdir(number, at, room, cookie, used) {
    const { folder } = this.file(number), view = this.view();
    if (folder === undefined) return errors.ENOTDIR;
    let end = at;
    readdirSync(folder, { withFileTypes: true }).slice(Number(cookie)).every((entry, i) => {
      const name = encoder.encode(entry.name), head = new DataView(new ArrayBuffer(24));
      head.setBigUint64(0, cookie + BigInt(i + 1), true);
      head.setUint32(16, name.length, true);
      head.setUint8(20, kindOf(entry));
      const whole = new Uint8Array(24 + name.length);
      whole.set(new Uint8Array(head.buffer));
      whole.set(name, 24);
      const part = whole.subarray(0, at + room - end);
      this.bytes(end, part.length).set(part);
      end += part.length;
      return end < at + room;
    });
    view.setUint32(used, end - at, true);
  }

  start(instance) {
    this.memory = instance.exports.memory;
    try {
      instance.exports._start();
      return 0;
    } catch (why) {
      if (why instanceof Exit) return why.code;
      throw why;
    }
  }
}
