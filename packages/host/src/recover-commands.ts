import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type ConfigurationNotice, systemErrorCode } from "@roo-code/types";

/**
 * Takes away what commands of a roo that was killed left behind, before any of it is read as configuration. Costs one look
 * at a folder that is empty but for such cases.
 */
export async function recoverCommands(home: string): Promise<readonly ConfigurationNotice[]> {
  if (!hasLeftovers(join(home, "cache", "sandbox-running"))) return [];
  const { recoverCommands: recover } = await import("@roo-code/workspace/sandbox");
  return recover(home).map((path) => ({
    code: "kept_aside",
    message: `A command made ${path} while roo was killed. It is now in ${join(home, "cache", "sandbox-not-kept")}, for commands may not write protected files.`,
    source: path,
  }));
}

function hasLeftovers(folder: string): boolean {
  try {
    const pids = readdirSync(folder).flatMap((name) => /-(\d+)\.json$/.exec(name)?.[1] ?? []);
    return pids.some((pid) => !isAlive(Number(pid)));
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemErrorCode(error) === "EPERM";
  }
}
