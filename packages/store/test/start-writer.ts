import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface ConfigurationWriter {
  /** Resolves once it waits for `go`. */
  readonly ready: Promise<void>;
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
  readonly process: ChildProcess;
  /** The last write that was acknowledged. */
  written(): number;
  go(): void;
}

/** Another process that writes configuration; killed when the test is over. */
export function startWriter(...args: string[]): ConfigurationWriter {
  const script = fileURLToPath(new URL("./configuration-writer.ts", import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  child.stdin.on("error", () => {});
  const lines = createInterface(child.stdout);
  let written = 0;
  const ready = once(lines, "line").then(() => void lines.on("line", (line) => (written = Number(line))));
  return { ready, ended, process: child, written: () => written, go: () => void child.stdin.write("go\n") };
}
