import { isExecutable } from "../files/is-executable.ts";

export interface CommandShell {
  readonly program: string;
  /** Before the command; start-up files could redefine its words. */
  readonly arguments: readonly string[];
}

const bashPrograms = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"];

/** bash if present, else sh. In fixed folders: the PATH may name a folder of the workspace. */
export function findShell(): CommandShell {
  const bash = bashPrograms.find(isExecutable);
  return bash
    ? { program: bash, arguments: ["--noprofile", "--norc", "-c"] }
    : { program: "/bin/sh", arguments: ["-c"] };
}
