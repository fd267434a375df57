import { setImmediate } from "node:timers/promises";
import type { TerminalInput } from "./terminal-input.ts";

/**
 * Takes everything that was typed so far, an unfinished line too, and returns it. Nobody could have meant it for a
 * question that was not on the screen yet. A terminal is left in raw mode, for whoever reads it next.
 */
export async function discardTypedAhead(stdin: TerminalInput): Promise<string> {
  let typed = "";
  const take = (chunk: Buffer | string) => {
    typed += chunk.toString();
  };
  // Only single keys are handed over before their line is finished.
  if (stdin.isTTY) stdin.setRawMode?.(true);
  stdin.on("data", take);
  stdin.resume();
  for (let before = -1; before < typed.length; ) {
    before = typed.length;
    await pollOnce();
  }
  stdin.pause();
  stdin.off("data", take);
  return typed;
}

/** Returns after the event loop has looked for input at least once since. */
async function pollOnce(): Promise<void> {
  await setImmediate();
  await setImmediate();
  await setImmediate();
}
