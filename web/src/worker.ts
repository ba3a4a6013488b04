// worker.ts - the engine in a worker, so that the page stays quick whatever is played.
import { Engine } from "./engine";
import type { Word } from "./engine";
import type { Answer } from "./home";

type Asked =
  | { kind: "module"; module: WebAssembly.Module }
  | { kind: "about" }
  | { kind: "run"; job: string; values: [string, string][]; files: [string, string][] }
  | { kind: "sit"; game: string; text: string; set?: string[]; seats: string; seed: number; width: number;
      match?: number; lineup?: number; paired?: boolean }
  | { kind: "say"; what: Word; seat: number; place: number; agent: string; width: number };

// An answer without the numbers of its charts, which are drawn in it already: the page's thread is not
// kept busy with them.
function brief(answer: Answer): Answer {
  const parts = Object.entries(answer.document.parts).filter(([, part]) => part.kind !== "chart");
  return { ...answer, document: { ...answer.document, parts: Object.fromEntries(parts) } };
}

let engine: Engine | null = null;

onmessage = ({ data }: MessageEvent<Asked>) => {
  const hear = (kind: string, words: string) => postMessage(
    kind === "answer" || kind === "done" ? { kind, data: "", answer: brief(JSON.parse(words) as Answer) } : { kind, data: words });
  try {
    if (data.kind === "module") engine = new Engine(data.module, hear);
    else if (data.kind === "about") engine!.about();
    else if (data.kind === "run") {
      const wrong = engine!.run(data.job, data.values, data.files);
      if (wrong) throw new Error(wrong);
    } else if (data.kind === "sit") engine!.sit(data.game, data.text, data.set ?? [], data.seats, data.seed, data.width, data.match, data.lineup, data.paired);
    else engine!.say(data.what, data.seat, data.place, data.agent, data.width);
  } catch (why) {
    hear("failed", JSON.stringify({ text: String((why as Error).message ?? why), code: "", source: null, line: 0, column: 0,
      length: 0, shown: String((why as Error).message ?? why), stopped: false }));
  }
};
