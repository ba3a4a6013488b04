// maps.tsx - maps and levels: painted as letters, judged while one paints, played on the spot.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { attend, latest, remember, versions } from "./history";
import { useWork, WorkView } from "./jobs";
import { about, home, notice } from "./state";
import { Table } from "./table";
import type { HomeError } from "./home";

// The drawing of a file: rows of cells, each as the file has it, and what stands before and after them.
type Drawing = { head: string[]; rows: string[][]; tail: string[]; gap: string };

// A map's cell is its kind and its sprite; a level's is one letter, which is its own sign.
const grounds: [string, string, string][] = [["#", "0:0", "wall"], [".", "1:1", "floor"], [">", "2:4", "exit"]];
const signOf = (cell: string) => cell.length === 1 ? cell : grounds.find(([, c]) => c[0] === cell[0])?.[0] ?? "?";
const cellOf = (sign: string, map: boolean) => map ? grounds.find(([g]) => g === sign)?.[1] ?? "1:1" : sign;

function parse(text: string): Drawing {
  const lines = text.replace(/\r/g, "").split("\n");
  const isMap = (line: string) => /^\d+:\d+( \d+:\d+)+ *$/.test(line);
  const isLevel = (line: string) => line.length >= 6 && !/[ =:{}[\]"]/.test(line);
  let best = [0, 0], gap = "";
  for (const [kind, between] of [[isMap, " "], [isLevel, ""]] as const) {
    for (let from = 0; from < lines.length; from++) {
      let to = from;
      while (to < lines.length && kind(lines[to]!) && (between || lines[to]!.length === lines[from]!.length)) to++;
      if (to - from > best[1]! - best[0]!) [best, gap] = [[from, to], between];
    }
    if (best[1]! > best[0]!) break;
  }
  const rows = lines.slice(best[0], best[1]).map((line) => gap ? line.trim().split(" ") : [...line]);
  return { head: lines.slice(0, best[0]), rows, tail: lines.slice(best[1]), gap };
}
const write = (d: Drawing) => [...d.head.map((line) => d.gap && /^\d+-\d+$/.test(line) ? `${d.rows[0]?.length ?? 0}-${d.rows.length}` : line),
  ...d.rows.map((row) => row.join(d.gap)), ...d.tail].join("\n");

// What stands on a map is written below it: a name, then where.
const standing = (d: Drawing) => {
  const found = new Map<string, string>();
  d.tail.forEach((line, i) => {
    const at = /^(\d+),(\d+)/.exec(d.tail[i + 1] ?? "");
    if (/^[A-Z][a-z]+:$/.test(line) && at) found.set(`${at[1]},${at[2]}`, line[0]!.toLowerCase());
  });
  return found;
};

export function MapEditor({ name }: { name: string }) {
  const level = name.endsWith(".level");
  const drawing = useSignal<Drawing>({ head: [], rows: [], tail: [], gap: "" });
  const past = useRef<string[]>([]), future = useRef<string[]>([]);
  const brush = useSignal("#"), tool = useSignal<"paint" | "rectangle" | "fill">("paint"), tag = useSignal("");
  const tab = useSignal<"Quality" | "Play" | "Text">("Quality"), twin = useSignal(false);
  const start = useRef<[number, number] | null>(null), timer = useRef(0);
  const quality = useWork();

  const text = () => write(drawing.value);
  // A map is played by an explorer, a level by the planner: whether it can be won, and how it goes.
  const judge = () => quality.start({ job: "sim", parameters: { game: name, agents: level ? "planner" : "profile",
    matches: level ? 1 : 20, "no-store": true }, files: { [name]: text() } });
  const settle = () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => { remember(name, text()); judge(); }, 500);
  };
  const change = (rows: string[][]) => {
    past.current.push(text());
    future.current = [];
    drawing.value = { ...drawing.value, rows };
    settle();
  };
  const step = (from: { current: string[] }, to: { current: string[] }) => {
    const was = from.current.pop();
    if (was === undefined) return;
    to.current.push(text());
    drawing.value = parse(was);
    settle();
  };
  useEffect(() => {
    let gone = false;
    void (async () => {
      let file = "";
      try {
        const found = await home.read(name);
        file = found.text;
        tag.value = found.tag;
      } catch {
        const entry = about.value?.library.find((l) => l.endsWith(`/${name}`));
        if (entry) file = await home.library(entry).catch(() => "");
      }
      if (gone) return;
      const kept = latest(name);
      drawing.value = parse(kept !== undefined && versions(name).some((v) => v.text === file) ? kept : file || kept || "");
      remember(name, file || text());
      judge();
    })();
    const leave = attend(name, () => { twin.value = true; });
    return () => { gone = true; leave(); };
  }, [name]);

  const rows = drawing.value.rows;
  const wide = rows[0]?.length ?? 0;
  const put = (cells: [number, number][]) => {
    const now = rows.map((r) => [...r]);
    for (const [x, y] of cells) if (now[y]?.[x] !== undefined) now[y]![x] = cellOf(brush.value, drawing.value.gap !== "");
    change(now);
  };
  const fill = (x: number, y: number) => {
    const from = rows[y]![x];
    if (signOf(from!) === brush.value) return;
    const seen = new Set([`${x},${y}`]), queue: [number, number][] = [[x, y]], cells: [number, number][] = [];
    for (let next; (next = queue.pop());) {
      cells.push(next);
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
        const [nx, ny] = [next[0] + dx, next[1] + dy];
        if (rows[ny]?.[nx] !== from || seen.has(`${nx},${ny}`)) continue;
        seen.add(`${nx},${ny}`);
        queue.push([nx, ny]);
      }
    }
    put(cells);
  };
  const click = (x: number, y: number) => {
    if (tool.value === "paint") put([[x, y]]);
    else if (tool.value === "fill") fill(x, y);
    else if (!start.current) start.current = [x, y];
    else {
      const [sx, sy] = start.current, cells: [number, number][] = [];
      for (let cy = Math.min(sy, y); cy <= Math.max(sy, y); cy++) for (let cx = Math.min(sx, x); cx <= Math.max(sx, x); cx++) cells.push([cx, cy]);
      start.current = null;
      put(cells);
    }
  };
  const signs = drawing.value.gap ? grounds.map(([sign]) => sign) : [...new Set([...rows.flat(), "#", "-"])].sort();
  const things = drawing.value.gap ? standing(drawing.value) : new Map<string, string>();
  const save = async () => {
    try { tag.value = await home.write(name, text(), tag.value); notice.value = `${name} is saved.`; }
    catch (why) { notice.value = (why as HomeError).message; }
  };
  return <div class="bench">
    <section class="left" aria-label="drawing">
      <div class="bar"><strong>{name}</strong>
        <button onClick={() => void save()}>Save</button>
        <button onClick={() => step(past, future)}>Undo</button><button onClick={() => step(future, past)}>Redo</button>
        <label>tool <select value={tool.value} onChange={(e) => { tool.value = e.currentTarget.value as "paint"; start.current = null; }}>
          <option>paint</option><option>rectangle</option><option>fill</option></select></label>
        <label>sign <select value={brush.value} onChange={(e) => { brush.value = e.currentTarget.value; }}>{signs.map((s) => <option value={s}>{s}</option>)}</select></label>
        <button onClick={() => change([...rows, [...(rows.at(-1) ?? [])]])}>row</button>
        <button onClick={() => change(rows.map((r) => [...r, r.at(-1) ?? "0:0"]))}>column</button>
      </div>
      {twin.value && <p class="trouble" role="alert">This drawing is open in another tab too.</p>}
      <div class="grid" role="grid" aria-label="drawing">
        {rows.map((row, y) => <div role="row" class="gridrow">{row.map((cell, x) => [signOf(cell), things.get(`${x},${y}`) ?? ""] as const).map(([sign, thing], x) =>
          <button role="gridcell" class={`sign s${sign.charCodeAt(0)}`} aria-label={`${x} ${y} ${sign} ${thing}`} onClick={() => click(x, y)}
            onMouseEnter={(e) => { if (e.buttons === 1 && tool.value === "paint") put([[x, y]]); }}>{thing || sign}</button>)}</div>)}
      </div>
      <p class="hint">{wide} by {rows.length}</p>
    </section>
    <section class="right" aria-label="what it is like">
      <div class="tabs" role="tablist">{(["Quality", "Play", "Text"] as const).map((t) => <button role="tab" aria-selected={tab.value === t} onClick={() => { tab.value = t; }}>{t}</button>)}</div>
      {tab.value === "Quality" && <WorkView work={quality} />}
      {tab.value === "Play" && <Table game={name} text={text} />}
      {tab.value === "Text" && <textarea class="rawtext" aria-label="text of the drawing" value={text()} onChange={(e) => {
        past.current.push(text());
        drawing.value = parse(e.currentTarget.value);
        settle();
      }} />}
    </section>
  </div>;
}
