// share.ts - a game as a link: the text, compressed, behind the #. Nothing is sent anywhere.
import { notice } from "./state";

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

export async function share(name: string, text: string): Promise<void> {
  const link = `${location.href.split("#")[0]}#/share/${encodeURIComponent(name)}/${await squeeze(text)}`;
  if (link.length > longest) {
    const file = document.createElement("a");
    file.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    file.download = name;
    file.click();
    notice.value = "This text is too long for a link; it was saved as a file to send instead.";
    return;
  }
  await navigator.clipboard?.writeText(link).catch(() => {});
  location.hash = `/share/${encodeURIComponent(name)}/${link.split("/").at(-1)}`;
  notice.value = "The link is in the address bar, and copied where the browser allows it.";
}
