import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type ConfigurationNotice, systemErrorCode } from "@roo-code/types";

const maxNotices = 5;
const maxFileBytes = 1024 * 1024;

/** Lines of `.rooignore` that do not apply as written. Never throws. */
export async function ignoreNotices(workspace: string): Promise<ConfigurationNotice[]> {
  const source = join(workspace, ".rooignore");
  const text = readIfSmall(source);
  // Hardly any file has one: the matcher is loaded only for those that may.
  if (text.split("**/").length < 5) return [];
  const { widenedRules } = await import("@roo-code/workspace/folder");
  return widenedRules(text)
    .slice(0, maxNotices)
    .map(({ line, rule, applied }) => {
      const instead = applied === undefined ? "so it shows nothing again" : `so it hides more: ${applied}`;
      const message = `.rooignore, line ${line}: ${rule.slice(0, 200)} has more than three **/, ${instead}. Write it with three at most.`;
      return { code: "invalid_value", message, source };
    });
}

/** Regular files only: reading a pipe would block. */
function readIfSmall(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= maxFileBytes ? readFileSync(path, "utf8") : "";
  } catch {
    return "";
  }
}

/**
 * Moves away what commands of a killed roo left behind, before any of it is read as configuration. Costs one look at a
 * folder that is empty otherwise.
 */
export async function recoverCommands(home: string): Promise<readonly ConfigurationNotice[]> {
  if (!hasLeftovers(join(home, "cache", "sandbox-running"))) return [];
  const { recoverCommands: recover } = await import("@roo-code/workspace/sandbox");
  return recover(home).map((path) => ({
    code: "kept_aside",
    message: `A command created ${path} while roo was killed. Commands may not write protected files, so it was moved to ${join(home, "cache", "sandbox-not-kept")}.`,
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
