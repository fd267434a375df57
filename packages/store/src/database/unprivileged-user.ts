import { spawnSync } from "node:child_process";
import { chownSync, readFileSync } from "node:fs";
import { RooError } from "@roo-code/types";

interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root: the user it runs as instead. */
export interface UnprivilegedUser {
  call(program: string, args: readonly string[]): ProgramCall;
  /** Changes the owner of a file or folder that it has to write. */
  own(path: string): void;
}

const currentUser: UnprivilegedUser = { call: (program, args) => ({ program, args }), own: () => undefined };

/**
 * The current user, unless that is root. Root is mapped to another user in a user namespace, so that its files stay
 * root's; without namespaces it runs as an unprivileged user who can access the programs and the folder.
 * Throws `RooError` `no_database`.
 */
export function unprivilegedUser(reach: {
  /** The program to run. */
  readonly program: string;
  /** The parent of its data folder. */
  readonly folder: string;
  readonly hasNamespaces?: boolean;
}): UnprivilegedUser {
  if (process.getuid?.() !== 0) return currentUser;
  const user = (reach.hasNamespaces ?? true) ? inNamespace() : undefined;
  const found = user ?? ["postgres", "nobody"].map((name) => otherUser(name, reach)).find((one) => one !== undefined);
  if (found) return found;
  throw new RooError({
    code: "no_database",
    message: `PostgreSQL does not run as root, user namespaces are disabled, and no other user can access both its programs and ${reach.folder}.`,
    next: "Run as a non-root user, set ROO_HOME to a folder that others can access, or set DATABASE_URL to a server of your own.",
  });
}

function inNamespace(): UnprivilegedUser | undefined {
  // initdb looks the user's name up, so it must exist. A small container has no user 1000.
  const { uid, gid } = knownUsers().find((user) => user.uid > 0 && user.gid > 0) ?? { uid: 1000, gid: 1000 };
  const namespace = ["--user", `--map-user=${uid}`, `--map-group=${gid}`];
  if (spawnSync("unshare", [...namespace, "true"]).status !== 0) return undefined;
  return {
    call: (program, args) => ({ program: "unshare", args: [...namespace, program, ...args] }),
    own: () => undefined,
  };
}

function otherUser(
  name: string,
  { program, folder }: { program: string; folder: string },
): UnprivilegedUser | undefined {
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
  const found = knownUsers().find((user) => user.name === name);
  return found && { uid: found.uid, gid: found.gid };
}

function knownUsers(): readonly { readonly name: string; readonly uid: number; readonly gid: number }[] {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    return lines.flatMap((line) => {
      const [name = "", , uid, gid] = line.split(":");
      return uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
    });
  } catch {
    return [];
  }
}
