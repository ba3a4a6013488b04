// maps.tsx - maps and levels: painted, judged while one paints, bred, played on the spot.
import { Component } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { TakeOver } from "./bench";
import { Exchange } from "./exchange";
import { share } from "./dialogs";
import { beginning, fileOf, isShipped, read, saveAs } from "./files";
import { attend, latest, remember, versions } from "./history";
import { Heroes } from "./heroes";
import { JobForm, useWork, WorkView } from "./jobs";
import { LevelPlay } from "./level";
import { mapThings, signOfLines, thingName, thingOf } from "./map_things";
import { t } from "./messages";
import { about, home, notice } from "./state";
import { Table } from "./table";
import type { HomeError } from "./home";
import type { MessageKey } from "./messages";

// The drawing of a file: rows of cells, each as the file has it, and what stands before and after them.
type Drawing = { head: string[]; rows: string[][]; tail: string[]; gap: string };

// A map's cell is its kind and its sprite; a level's is one letter, which is its own sign.
const grounds: [string, string, MessageKey][] = [["#", "0:0", "tile_wall"], [".", "1:1", "tile_floor"], [">", "2:4", "tile_exit"]];
const tiles: [string, string][] = [["-", "air"], ["X", "ground"], ["#", "rock"], ["S", "brick"], ["@", "power-up block"], ["!", "coin block"],
  ["L", "life block"], ["C", "coin block like a brick"], ["U", "power-up block like a brick"], ["2", "hidden coin block"], ["1", "hidden life block"], ["D", "used block"],
  ["o", "coin"], ["%", "one-way platform"], ["*", "cannon"], ["g", "crawler"], ["k", "green shellback"], ["r", "red shellback"], ["y", "spiker"],
  ["G", "winged crawler"], ["K", "winged green shellback"], ["R", "winged red shellback"], ["Y", "winged spiker"],
  ["T", "pipe with a snapper"], ["t", "pipe"], ["M", "start"], ["F", "exit"]];
const signOf = (cell: string) => cell.length === 1 ? cell : grounds.find(([, c]) => c[0] === cell[0])?.[0] ?? "?";
const cellOf = (sign: string, map: boolean) => map ? grounds.find(([g]) => g === sign)?.[1] ?? "1:1" : sign;

// The drawings that play and replays use too: of grounds and of what stands there, by sign.
const grounded: { [sign: string]: string } = { "#": "wall", ".": "floor", ">": "exit", "@": "hero" };
const spriteOf = (sign: string, level: boolean) => level ? leveled[sign] : grounded[sign] ?? thingOf(sign)?.symbol;
const leveled: { [sign: string]: string } = { X: "soil", "#": "stone", S: "bricks", C: "bricks", U: "bricks", "@": "power", "!": "coinblock", L: "life", D: "used", o: "coin", "%": "plank",
  "*": "cannon", t: "pillar", T: "pillar", "[": "pillar", "]": "pillar", "<": "pillar", ">": "pillar", F: "exit", M: "hero", g: "foe", k: "foe", r: "foe", y: "foe", G: "foe", K: "foe", R: "foe", Y: "foe" };
// What a sprite is coloured as.
const creatures: { [sign: string]: string } = { g: "crawler", G: "crawler", k: "green", K: "green", r: "red", R: "red", y: "spiker", Y: "spiker", M: "hero" };
// `top`: what lies above is something else, so that ground has grass and a snapper looks out of its pipe.
function Sprite({ sign, level, top = true }: { sign: string; level: boolean; top?: boolean }) {
  const symbol = level && sign === "X" && top ? "turf" : spriteOf(sign, level), colour = level ? creatures[sign] : sign === "@" ? "hero" : thingOf(sign)?.kind;
  const within = level ? hidden[sign] : undefined;
  return symbol ? <svg class={`sprite is-${colour ?? ""}`} viewBox="0 0 32 32" aria-hidden="true"><use href={`#dado-${symbol}`} width="32" height="32" />
    {within && (top || sign !== "T") && <use href={`#dado-${within}`} class="within" x="8" y="8" width="16" height="16" />}</svg> : null;
}
const hidden: { [sign: string]: string } = { C: "coin", U: "power", T: "foe" };  // what a tile has in it, which only the editor shows
const nothing = new Set(["-", "."]);  // signs that stand for nothing to see

