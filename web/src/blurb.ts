// blurb.ts - what a description says of itself in its first lines: title, tagline, players, minutes.
import { t } from "./messages";

export type Blurb = { title: string; tagline: string; players: string; minutes: string };

const fits = 150, short = 60;  // letters of a tagline: at most, and too few to stand alone

// As many first sentences as say something. A long one ends at a colon or semicolon.
function opening(prose: string): string {
  let said = "";
  for (const sentence of prose.match(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?/g) ?? []) {
    if (said.length < short) said = `${said} ${sentence.trim()}`.trim();
  }
  return said.length <= fits ? said : /^.{60,}?(?=[:;] )/.exec(said)?.[0].concat(".") ?? said;
}

// "2–4" from (PLAYERS 2 .. 4), else the number that are created, as such or by the name of a declared number.
function playersOf(text: string): string {
  const [, least, most] = /\(PLAYERS (\d+)(?: \.\. (\d+))?\)/.exec(text) ?? [];
  if (least) return most ? `${least}–${most}` : least;
  const [, number, name] = /\(create players (?:(\d+)|'(\w+))\)/.exec(text) ?? [];
  return number ?? (name && new RegExp(`\\(declare (\\d+) '${name}\\)`).exec(text)?.[1]) ?? "";
}

export function blurbOf(stem: string, text: string): Blurb {
  const comment = /^(?:\s*;;.*\n)+/.exec(text)?.[0].split("\n").map((line) => line.replace(/^\s*;+ ?/, "")) ?? [];
  const prose = comment.slice(1).join("\n").trim().split(/\n\s*\n/)[0]?.replace(/\s+/g, " ") ?? "";
  const said = (fact: string) => new RegExp(`\\(${fact} "([^"]+)"\\)`).exec(text)?.[1];
  const [, from, to] = /\(MINUTES (\d+)(?: \.\. (\d+))?\)/.exec(text) ?? [];
  return { title: said("TITLE") ?? (comment[0]?.replace(/\.$/, "") || stem), tagline: said("TAGLINE") ?? opening(prose),
    players: playersOf(text), minutes: from ? to ? `${from}–${to}` : from : "" };
}

// "2–4 players", "10 minutes": those of the two that the text says.
export const factsOf = ({ players, minutes }: Blurb): string[] =>
  [players === "1" ? t("players_1") : players && t("players_n", { n: players }), minutes && t("minutes_n", { n: minutes })].filter(Boolean);
