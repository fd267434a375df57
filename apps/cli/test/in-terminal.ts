import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type Place, rooProgram } from "./roo.ts";

const program = "/usr/bin/script";
export const hasTerminal = process.platform === "linux" && existsSync(program);

export interface InTerminal extends AsyncDisposable {
  /** Resolves once all that was shown since the last key matches. */
  sees(pattern: RegExp): Promise<void>;
  types(line: string): void;
  readonly ended: Promise<number | null>;
}

/** `roo` with somebody in front of it: in a terminal of its own. */
export function inTerminal(here: Place, args: readonly string[]): InTerminal {
  const line = [rooProgram, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const child = spawn(program, ["-qec", line, "/dev/null"], {
    cwd: here.folder,
    env: { ...here.env, CI: "", TERM: "dumb" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let shown = "";
  let look = (): void => undefined;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    look();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    ended,
    sees: (pattern) =>
      new Promise((resolve, reject) => {
        void ended.then(() => reject(new Error(`It ended without ${pattern}: ${shown}`)));
        look = () => {
          if (pattern.test(shown)) resolve();
        };
        look();
      }),
    types(text) {
      shown = "";
      child.stdin.write(`${text}\r`);
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
