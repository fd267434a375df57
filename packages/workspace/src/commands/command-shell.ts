import { isExecutable } from "../files/is-executable.ts";

export interface CommandShell {
  readonly program: string;
  /** Before the command; start-up files could redefine what the words of a command mean. */
  readonly arguments: readonly string[];
}

const bashPrograms = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"];

/** bash when present, else sh. At fixed places: the PATH may name a folder of the workspace. */
export function findShell(): CommandShell {
  const bash = bashPrograms.find(isExecutable);
  return bash
    ? { program: bash, arguments: ["--noprofile", "--norc", "-c"] }
    : { program: "/bin/sh", arguments: ["-c"] };
}
