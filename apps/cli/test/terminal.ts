import { spawn } from "@lydell/node-pty";
import { expect } from "vitest";
import { rooProgram, type TestProject } from "./roo.ts";

export interface Terminal {
  readonly ended: Promise<number>;
  /** Everything shown so far. */
  screen(): string;
  /** Resolves once the text is on the screen, the given number of times. */
  shows(text: string, times?: number): Promise<void>;
  /** Keys; Enter is `\r`. */
  type(keys: string): void;
}

/** roo in a terminal, as people use it. */
export function startInTerminal(here: TestProject, args: readonly string[]): Terminal {
  const { CI: _, ...env } = here.env;
  const program = spawn(rooProgram, [...args], { name: "xterm", cols: 120, rows: 40, cwd: here.folder, env });
  let screen = "";
  program.onData((text) => (screen += text));
  const ended = new Promise<number>((resolve) => program.onExit(({ exitCode }) => resolve(exitCode)));
  return {
    ended,
    screen: () => screen,
    async shows(expected, times = 1) {
      await expect.poll(() => screen.split(expected).length - 1).toBeGreaterThanOrEqual(times);
    },
    type: (keys) => program.write(keys),
  };
}
