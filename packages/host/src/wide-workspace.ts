import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { parse } from "node:path";

export interface WideWorkspaceWarning {
  readonly code: "wide_workspace";
  readonly message: string;
}

/**
 * Warns of a task that works in the home folder or on the whole disk. Returns the warning where nobody could be shown
 * it, for the task to record. Never throws.
 */
export function warnOfWideWorkspace(
  folder: string,
  { environment, warn }: { environment: NodeJS.ProcessEnv; warn?: (message: string) => void },
): readonly WideWorkspaceWarning[] {
  const isDisk = folder === parse(folder).root;
  if (!isDisk && folder !== realHome(environment.HOME)) return [];
  const message =
    `The task works ${isDisk ? "on the whole disk" : "in your home folder"}: it may read and change everything there ` +
    "that you may, except keys and passwords, which it reads only if you allow it. " +
    "To limit it, start it in the folder of a project (--cwd FOLDER).";
  if (!warn) return [{ code: "wide_workspace", message }];
  warn(message);
  return [];
}

function realHome(home: string | undefined): string | undefined {
  try {
    return realpathSync(home || homedir());
  } catch {
    return undefined;
  }
}
