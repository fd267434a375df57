import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** The bundled ripgrep, else one on the PATH, else none. */
export async function findRipgrep(path: string | undefined): Promise<string | undefined> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    await access(rgPath, constants.X_OK);
    return rgPath;
  } catch {
    return findOnPath(process.platform === "win32" ? "rg.exe" : "rg", path);
  }
}

async function findOnPath(name: string, path: string | undefined): Promise<string | undefined> {
  for (const folder of (path ?? "").split(delimiter)) {
    // A relative entry could run a program from the workspace.
    if (!isAbsolute(folder)) continue;
    const candidate = join(folder, name);
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  return undefined;
}
