import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { RooError } from "@roo-code/types";

export type Setting = readonly [key: string, value: string];

const nullDevice = process.platform === "win32" ? "NUL" : "/dev/null";
/** Settings under which git runs no program that a repository's configuration names. */
export const neverRun: readonly Setting[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", nullDevice],
  ["core.pager", "cat"],
  ["core.quotePath", "false"],
  ["status.submoduleSummary", "false"],
  ["log.showSignature", "false"],
  ["color.ui", "false"],
];

/** The git program on the PATH. */
export async function findGit(path: string | undefined): Promise<string | undefined> {
  for (const folder of (path ?? "").split(delimiter)) {
    // A relative entry would run a program of the workspace.
    if (!isAbsolute(folder)) continue;
    const candidate = join(folder, process.platform === "win32" ? "git.exe" : "git");
    const isExecutable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return candidate;
  }
  return undefined;
}

/** Drops variables that point git elsewhere. Settings are passed as variables, where names may contain any character. */
export function gitEnvironment(environment: NodeJS.ProcessEnv, settings: readonly Setting[]): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SystemRoot"].flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value]];
  });
  const pairs = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...Object.fromEntries([...kept, ...pairs]),
    GIT_CONFIG_COUNT: `${settings.length}`,
    LC_ALL: "C",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
}

export function gitNotFound(): RooError {
  return new RooError({
    code: "git_not_found",
    message: "No git program of version 2.31 or later is on the PATH.",
    next: "Install git.",
  });
}

export function gitFailed(command: string, output = ""): RooError {
  const reason = output.trim().slice(0, 2000);
  return new RooError({
    code: "git_failed",
    message: reason ? `git ${command} failed: ${reason}` : `git ${command} failed.`,
  });
}
