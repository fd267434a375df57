import { isProtectedPath } from "@roo-code/types";

/** Protected files that we wrote ourselves, with leave, and the folders that came with them: not a command's doing. */
export class OwnWrites {
  readonly #paths: string[] = [];

  /** Marks a moment. */
  get count(): number {
    return this.#paths.length;
  }

  since(count: number): ReadonlySet<string> {
    return new Set(this.#paths.slice(count));
  }

  add(paths: readonly string[]): void {
    for (const path of paths.filter(isProtectedPath)) {
      const parts = path.split("/");
      for (const [index] of parts.entries()) this.#paths.push(parts.slice(0, index + 1).join("/"));
    }
  }
}
