// history.ts - nothing that was typed is lost: every text is kept in this browser, version by version.
//
// A version is kept when typing pauses, so that a killed tab loses at most the last second. Two tabs
// that have the same text open hear of each other and say so.

export type Version = { when: number; text: string };
type Kept = { name: string; versions: Version[]; hung?: boolean };

const most = 60;  // versions of one text; the oldest go first, but the first of all stays
const prefix = "dado:text:";

function read(name: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(prefix + name) ?? "null") as Kept | null;
    if (kept && Array.isArray(kept.versions)) return kept;
  } catch { /* what cannot be read is begun anew */ }
  return { name, versions: [] };
}

function write(kept: Kept): boolean {
  for (;;) {
    try {
      localStorage.setItem(prefix + kept.name, JSON.stringify(kept));
      return true;
    } catch {
      if (kept.versions.length <= 2) return false;  // the browser has no room: say so
      kept.versions.splice(1, Math.ceil(kept.versions.length / 2) - 1 || 1);
    }
  }
}

export function remember(name: string, text: string): boolean {
  const kept = read(name);
  if (kept.versions.at(-1)?.text === text) return true;
  kept.versions.push({ when: Date.now(), text });
  if (kept.versions.length > most) kept.versions.splice(1, kept.versions.length - most);
  return write(kept);
}

export const versions = (name: string): Version[] => read(name).versions;
export const latest = (name: string): string | undefined => read(name).versions.at(-1)?.text;

// A text that hung the engine is opened paused the next time.
export function mark(name: string, hung: boolean): void {
  const kept = read(name);
  kept.hung = hung;
  write(kept);
}
export const hung = (name: string): boolean => read(name).hung === true;

export function recent(): { name: string; when: number }[] {
  const found: { name: string; when: number }[] = [];
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i)!;
    if (!key.startsWith(prefix)) continue;
    const kept = read(key.slice(prefix.length));
    const last = kept.versions.at(-1);
    if (last) found.push({ name: kept.name, when: last.when });
  }
  return found.sort((a, b) => b.when - a.when);
}

// Calls `meet` when another tab has, or opens, the same text. Answers how to leave.
export function attend(name: string, meet: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel("dado");
  const me = Math.random().toString(36);
  channel.onmessage = (event) => {
    const said = event.data as { name: string; from: string; hello?: boolean };
    if (said.name !== name || said.from === me) return;
    meet();
    if (said.hello) channel.postMessage({ name, from: me });
  };
  channel.postMessage({ name, from: me, hello: true });
  return () => channel.close();
}
