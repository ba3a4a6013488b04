// share.ts - a game as a link: the text, compressed, behind the #. Nothing is sent anywhere.
import { fileOf } from "./files";
import { home } from "./state";

const longest = 8000;  // letters of a link that every program takes

async function squeeze(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unfold(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

// The link that opens this text: with the key of the studio where it is the studio's. null: it is too long.
export async function linkOf(name: string, text: string): Promise<string | null> {
  const link = `${location.href.split("#")[0]}#${home.key()}/share/${encodeURIComponent(fileOf(name))}/${await squeeze(text)}`;
  return link.length > longest ? null : link;
}

export function download(name: string, text: string): void {
  const file = document.createElement("a");
  file.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  file.download = fileOf(name);
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 1000);
}
