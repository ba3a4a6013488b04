// verdict_sentences.ts - what verdicts claim, in the language of the page. The command translates by the same
// catalogue: src/cli/verdicts_pt.txt says what its lines mean.
import catalogue from "../../src/cli/verdicts_pt.txt";
import { language } from "./messages";

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const entries = catalogue.split("\n").filter((line) => line.includes(" = ") && !line.startsWith("#")).map((line) => {
  const [english, other] = line.split(" = ") as [string, string];
  return [new RegExp(`^${english.split("{}").map(escaped).join("(.*?)")}$`), other] as const;
});

function translate(text: string, depth: number): string | null {
  for (const [pattern, other] of depth < 3 ? entries : []) {
    const found = pattern.exec(text);
    if (found) return other.replace(/\{(\d)\}/g, (_, n: string) => part(found[Number(n)] ?? "", depth + 1));
  }
  return null;
}

// A part behind a colon begins with a small letter, where the catalogue has a capital.
function part(text: string, depth: number): string {
  const whole = text && translate(text, depth);
  if (whole) return whole;
  const raised = text && translate(text[0]!.toUpperCase() + text.slice(1), depth);
  return raised ? raised[0]!.toLowerCase() + raised.slice(1) : text;
}

export const claimOf = (claim: string): string => language.value === "pt" ? translate(claim, 0) ?? claim : claim;
