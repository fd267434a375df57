import { join } from "node:path";
import { isExecutable } from "../files/is-executable.ts";

const folders = ["/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/sbin", "/run/current-system/sw/bin"];

/** In fixed folders: the PATH may name a folder of the workspace. */
export function systemProgram(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}
