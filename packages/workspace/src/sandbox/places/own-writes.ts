import { isProtectedPath } from "@roo-code/types";

/** Protected files that we wrote ourselves, with leave, and the folders that came with them: not a command's doing. */
export class OwnWrites {
  readonly #paths = new Set<string>();

  get paths(): ReadonlySet<string> {
    return this.#paths;
  }

  add(paths: readonly string[]): void {
    for (const path of paths) {
      const parts = path.split("/");
      if (isProtectedPath(path))
        for (const [index] of parts.entries()) this.#paths.add(parts.slice(0, index + 1).join("/"));
    }
  }
}
