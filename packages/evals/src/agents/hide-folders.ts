import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { findProgram } from "../graders/find-program.ts";

export interface PlainCommand {
  readonly program: string;
  readonly arguments: readonly string[];
}

export interface HiddenCommand extends PlainCommand {
  /** False where nothing on the machine can hide them. */
  readonly isHidden: boolean;
}

/**
 * The machine as it is, network and home included, but without these folders; what is visible again may lie in one of them.
 * For a program that needs its own keys and must not find the answers.
 */
export async function hideFolders(
  command: PlainCommand,
  { hidden, visible }: { readonly hidden: readonly string[]; readonly visible: string },
): Promise<HiddenCommand> {
  const bubblewrap = await findBubblewrap();
  if (bubblewrap === undefined) return { ...command, isHidden: false };
  const words = [
    ...asIs,
    ...undoing.flatMap((capability) => ["--cap-drop", capability]),
    ...hidden.filter((folder) => existsSync(folder)).flatMap((folder) => ["--tmpfs", folder]),
    "--bind",
    visible,
    visible,
    "--chdir",
    visible,
    "--",
  ];
  return { program: bubblewrap, arguments: [...words, command.program, ...command.arguments], isHidden: true };
}

const asIs = ["--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--die-with-parent"];

/** With these it could be undone: by mounts, through other processes, by devices. */
const undoing = ["CAP_SYS_ADMIN", "CAP_SYS_PTRACE", "CAP_MKNOD", "CAP_SYS_CHROOT"];

let found: Promise<string | undefined> | undefined;

function findBubblewrap(): Promise<string | undefined> {
  found ??= (async () => {
    try {
      const program = findProgram("bwrap", "");
      const works = await new Promise((resolve) => {
        execFile(program, [...asIs, "true"], (error) => resolve(error === null));
      });
      return works === true ? program : undefined;
    } catch {
      return undefined;
    }
  })();
  return found;
}
