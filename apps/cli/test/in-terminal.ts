import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { rooProgram, type TestProject } from "./roo.ts";

const program = "/usr/bin/script";
export const hasTerminal = process.platform === "linux" && existsSync(program);

export interface InTerminal extends AsyncDisposable {
  /** Resolves once the output since the last key matches. */
  sees(pattern: RegExp): Promise<void>;
  types(line: string): void;
  readonly ended: Promise<number | null>;
}

/** `roo` in a terminal, with someone typing. */
export function inTerminal(here: TestProject, args: readonly string[]): InTerminal {
  const line = [rooProgram, ...args].map((argument) => `'${argument.replaceAll("'", `'\\''`)}'`).join(" ");
  const child = spawn(program, ["-qec", line, "/dev/null"], {
    cwd: here.folder,
    env: { ...here.env, CI: "", TERM: "dumb" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let shown = "";
  let check = (): void => undefined;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    check();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    ended,
    sees: (pattern) =>
      new Promise((resolve, reject) => {
        void ended.then(() => reject(new Error(`ended without showing ${pattern}: ${shown}`)));
        check = () => {
          if (pattern.test(shown)) resolve();
        };
        check();
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
