import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The server that works on a data folder and takes connections, as its own file says. */
export function postmasterOf(data: string): { readonly pid: number; readonly port: number } | undefined {
  const [pid, , , port, , , , status] = linesOf(data);
  if (!pid || !port || status?.trim() !== "ready" || !isAlive(Number(pid))) return undefined;
  return { pid: Number(pid), port: Number(port) };
}

/** Also while it starts or ends. */
export function isRunning(data: string): boolean {
  const [pid] = linesOf(data);
  return pid !== undefined && isAlive(Number(pid));
}

function linesOf(data: string): string[] {
  try {
    return readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // There, but not ours.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** One that was killed may wait for seconds until somebody looks at how it ended. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
