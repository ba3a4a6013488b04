// asking.ts - what an engine without a disk is given: values as words, and the texts that words name.
import type { Request, Values } from "./home";

export const typed = (values: Values): [string, string][] => Object.entries(values).flatMap(([name, value]): [string, string][] =>
  value === undefined || value === false ? [] : value === true ? [[name, ""]]
    : Array.isArray(value) ? value.map((v): [string, string] => [name, v]) : [[name, String(value)]]);

// What a word names in the library: a file, or a wish, of which games, maps and levels have their own.
function named(entries: string[], word: string, request: Request): string | undefined {
  const file = entries.find((k) => k.split("/").at(-1) === word);
  if (file) return file;
  const drawn = Object.keys(request.files ?? {}).find((name) => /\.(map|level)$/.test(name)) ?? "";
  const shelf = drawn.endsWith(".level") ? "levels" : drawn.endsWith(".map") ? "expect" : "expect/games";
  return entries.find((k) => k === `${shelf}/${word}.expect`);
}

// The files a request comes with, and those of the library that it asks for by name.
export function needed(request: Request, shelf: Record<string, string>): Record<string, string> {
  const files = { ...request.files };
  for (const value of Object.values(request.parameters).flat()) {
    if (typeof value !== "string" || value in files) continue;
    const entry = named(Object.keys(shelf), value, request);
    if (entry) files[value] = shelf[entry]!;
  }
  return files;
}
