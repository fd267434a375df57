import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Resident memory of a process, without what it shares. Linux only. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** The same once it grows no more: a server reads the logs it finds after it is ready, which is no client's doing. */
export async function settledBytes(pid: number): Promise<number> {
  let [most, still] = [0, 0];
  for (let look = 0; look < 120 && still < 12; look += 1) {
    await sleep(250);
    const bytes = residentBytes(pid);
    still = bytes > most + 1024 ** 2 ? 0 : still + 1;
    most = Math.max(most, bytes);
  }
  return residentBytes(pid);
}
