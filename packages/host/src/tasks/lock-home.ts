import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { acquireFence } from "@roo-code/store";
import { type Clock, RooError } from "@roo-code/types";

export interface HomeLock {
  /** Stores the server's address, for the error that a second server gets. */
  publish(address: string): void;
  release(): void;
}

/** Allows one server per home. Throws `RooError` `home_in_use` while another is running; the lock of a crashed one is taken over. */
export function lockHome(home: string, clock: Clock): HomeLock {
  const folder = join(home, "serve");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { fence, heldBy } = acquireFence(folder, { clock });
  const file = join(folder, "address");
  if (!fence) {
    const where = [heldBy && `process ${heldBy.pid}`, readIfExists(file)].filter(Boolean).join(", ");
    throw new RooError({
      code: "home_in_use",
      message: `Another roo serve uses ${home}${where && ` (${where})`}.`,
      next: "Use that one, stop it, or set ROO_HOME to another folder.",
    });
  }
  return {
    publish: (address) => writeFileSync(file, address, { mode: 0o600 }),
    release: () => fence.release(),
  };
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, "utf8").slice(0, 200);
  } catch {
    return "";
  }
}
