import { spawnSync } from "node:child_process";
import { RooError } from "@roo-code/types";

interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * PostgreSQL refuses to run as root. In a user namespace in which root is called otherwise it does run, and its files
 * stay root's. Throws `RooError` `no_database` where root cannot have that.
 */
export function asOrdinaryUser(call: ProgramCall): ProgramCall {
  if (process.getuid?.() !== 0) return call;
  const words = ["--user", "--map-user=1000", "--map-group=1000"];
  if (spawnSync("unshare", [...words, "true"]).status === 0)
    return { program: "unshare", args: [...words, call.program, ...call.args] };
  throw new RooError({
    code: "no_database",
    message: "PostgreSQL does not run as root, and this machine lets root use no other name (user namespaces are off).",
    next: "Run as an ordinary user, or name a server of your own in DATABASE_URL.",
  });
}
