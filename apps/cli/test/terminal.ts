import { spawn } from "@lydell/node-pty";
import { expect } from "vitest";
import { type Place, rooProgram } from "./roo.ts";

export interface Terminal {
  readonly ended: Promise<number>;
  /** All that was ever shown. */
  screen(): string;
  /** Resolves once the words are on the screen, the given number of times. */
  shows(words: string, times?: number): Promise<void>;
  /** Keys; Enter is `\r`. */
  type(keys: string): void;
}

/** roo in a terminal of its own, as a person has it. */
export function startInTerminal(here: Place, args: readonly string[]): Terminal {
  const { CI: _, ...env } = here.env;
  const program = spawn(rooProgram, [...args], { name: "xterm", cols: 120, rows: 40, cwd: here.folder, env });
  let screen = "";
  program.onData((text) => (screen += text));
  const ended = new Promise<number>((resolve) => program.onExit(({ exitCode }) => resolve(exitCode)));
  return {
    ended,
    screen: () => screen,
    async shows(words, times = 1) {
      await expect.poll(() => screen.split(words).length - 1, { timeout: 60_000 }).toBeGreaterThanOrEqual(times);
    },
    type: (keys) => program.write(keys),
  };
}
