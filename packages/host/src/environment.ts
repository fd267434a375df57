import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Environment, RooError, systemErrorCode } from "@roo-code/types";

/** What the agent is told about where it is. */
export function describeEnvironment(cwd: string, now: number): Environment {
  return { cwd, platform: process.platform, shell: "bash", date: new Date(now).toISOString().slice(0, 10) };
}

/** The real path of a folder that can be worked in; throws `bad_cwd` otherwise. */
export function workspaceFolder(path: string): string {
  const refuse = (reason: string): never => {
    throw new RooError({
      code: "bad_cwd",
      message: `The folder ${path} ${reason}.`,
      next: "Choose another one with --cwd.",
    });
  };
  try {
    const folder = realpathSync(resolve(path));
    if (!statSync(folder).isDirectory()) refuse("is not a folder");
    accessSync(folder, constants.R_OK | constants.X_OK);
    return folder;
  } catch (error) {
    if (error instanceof RooError) throw error;
    const code = systemErrorCode(error);
    return refuse(code === "ENOENT" ? "does not exist" : `cannot be read (${code})`);
  }
}