export function parse(text: string): Drawing {
  const lines = text.replace(/\r/g, "").split("\n");
  const isMap = (line: string) => /^\d+:\d+( \d+:\d+)+ *$/.test(line);
  const isLevel = (line: string) => line.length >= 6 && !/[ =:{}"]/.test(line);
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

// What stands on a map is written below it: a name, then where. The start is in the first line.
const standing = (d: Drawing) => {
  const found = new Map<number, Map<number, string>>();
  const put = (x: number, y: number, sign: string) => { found.set(y, (found.get(y) ?? new Map()).set(x, sign)); };
  const start = /^(\d+)\.(\d+)$/.exec(d.head[0] ?? "");
  if (start) put(Number(start[1]), Number(start[2]), "@");
  d.tail.forEach((line, i) => {
    const at = /^(\d+),(\d+)/.exec(d.tail[i + 1] ?? ""), sign = at && signOfLines(line, d.tail[i + 1]!);
    if (sign) put(Number(at[1]), Number(at[2]), sign);
  });
  return found;
};
// The drawing with a thing, or the start, at a place; whatever stood there goes.
function withThing(d: Drawing, sign: string, x: number, y: number): Drawing {
  if (sign === "@") return { ...d, head: [`${x}.${y}`, ...d.head.slice(1)] };
  const tail: string[] = [];
  for (let i = 0; i < d.tail.length; i++) {
    if (d.tail[i + 1]?.startsWith(`${x},${y},`) && /^(Gold|Item|Enemy):$/.test(d.tail[i]!)) { i++; continue; }
    tail.push(d.tail[i]!);
  }
  const thing = thingOf(sign);
  if (!thing?.values) return { ...d, tail };
  while (tail.at(-1) === "") tail.pop();
  return { ...d, tail: [...tail, `${thing.section}:`, `${x},${y},${thing.values}`, ""] };
}

// One row of the grid, drawn again only where it changed: levels have thousands of cells.
type RowProps = { row: string[]; above: string[] | undefined; y: number; on: Map<number, string> | undefined; heated: boolean; level: boolean;
  press: (x: number, y: number) => void; drag: (x: number, y: number) => void };
class GridRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps) {
    return next.row !== this.props.row || (next.level && next.above !== this.props.above) || next.heated !== this.props.heated
      || [...(next.on ?? [])].join() !== [...(this.props.on ?? [])].join();
  }
  override render({ row, above, y, on, level, press, drag }: RowProps) {
    return <div role="row" class="gridrow">{row.map((cell, x) => {
      const sign = signOf(cell), thing = on?.get(x) ?? "";
      return <button role="gridcell" tabIndex={x || y ? -1 : 0} class={`sign s${sign.charCodeAt(0)} ${thing ? "thing" : ""}`} aria-label={`${x} ${y} ${sign} ${thing}`}
        data-x={x} data-y={y} onClick={() => press(x, y)} onMouseEnter={(e) => { if (e.buttons === 1) drag(x, y); }}>
        {spriteOf(sign, level) ? <Sprite sign={sign} level={level} top={above?.[x] !== cell} /> : nothing.has(sign) ? "" : sign}{thing && <Sprite sign={thing} level={level} />}</button>;
    })}</div>;
  }
}

const tabs = ["quality", "play", "evolve", "text", "exchange"] as const;

