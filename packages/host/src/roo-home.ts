import { accessSync, constants, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";

/** The state folder: `ROO_HOME`, else `~/.roo`. It is not created here. Throws `no_home`. */
export function rooHome(environment: NodeJS.ProcessEnv): string {
  return environment.ROO_HOME ? resolve(environment.ROO_HOME) : join(homeFolder(), ".roo");
}

/** `~/.agents`, whose skills are shared with other agents; empty without a home folder. */
export function agentsHome({ HOME, USERPROFILE }: NodeJS.ProcessEnv): { readonly agentsHome?: string } {
  const folder = HOME || USERPROFILE;
  return folder ? { agentsHome: join(folder, ".agents") } : {};
}

/** In a container the user may be a number without a home folder. */
function homeFolder(): string {
  try {
    return homedir();
  } catch (cause) {
    throw new RooError({
      code: "no_home",
      message: "There is no home folder to store tasks in: HOME is not set, and the system does not know this user.",
      next: "Set ROO_HOME to a folder that can be written.",
      cause,
    });
  }
}

export function ensureWritable(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    accessSync(home, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = systemErrorCode(cause) ?? "unknown error";
    throw new RooError({
      code: "home_not_writable",
      message: `The state folder ${home} cannot be written (${reason}).`,
      next: "Make it writable, or set ROO_HOME to another folder.",
      cause,
    });
  }
}
