import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { RunnerOrder } from "../runner/runner-order.ts";

const mostLogged = 1024 * 1024;

/** What a runner prints, as far as somebody may want to read it. */
export function openLog({ artifacts }: RunnerOrder): {
  readonly write: (chunk: Buffer) => void;
  readonly close: () => void;
} {
  mkdirSync(artifacts, { recursive: true, mode: 0o700 });
  const file = openSync(join(artifacts, "runner.log"), "a", 0o600);
  let left = mostLogged;
  return {
    write: (chunk) => {
      left -= writeSync(file, chunk.subarray(0, left));
    },
    close: () => closeSync(file),
  };
}
