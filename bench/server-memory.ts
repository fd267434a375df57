import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Resident memory of a process. Linux only. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Resident memory once it has stopped growing: a server still reads logs after it is ready. */
export async function settledBytes(pid: number): Promise<number> {
  let [peak, stableSamples] = [0, 0];
  for (let sample = 0; sample < 120 && stableSamples < 12; sample += 1) {
    await sleep(250);
    const bytes = residentBytes(pid);
    stableSamples = bytes > peak + 1024 ** 2 ? 0 : stableSamples + 1;
    peak = Math.max(peak, bytes);
  }
  return residentBytes(pid);
}
