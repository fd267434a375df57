import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { resolve } from "node:path";

/** The file that a shell in a folder runs by a name, by the PATH; undefined when there is none. Never throws. */
export async function locateProgram(
  name: string,
  { folder, path }: { folder: string; path: string },
): Promise<string | undefined> {
  if (name.includes("/")) return realpath(resolve(folder, name)).catch(() => undefined);
  for (const place of path.split(":")) {
    const candidate = resolve(folder, place, name);
    const found = await access(candidate, constants.X_OK).then(
      () => candidate,
      () => undefined,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
