// gallery_picture.tsx - the drawing of the gallery's banner: a fan of cards, dice and meeples; covers use its parts.
import type { ComponentChildren } from "preact";

export const heart = "M50 93C22 70 5 52 5 31 5 16 16 7 28 7c10 0 18 6 22 16C54 13 62 7 72 7c12 0 23 9 23 24 0 21-17 39-45 62z";
export const spade = "M50 4c8 20 43 36 43 60 0 13-10 21-21 21-8 0-14-4-18-10 1 10 5 17 13 22H33c8-5 12-12 13-22-4 6-10 10-18 10C17 85 7 77 7 64 7 40 42 24 50 4z";
export const diamond = "M50 3c9 19 22 34 37 47-15 13-28 28-37 47C41 78 28 63 13 50 28 37 41 22 50 3z";
export const club = "M50 4a20 20 0 0 1 15 33 20 20 0 1 1-7 37c1 10 4 18 11 23H31c7-5 10-13 11-23a20 20 0 1 1-7-37A20 20 0 0 1 50 4z";
const meeple = "M50 8c11 0 18 8 18 17 0 5-2 9-5 12 12 3 26 9 26 20 0 6-5 9-11 9H69l14 22c3 5 1 8-5 8H60c-3 0-5-3-10-14-5 11-7 14-10 14H22c-6 0-8-3-5-8"
  + "l14-22h-9c-6 0-11-3-11-9 0-11 14-17 26-20-3-3-5-7-5-12 0-9 7-17 18-17z";

// A card 120 wide and 168 high, turned about the hand that holds the fan.
function FanCard({ turn, rank, suit, colour }: { turn: number; rank: string; suit: string; colour: string }) {
  const corner = <><text x="16" y="28" text-anchor="middle" font-size="24" font-weight="700">{rank}</text>
    <path d={suit} transform="translate(8.5 34) scale(.15)" /></>;
  return <g transform={`rotate(${turn} 195 330) translate(135 60)`} fill={colour}>
    <rect width="120" height="168" rx="11" fill="#fffdf6" stroke="#00000026" stroke-width="1.5" />
    {corner}<g transform="rotate(180 60 84)">{corner}</g>
    <path d={suit} transform="translate(31 55) scale(.58)" />
  </g>;
}

// A card of a cover, with any face.
export const PlainCard = ({ x, turn, children }: { x: number; turn: number; children: ComponentChildren }) => <g transform={`translate(${x} 26) rotate(${turn} 60 200)`}>
  <rect width="120" height="168" rx="11" fill="#fffdf6" stroke="#00000026" stroke-width="1.5" />{children}</g>;

const CardBack = ({ turn }: { turn: number }) => <g transform={`rotate(${turn} 195 330) translate(135 60)`}>
  <rect width="120" height="168" rx="11" fill="#fffdf6" /><rect x="7" y="7" width="106" height="154" rx="7" fill="#23314f" />
  <rect x="13" y="13" width="94" height="142" rx="5" fill="none" stroke="#f5c453" stroke-width="1.5" />
  <path d={diamond} transform="translate(30 54) scale(.6)" fill="#f5c453" />
</g>;

const middle: [number, number] = [50, 48], corners: [number, number][] = [[28, 26], [72, 70], [72, 26], [28, 70]], sides: [number, number][] = [[28, 48], [72, 48]];
const pips: { [shown: number]: [number, number][] } = { 1: [middle], 2: corners.slice(0, 2), 3: [...corners.slice(0, 2), middle], 4: corners, 5: [...corners, middle], 6: [...corners, ...sides] };
export const Die = ({ x, y, turn, shows }: { x: number; y: number; turn: number; shows: number }) => <g transform={`translate(${x} ${y}) rotate(${turn} 36 36) scale(.72)`}>
  <rect x="1" y="5" width="98" height="95" rx="24" fill="#d8d0bd" /><rect x="1" y="1" width="98" height="94" rx="24" fill="#fffdf6" />
  {pips[shows]!.map(([cx, cy]) => <circle cx={cx} cy={cy} r="9.5" fill={shows === 1 ? "#cf2740" : "#1d1c24"} />)}
</g>;

// A piece of a player, "p1" to "p6".
export const Disc = ({ x, y, r, player }: { x: number; y: number; r: number; player: string }) => <><circle cx={x} cy={y + r * 0.12} r={r} fill="#00000055" />
  <circle cx={x} cy={y} r={r} fill={`var(--${player})`} stroke="#00000040" /><circle cx={x} cy={y} r={r * 0.62} fill="none" stroke="#ffffff70" stroke-width="1.5" /></>;

export const Meeple = ({ x, y, size, player }: { x: number; y: number; size: number; player: number }) =>
  <path d={meeple} transform={`translate(${x} ${y}) scale(${size})`} fill={`var(--p${player})`} stroke="#00000059" stroke-width="3" />;

export const GalleryPicture = () => <svg class="heropicture" viewBox="0 45 440 255" aria-hidden="true">
  <CardBack turn={-30} />
  <FanCard turn={-10} rank="K" suit={spade} colour="#1d1c24" />
  <FanCard turn={10} rank="A" suit={heart} colour="#cf2740" />
  <FanCard turn={30} rank="7" suit={diamond} colour="#cf2740" />
  <Die x={20} y={212} turn={-14} shows={5} /><Die x={104} y={222} turn={11} shows={3} />
  <Meeple x={232} y={216} size={0.78} player={1} /><Meeple x={300} y={206} size={0.88} player={2} /><Meeple x={368} y={224} size={0.7} player={3} />
</svg>;
