import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import * as z from "zod";

const keysSchema = z.object({
  /** What programs send, and what can be pasted into the page. */
  token: z.string().min(16),
  /** What the cookies of browsers are made from. */
  cookieKey: z.string().min(16),
});
export type Keys = z.infer<typeof keysSchema>;

/** Only the owner may look into it: the keys and the control socket are here. */
export function serveFolder(home: string): string {
  const folder = join(home, "serve");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
}

/** The keys of this home, made when there are none. Throws `RooError` `unsafe_keys` or `broken_keys`. */
export function keepKeys(home: string): Keys {
  const path = keysPath(home);
  return readKeys(path) ?? createKeys(path);
}

/** New keys in place of the old ones: nobody who was signed in is any more. */
export function replaceKeys(home: string): Keys {
  const path = keysPath(home);
  const { fresh, keys } = writeFresh(path);
  renameSync(fresh, path);
  return keys;
}

function keysPath(home: string): string {
  return join(serveFolder(home), "keys.json");
}

function createKeys(path: string): Keys {
  const { fresh, keys } = writeFresh(path);
  try {
    // Unlike a rename it does not replace what another process has made meanwhile.
    linkSync(fresh, path);
    return keys;
  } catch (error) {
    const made = systemErrorCode(error) === "EEXIST" ? readKeys(path) : undefined;
    if (made) return made;
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

function writeFresh(path: string): { fresh: string; keys: Keys } {
  const random = () => randomBytes(24).toString("base64url");
  const keys = { token: random(), cookieKey: random() };
  const fresh = `${path}.${randomBytes(6).toString("hex")}`;
  const file = openSync(fresh, "wx", 0o600);
  try {
    writeFileSync(file, `${JSON.stringify(keys)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { fresh, keys };
}

function readKeys(path: string): Keys | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT") return undefined;
    throw code === "ELOOP" ? unsafe(path, "it is a link") : unreadable(path, error);
  }
  try {
    refuseOthers(path, file);
    return keysSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw error instanceof RooError ? error : unreadable(path, error);
  } finally {
    closeSync(file);
  }
}

/** What others could read, or have written, opens nothing any more. Windows has no such modes. */
function refuseOthers(path: string, file: number): void {
  const { mode, uid } = fstatSync(file);
  const own = process.geteuid?.();
  if (own === undefined) return;
  if (uid !== own) throw unsafe(path, "it belongs to another user");
  if ((mode & 0o077) !== 0) throw unsafe(path, `other users may use it (mode ${(mode & 0o777).toString(8)})`);
}

function unsafe(path: string, why: string): RooError {
  return new RooError({
    code: "unsafe_keys",
    message: `The keys in ${path} are not used: ${why}.`,
    next: `Remove the file, and new keys are made; or, if nobody else has seen them: chmod 600 ${path}`,
  });
}

function unreadable(path: string, cause: unknown): RooError {
  return new RooError({
    code: "broken_keys",
    message: `The keys in ${path} cannot be read (${systemErrorCode(cause) ?? "they are not what was written there"}).`,
    next: "Remove the file, and new keys are made; browsers then sign in again.",
    cause,
  });
}
