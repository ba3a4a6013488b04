// dials.tsx - a dial behind every number: those that are declared, and the one the cursor stands on. The
// curve of a measure over a dial, with its band, is the dial's track.
import { useSignal } from "@preact/signals";
import { useWork, WorkView } from "./jobs";
import { t } from "./messages";
import type { Answer } from "./home";

// Where a number stands in the text; `name` is how it is declared, or none.
export type Dial = { name: string | null; value: number; from: number; to: number };

const declared = (text: string): Dial[] => [...text.matchAll(/(\(\s*declare\s+)(-?\d+)(\s+'([A-Z][A-Z0-9_]*)\s*\))/g)]
  .map((m) => ({ name: m[4]!, value: Number(m[2]), from: m.index + m[1]!.length, to: m.index + m[1]!.length + m[2]!.length }));

// All dials of a text; the number under the cursor comes last, unless it is a declared one.
export const dialsOf = (text: string, at: Dial | null): Dial[] => {
  const all = declared(text);
  return at && /^-?\d+$/.test(text.slice(at.from, at.to)) && !all.some((d) => d.from === at.from) ? [...all, at] : all;
};

// The text with a name for a number that has none, so that it can be turned like the others.
const loose = "THIS_NUMBER";
const named = (text: string, d: Dial) => d.name !== null ? text
  : `${text.slice(0, d.from)}'${loose}${text.slice(d.to)}`.replace(/\(\s*game\b/, (game) => `${game} (declare ${d.value} '${loose})`);

type Figure = { value: number | null; low?: number | null; high?: number | null };
type Point = { at: number; y: number; low: number; high: number };

// What a sweep found of one measure, point by point.
function pointsOf(answer: Answer | null, dial: string, measure: string): Point[] {
  const rows = (answer?.document.parts["points"]?.["rows"] ?? []) as Record<string, unknown>[];
  return rows.flatMap((row) => {
    const found = row[measure] as Figure | number | null, figure = typeof found === "number" ? { value: found } : found;
    if (figure?.value == null) return [];
    const y = figure.value;
    return [{ at: Number(row[dial]), y, low: figure.low ?? y, high: figure.high ?? y }];
  });
}
const measuresOf = (answer: Answer | null) => ((answer?.document.parts["points"]?.["fields"] ?? []) as { name: string; kind: string }[])
  .filter((f) => f.kind === "estimate").map((f) => f.name);

const wide = 300, high = 56;

function Track({ points, least, most, measure }: { points: Point[]; least: number; most: number; measure: string }) {
  const bottom = Math.min(...points.map((p) => p.low)), top = Math.max(...points.map((p) => p.high));
  const x = (at: number) => (wide * (at - least) / (most - least || 1)).toFixed(1);
  const y = (value: number) => (high - 4 - (high - 8) * (value - bottom) / (top - bottom || 1)).toFixed(1);
  const line = (values: [number, number][]) => values.map(([at, value]) => `${x(at)},${y(value)}`).join(" ");
  return <svg class="track" viewBox={`0 0 ${wide} ${high}`} preserveAspectRatio="none" role="img"
    aria-label={t("curve_label", { measure, low: bottom.toPrecision(3), high: top.toPrecision(3) })}>
    <polygon points={`${line(points.map((p) => [p.at, p.low]))} ${line(points.map((p): [number, number] => [p.at, p.high]).reverse())}`} />
    <polyline points={line(points.map((p) => [p.at, p.y]))} />
  </svg>;
}

export function Dials({ name, text, at, turn }: { name: string; text: () => string; at: Dial | null; turn: (dial: Dial, value: number) => void }) {
  const work = useWork(), swept = useSignal(""), measure = useSignal("");
  const dials = dialsOf(text(), at), measures = measuresOf(work.answer.value);
  const chosen = measures.includes(measure.value) ? measure.value : measures[0] ?? "";
  const sweep = (d: Dial, least: number, most: number) => {
    swept.value = d.name ?? loose;
    work.start({ job: "sweep", parameters: { game: name, set: [`${swept.value}=${least}..${most}:${Math.max(1, Math.round(most / 8))}`], matches: 500, "no-store": true },
      files: { [name]: named(text(), d) } });
  };
  return <div>
    <p class="hint">{t("dials_about")}</p>
    {dials.map((d) => {
      const called = d.name ?? loose, most = Math.max(2 * d.value, d.value + 5), least = Math.min(1, d.value);
      const points = swept.value === called && !work.running.value && !work.failure.value ? pointsOf(work.answer.value, called, chosen) : [];
      return <div class="dial" key={called}><label for={`dial-${called}`}>{d.name ?? t("number_in_line", { line: text().slice(0, d.from).split("\n").length })}</label>
        <span class="slide">{points.length > 1 && <Track points={points} least={least} most={most} measure={chosen} />}
          <input id={`dial-${called}`} type="range" min={least} max={most} value={d.value} onChange={(e) => turn(d, Number(e.currentTarget.value))} /></span>
        <output>{d.value}</output>
        <button onClick={() => sweep(d, least, most)}>{t("curve")}</button>
      </div>;
    })}
    {measures.length > 0 && <p class="hint"><label>{t("curve_of")} <select id="dial-measure" value={chosen} onChange={(e) => { measure.value = e.currentTarget.value; }}>
      {measures.map((m) => <option value={m}>{m}</option>)}</select></label></p>}
    <WorkView work={work} />
  </div>;
}
