import { findRipgrep } from "@roo-code/workspace";

/** The ripgrep that searches will use; undefined when there is none. */
export function ripgrepPath(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  return findRipgrep(environment.PATH);
}
