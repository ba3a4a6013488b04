// level.tsx - a level played with the keyboard at its real speed: a tick is 30 ms.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Drawing, Standing, useSitting, Watching } from "./table";
import { t } from "./messages";
import type { Move } from "./home";

export const tick = 30;  // milliseconds, of the game's own clock

const keys: Record<string, string> = { ArrowLeft: "left", ArrowRight: "right", ArrowDown: "down", ArrowUp: "jump",
  " ": "jump", Shift: "run", a: "left", d: "right", s: "down", w: "jump", x: "run" };
const buttons = ["left", "right", "down", "run", "jump"];

// The move that holds just these buttons.
const moveOf = (moves: Move[], held: Set<string>) =>
  moves.findIndex(({ words }) => {
    const its = words === "wait" ? [] : words.split("+");
    return its.length === held.size && its.every((b) => held.has(b));
  });

export function LevelPlay({ name, text }: { name: string; text: () => string }) {
  const sitting = useSitting();
  const playing = useSignal(false), pressed = useSignal<Set<string>>(new Set());
  const due = useRef(0), timer = useRef(0);
  const table = sitting.told.value?.table;

  const press = (button: string, down: boolean) => {
    const now = new Set(pressed.value);
    if (down) now.add(button); else now.delete(button);
    pressed.value = now;
  };
  // A tick after the one before, or as soon as its answer is there.
  useEffect(() => {
    clearTimeout(timer.current);
    if (!playing.value || !table || table.watched) return;
    if (table.over) { playing.value = false; return; }
    const wait = Math.max(0, due.current - performance.now());
    timer.current = window.setTimeout(() => {
      if (!playing.value) return;
      due.current = Math.max(performance.now(), due.current + tick);
      const place = moveOf(table.moves, pressed.value);
      void sitting.say({ play: place >= 0 ? place : moveOf(table.moves, new Set()) });
    }, wait);
    return () => clearTimeout(timer.current);
  }, [table, playing.value]);

  const start = async (seats: string) => {
    playing.value = false;
    await sitting.sit({ game: name, text: text(), seats, seed: 1 }, seats === "human" ? undefined : 0);
    due.current = performance.now();
    playing.value = seats === "human";
    sitting.place.current?.scrollIntoView({ block: "nearest" });
  };
  const onKey = (down: boolean) => (event: KeyboardEvent) => {
    const button = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!button || !playing.value) return;
    event.preventDefault();
    press(button, down);
  };
  return <div class="play level" tabIndex={0} onKeyDown={onKey(true)} onKeyUp={onKey(false)} onBlur={() => { pressed.value = new Set(); }}>
    <div class="moves">
      <button class="go" onClick={(e) => { void start("human"); e.currentTarget.closest<HTMLElement>(".level")!.focus(); }}>{t("play")}</button>
      <button onClick={() => void start("planner")}>{t("watch_planner")}</button>
      {["cautious", "runner", "novice"].map((who) => <button onClick={() => void start(who)}>{who}</button>)}
    </div>
    <p class="hint">{t("level_keys")}</p>
    {sitting.trouble.value && <p class="trouble" role="alert">{sitting.trouble.value}</p>}
    {table?.watched ? <Watching sitting={sitting} tick={tick} sitDown={false} /> : <>
      {table && <Standing table={table} runs={playing.value} />}
      {table && table.steps > 0 && <p class="hint" data-ticks={table.steps}>{t("level_clock", { seconds: (table.steps * tick / 1000).toFixed(1) })}</p>}
      <Drawing sitting={sitting} />
      {table && <div class="pad" role="group" aria-label={t("buttons")}>{buttons.map((b) => <button aria-pressed={pressed.value.has(b)}
        onPointerDown={() => press(b, true)} onPointerUp={() => press(b, false)} onPointerLeave={() => press(b, false)}>{b}</button>)}</div>}
    </>}
  </div>;
}
