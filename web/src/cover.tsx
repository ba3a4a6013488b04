// cover.tsx - the cover of a described game, drawn at once from its text: its deck, its dice, its board. The same
// game has the same cover; another has other cards, faces and places.
import { Disc, heart, spade, diamond, club, Die, Meeple, PlainCard } from "./gallery_picture";
import type { ComponentChildren } from "preact";

// Numbers that are the same for the same name.
function luckOf(name: string): (below: number) => number {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 16777619) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 4294967296 * below);
  };
}
type Luck = ReturnType<typeof luckOf>;

export type Motif = "board" | "dice" | "cards" | "counters";

// What a game is played with: its board first, then dice, then cards.
export const motifOf = (text: string): Motif => /\(\s*create\s+board\b/.test(text) ? "board" : /\(\s*create\s+(dice|dicestorage|diestorage)\b/.test(text) ? "dice"
  : /\(\s*create\s+deck\b/.test(text) ? "cards" : "counters";
export const feltOfMotif: { [motif in Motif]: string } = { board: "felt-slate", dice: "felt-plum", cards: "felt-green", counters: "felt-clay" };

// --- cards

const inks = ["#1f62d0", "#0d7a56", "#6b3fa0", "#b0520f", "#cf2740"];
const named: { [colour: string]: string } = { RED: "#cf2740", BLUE: "#1f62d0", GREEN: "#0d7a56", YELLOW: "#8f5b00", PLUM: "#6b3fa0", ORANGE: "#b0520f", MINT: "#0b7562", PINK: "#b03a78", BROWN: "#7a4a22", GREY: "#5b6068", BLACK: "#1d1c24", WHITE: "#5b6068" };
const suits = [[spade, "#1d1c24"], [heart, "#cf2740"], [club, "#1d1c24"], [diamond, "#cf2740"]] as const;
const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

const numeral = (digit: string, ink: string) => <g fill={ink}><text x="20" y="36" text-anchor="middle" font-size="30" font-weight="750">{digit}</text>
  <text x="66" y="118" text-anchor="middle" font-size="76" font-weight="750">{digit}</text></g>;

// The faces of three cards: playing cards, numbers, or words with the colours and icons of the look.
function faces(text: string, luck: Luck): ComponentChildren[] {
  if (/\bHEARTS\b/.test(text) && /\bSPADES\b/.test(text)) {
    const first = luck(4);
    return [0, 1, 2].map((i) => { const [sign, ink] = suits[(first + i) % 4]!; return <g fill={ink}><text x="18" y="30" text-anchor="middle" font-size="26" font-weight="750">{ranks[luck(13)]}</text>
      <path d={sign} transform="translate(9 38) scale(.18)" /><path d={sign} transform="translate(30 62) scale(.6)" /></g>; });
  }
  const icons = [...text.matchAll(/\(ICON\s+\S+\s+"([^"]{1,4})"\)/g)].map(([, icon]) => icon!), colours = [...text.matchAll(/\(COLOUR\s+\S+\s+([A-Z]+)\)/g)].map(([, name]) => named[name!] ?? inks[0]!);
  const ink = (i: number) => colours.length ? colours[i % colours.length]! : inks[(i + luck(inks.length)) % inks.length]!;
  if (/\(\s*deck\b[^"]*\d/.test(text) && !/\(\s*cards\s+"/.test(text)) {
    return [0, 1, 2].map((i) => numeral(String(1 + luck(9)), ink(i)));
  }
  return [0, 1, 2].map((i) => <g fill={ink(i)}><rect x="12" y="14" width="96" height="66" rx="8" opacity=".16" />
    {icons.length ? <text x="60" y="64" text-anchor="middle" font-size="44">{icons[i % icons.length]}</text> : <circle cx="60" cy="47" r="21" />}
    <rect x="22" y="96" width="76" height="11" rx="5" /><rect x="28" y="118" width="64" height="7" rx="3.5" opacity=".35" /><rect x="34" y="134" width="52" height="7" rx="3.5" opacity=".35" /></g>);
}

const Cards = ({ text, luck }: { text: string; luck: Luck }) => <>{faces(text, luck).map((face, i) => <PlainCard x={62 + 48 * i} turn={9 * i - 9}>{face}</PlainCard>)}</>;

// --- dice

function Dice({ luck }: { luck: Luck }) {
  const places = [[58, 76], [138, 44], [216, 84]] as const;
  return <>{places.map(([x, y], i) => <Die x={x} y={y} turn={luck(30) - 15 + 4 * i} shows={1 + luck(6)} />)}</>;
}

// --- boards: a grid, spaces of a hexagon, a path, or places that are joined

const players = ["p1", "p2", "p3"];
function Grid({ text, luck }: { text: string; luck: Luck }) {
  const [, columns = "4", rows = "4"] = /\(\s*grid\s+(\d+)\s+(\d+)/.exec(text) ?? [], wide = Math.min(8, Number(columns)), high = Math.min(6, Number(rows));
  const size = Math.min(26, 150 / high, 220 / wide), left = 170 - wide * size / 2, top = 98 - high * size / 2;
  const cells = Array.from({ length: wide * high }, (_, i) => ({ x: left + i % wide * size, y: top + Math.floor(i / wide) * size, dark: (i % wide + Math.floor(i / wide)) % 2 === 1, on: luck(10) }));
  return <><rect x={left - 8} y={top - 8} width={wide * size + 16} height={high * size + 16} rx="10" fill="#f3e7cf" />
    {cells.map(({ x, y, dark, on }) => <><rect x={x} y={y} width={size} height={size} fill={dark ? "#dfcfa9" : "#ede2c6"} />{on < 3 && <Disc x={x + size / 2} y={y + size / 2} r={size * 0.36} player={players[on % 2]!} />}</>)}</>;
}
function Hexagons({ luck }: { luck: Luck }) {
  const spots = [[0, 0], [1, 0], [2, 0], [-0.5, 1], [0.5, 1], [1.5, 1], [2.5, 1], [0, 2], [1, 2], [2, 2]] as const;
  return <>{spots.map(([x, y]) => { const cx = 128 + x * 42, cy = 60 + y * 37, on = luck(8);
    return <><path d={`M${cx} ${cy - 24}l21 12v24l-21 12-21-12v-24z`} fill="#ede2c6" stroke="#bda97a" stroke-width="2" />{on < 3 && <Disc x={cx} y={cy} r={12} player={players[on]!} />}</>; })}</>;
}
function Path({ luck }: { luck: Luck }) {
  return <><path d="M60 150H230a34 34 0 0 0 0-60H120a30 30 0 0 1 0-52H270" fill="none" stroke="#f3e7cf" stroke-width="30" stroke-linecap="round" />
    <path d="M60 150H230a34 34 0 0 0 0-60H120a30 30 0 0 1 0-52H270" fill="none" stroke="#bda97a" stroke-width="3" stroke-dasharray="2 17" stroke-linecap="round" />
    <Meeple x={84 + luck(70)} y={118} size={0.44} player={1} /><Meeple x={150 + luck(60)} y={58} size={0.44} player={2} /></>;
}
function Joined({ luck }: { luck: Luck }) {
  const spots = Array.from({ length: 6 }, (_, i) => ({ x: 70 + i % 3 * 100 + luck(36) - 18, y: 62 + Math.floor(i / 3) * 74 + luck(30) - 15 }));
  const links = [[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5]] as const;
  return <>{links.map(([a, b]) => <path d={`M${spots[a]!.x} ${spots[a]!.y}L${spots[b]!.x} ${spots[b]!.y}`} stroke="#f3e7cf" stroke-opacity=".7" stroke-width="6" />)}
    {spots.map(({ x, y }, i) => <><circle cx={x} cy={y} r="19" fill="#f3e7cf" />{luck(3) > 0 && <Disc x={x} y={y} r={13} player={players[i % 3]!} />}</>)}</>;
}
function Board({ text, luck }: { text: string; luck: Luck }) {
  const [, shape] = /\(\s*create\s+board\s+\S+\s+\(\s*(\w+)/.exec(text) ?? [];
  return shape === "grid" ? <Grid text={text} luck={luck} /> : shape === "hex" ? <Hexagons luck={luck} /> : shape === "track" || shape === "ring" ? <Path luck={luck} /> : <Joined luck={luck} />;
}

const Counters = ({ luck }: { luck: Luck }) => <>{[0, 1, 2].map((i) => Array.from({ length: 2 + luck(4) }, (_, k) => <Disc x={100 + 70 * i} y={140 - 17 * k} r={24} player={players[i]!} />))}</>;

export function Cover({ name, text }: { name: string; text: string }) {
  const luck = luckOf(name), motif = motifOf(text);
  return <svg viewBox="0 0 340 196" preserveAspectRatio="xMidYMid slice">
    {motif === "board" ? <Board text={text} luck={luck} /> : motif === "dice" ? <Dice luck={luck} /> : motif === "cards" ? <Cards text={text} luck={luck} /> : <Counters luck={luck} />}
  </svg>;
}
