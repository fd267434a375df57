import { readFileSync } from "node:fs";

/** Whether a process has ended, also as a zombie. */
export function isGone(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}
