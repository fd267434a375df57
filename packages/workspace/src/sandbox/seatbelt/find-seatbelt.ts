import { execFile } from "node:child_process";
import type { Machine } from "../detect-machine.ts";

const program = "/usr/bin/sandbox-exec";

export async function findSeatbelt(): Promise<Machine> {
  const trouble = await new Promise<string | undefined>((resolve) => {
    const words = ["-p", "(version 1)(allow default)", "/usr/bin/true"];
    execFile(program, words, { timeout: 10_000 }, (error) => resolve(error === null ? undefined : error.message));
  });
  return trouble === undefined
    ? { kind: "seatbelt", program }
    : { kind: "none", trouble: `sandbox-exec failed (${trouble})` };
}
