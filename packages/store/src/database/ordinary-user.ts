import { spawnSync } from "node:child_process";
import { chownSync, readFileSync } from "node:fs";
import { RooError } from "@roo-code/types";

export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root: who it runs as instead. */
export interface OrdinaryUser {
  call(program: string, args: readonly string[]): ProgramCall;
  /** Gives it a file or a folder that it has to write. */
  own(path: string): void;
}

const ourselves: OrdinaryUser = { call: (program, args) => ({ program, args }), own: () => undefined };

/**
 * Whoever we are, unless that is root. In a user namespace in which root is called otherwise it does run, and its files
 * stay root's; where there are none, it runs as a user without rights, if that one reaches the programs and the folder.
 * Throws `RooError` `no_database`.
 */
export function ordinaryUser(reach: {
  /** What it has to run. */
  readonly program: string;
  /** Where the folder of its files is to be. */
  readonly folder: string;
  readonly hasNamespaces?: boolean;
}): OrdinaryUser {
  if (process.getuid?.() !== 0) return ourselves;
  const user = (reach.hasNamespaces ?? true) ? inNamespace() : undefined;
  const found = user ?? ["postgres", "nobody"].map((name) => otherUser(name, reach)).find((one) => one !== undefined);
  if (found) return found;
  throw new RooError({
    code: "no_database",
    message: `PostgreSQL does not run as root; this machine lets root use no other name (user namespaces are off), and no other user reaches both its programs and ${reach.folder}.`,
    next: "Run as an ordinary user, set ROO_HOME to a folder that others may enter, or name a server of your own in DATABASE_URL.",
  });
}

function inNamespace(): OrdinaryUser | undefined {
  const words = ["--user", "--map-user=1000", "--map-group=1000"];
  if (spawnSync("unshare", [...words, "true"]).status !== 0) return undefined;
  return {
    call: (program, args) => ({ program: "unshare", args: [...words, program, ...args] }),
    own: () => undefined,
  };
}

function otherUser(name: string, { program, folder }: { program: string; folder: string }): OrdinaryUser | undefined {
  const ids = idsOf(name);
  if (!ids) return undefined;
  const reaches =
    spawnSync(program, ["--version"], ids).status === 0 && spawnSync("test", ["-x", folder], ids).status === 0;
  if (!reaches) return undefined;
  return {
    call: (called, args) => ({ program: called, args, ...ids }),
    own: (path) => chownSync(path, ids.uid, ids.gid),
  };
}

function idsOf(name: string): { readonly uid: number; readonly gid: number } | undefined {
  try {
    const line = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((one) => one.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(":") ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
  } catch {
    return undefined;
  }
}