export function MapEditor({ name, shared }: { name: string; shared?: string }) {
  const level = name.endsWith(".level"), file = fileOf(name);
  const drawing = useSignal<Drawing>({ head: [], rows: [], tail: [], gap: "" });
  const past = useRef<string[]>([]), future = useRef<string[]>([]), saved = useSignal("");
  const brush = useSignal(level ? "X" : "#"), tool = useSignal<"paint" | "rectangle" | "fill">("paint"), tag = useSignal("");
  const tab = useSignal<typeof tabs[number]>("quality"), opened = useSignal<Set<string>>(new Set(["quality"])), twin = useSignal(false);
  const start = useRef<[number, number] | null>(null), timer = useRef(0);
  const quality = useWork();

  const text = () => write(drawing.value);
  const job = (called: string) => about.value?.jobs.find((j) => j.name === called);
  // A map is judged by those who explore it; a level by the planner: whether it can be won, and how it goes.
  const judge = () => {
    if (!drawing.value.rows.length) return;
    const files = { [file]: text() };
    if (!level && job("map eval")) quality.start({ job: "map eval", parameters: { map: [file], games: 10, expect: "casual", "no-store": true }, files });
    else if (level && job("level eval")) quality.start({ job: "level eval", parameters: { level: [file], matches: 10 }, files });
    else quality.start({ job: "sim", parameters: { game: file, agents: level ? "planner" : "profile", matches: level ? 1 : 20, "no-store": true }, files });
  };
  const settle = () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => { remember(name, text()); judge(); }, 500);
  };
  const become = (now: Drawing) => {
    past.current.push(text());
    future.current = [];
    drawing.value = now;
    settle();
  };
  const change = (rows: string[][]) => become({ ...drawing.value, rows });
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
      const found = await read(name).catch(() => ({ text: "", tag: "" }));
      const disk = found.text;
      tag.value = found.tag;
      if (gone) return;
      const kept = latest(name);
      const known = versions(name).some((v) => v.text === disk);
      drawing.value = parse(shared ?? (kept !== undefined && known ? kept : disk || kept || beginning(name)));
      saved.value = disk;
      if (!disk) remember(name, text());
      else if (!known) remember(name, disk);
      judge();
    })();
    const leave = attend(name, () => { twin.value = true; });
    return () => { gone = true; clearTimeout(timer.current); leave(); };
  }, [name]);

  const rows = drawing.value.rows;
  const wide = rows[0]?.length ?? 0;
  const put = (cells: [number, number][]) => {
    const now = drawing.value;
    if (now.gap && (brush.value === "@" || thingOf(brush.value))) {
      return become(cells.reduce((d, [x, y]) => withThing(d, brush.value, x, y), now));
    }
    const changed = new Map<number, string[]>();
    for (const [x, y] of cells) {
      if (now.rows[y]?.[x] === undefined) continue;
      if (!changed.has(y)) changed.set(y, [...now.rows[y]!]);
      changed.get(y)![x] = cellOf(brush.value, now.gap !== "");
    }
    change(now.rows.map((row, y) => changed.get(y) ?? row));
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
  // Rows keep what they were given first: the present is behind these.
  const hands = useRef({ click, put });
  hands.current = { click, put };
  const press = useRef((x: number, y: number) => hands.current.click(x, y));
  const drag = useRef((x: number, y: number) => { if (tool.value === "paint") hands.current.put([[x, y]]); });
  const walk = (event: KeyboardEvent) => {
    const moves: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const by = moves[event.key], at = (event.target as HTMLElement).dataset;
    if (!by || at["x"] === undefined) return;
    event.preventDefault();
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-x="${Number(at["x"]) + by[0]}"][data-y="${Number(at["y"]) + by[1]}"]`)?.focus();
  };

  const signs: [string, string][] = !level
    ? [...grounds.map(([s, , n]): [string, string] => [s, t(n)]), ["@", t("tile_start")], ...mapThings.map((thing): [string, string] => [thing.sign, thingName(thing)])]
    : [...tiles, ...[...new Set(rows.flat())].filter((s) => !tiles.some(([t]) => t === s)).sort().map((s): [string, string] => [s, s])];
  const on = !level ? standing(drawing.value) : undefined;
  const save = async () => {
    const now = text();
    if (isShipped(name)) return void saveAs(file, now);
    remember(name, now);
    try { tag.value = await home.write(name, now, tag.value); saved.value = now; notice.value = t("saved", { name }); }
    catch (why) { notice.value = (why as HomeError).message; }
  };
  const takeOver = (variant: string) => {
    become(parse(variant));
    notice.value = t("variant_taken");
  };
  const evolve = job("evolve");
  return <div class={`bench ${level ? "tall" : ""}`}>
    <section class="left" aria-label={t("drawing")}>
      <div class="bar"><strong>{file}</strong>
        {text() !== saved.value && <span class="hint">{t("not_saved")}</span>}
        <button onClick={() => void save()}>{t("save")}</button>
        {!isShipped(name) && <button onClick={() => void saveAs(file, text())}>{t("save_as")}</button>}
        <button onClick={() => share(file, text())}>{t("share")}</button>
        <button onClick={() => step(past, future)}>{t("undo")}</button><button onClick={() => step(future, past)}>{t("redo")}</button>
        <label>{t("tool")} <select value={tool.value} onChange={(e) => { tool.value = e.currentTarget.value as "paint"; start.current = null; }}>
          <option value="paint">{t("tool_paint")}</option><option value="rectangle">{t("tool_rectangle")}</option><option value="fill">{t("tool_fill")}</option></select></label>
        <label>{t("sign")} <select value={brush.value} onChange={(e) => { brush.value = e.currentTarget.value; }}>{signs.map(([s, n]) => <option value={s} label={n === s ? s : `${s} ${n}`}>{s}</option>)}</select></label>
        <span class="group"><button aria-label={t("row_more")} onClick={() => change([...rows, [...(rows.at(-1) ?? [])]])}>+ {t("rows")}</button>
          <button aria-label={t("row_less")} onClick={() => { if (rows.length > 2) change(rows.slice(0, -1)); }}>− {t("rows")}</button>
          <button aria-label={t("column_more")} onClick={() => change(rows.map((r) => [...r, r.at(-1) ?? "0:0"]))}>+ {t("columns")}</button>
          <button aria-label={t("column_less")} onClick={() => { if (wide > 2) change(rows.map((r) => r.slice(0, -1))); }}>− {t("columns")}</button></span>
      </div>
      {twin.value && <p class="trouble" role="alert">{t("twin_drawing")}</p>}
      <div class={`palette ${level ? "sky" : ""}`} role="group" aria-label={t("palette")}>{signs.map(([s, n]) => <button aria-pressed={brush.value === s} onClick={() => { brush.value = s; }}>
        <span class={`sign s${s.charCodeAt(0)}`} aria-hidden="true">{spriteOf(s, level) ? <Sprite sign={s} level={level} /> : nothing.has(s) ? "" : s}</span>{n}</button>)}</div>
      <div class={`grid ${level ? "sky" : ""}`} role="grid" aria-label={t("drawing")} onKeyDown={walk}>
        {rows.map((row, y) => <GridRow row={row} above={rows[y - 1]} y={y} on={on?.get(y)} heated={false} level={level} press={press.current} drag={drag.current} />)}
      </div>
      <p class="hint">{t("grid_size", { wide, high: rows.length })}</p>
    </section>
    <section class="right" aria-label={t("what_it_is")}>
      <div class="tabs" role="tablist">{tabs.map((which) => <button role="tab" aria-selected={tab.value === which}
        onClick={() => { opened.value = new Set([...opened.value, which]); tab.value = which; }}>{t(`tab_${which}`)}</button>)}</div>
      {rows.length > 0 && tabs.filter((which) => opened.value.has(which)).map((which) => <div role="tabpanel" key={which} aria-label={t(`tab_${which}`)} hidden={tab.value !== which}>
        {which === "quality" && <><Heroes answer={quality.answer.value} old={quality.old.value} level={level} /><WorkView work={quality} folded /></>}
        {which === "play" && (level ? <LevelPlay name={file} text={text} /> : <Table game={file} text={text} seats="human" />)}
        {which === "evolve" && evolve && <JobForm job={evolve} hide={["what"]} first={["toward", "generations", "population"]} files={() => ({ [file]: text() })}
          preset={level ? { what: "platform", generations: "20", population: "40", "no-store": true } : { what: file, toward: "casual", generations: "3", population: "8", matches: "5", "no-store": true }}
          after={(answer) => <TakeOver answer={answer} take={takeOver} />} />}
        {which === "exchange" && <Exchange name={file} level={level} text={text} take={(other) => {
          become(parse(other));
          notice.value = t("imported");
        }} />}
        {which === "text" && <textarea class="rawtext" aria-label={t("text_of_drawing")} value={text()} onChange={(e) => become(parse(e.currentTarget.value))} />}
      </div>)}
    </section>
  </div>;
}
