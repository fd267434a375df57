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
  /** Sent by programs, or pasted into the sign-in page. */
  token: z.string().min(16),
  /** Browser cookies are derived from it. */
  cookieKey: z.string().min(16),
});
export type Keys = z.infer<typeof keysSchema>;

/** Holds the keys and the control socket; only the owner may read it. */
export function serveFolder(home: string): string {
  const folder = join(home, "serve");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
}

/** The keys of this home, created when missing. Throws `RooError` `unsafe_keys` or `broken_keys`. */
export function loadKeys(home: string): Keys {
  const path = keysPath(home);
  return readKeys(path) ?? createKeys(path);
}

/** Replaces the keys, which signs everyone out. */
export function replaceKeys(home: string): Keys {
  const path = keysPath(home);
  const { temporary, keys } = writeNewKeys(path);
  renameSync(temporary, path);
  return keys;
}

function keysPath(home: string): string {
  return join(serveFolder(home), "keys.json");
}

function createKeys(path: string): Keys {
  const { temporary, keys } = writeNewKeys(path);
  try {
    // Unlike a rename, a link does not replace keys that another process has just created.
    linkSync(temporary, path);
    return keys;
  } catch (error) {
    const existing = systemErrorCode(error) === "EEXIST" ? readKeys(path) : undefined;
    if (existing) return existing;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function writeNewKeys(path: string): { temporary: string; keys: Keys } {
  const random = () => randomBytes(24).toString("base64url");
  const keys = { token: random(), cookieKey: random() };
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  const file = openSync(temporary, "wx", 0o600);
  try {
    writeFileSync(file, `${JSON.stringify(keys)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { temporary, keys };
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
    requirePrivate(path, file);
    return keysSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw error instanceof RooError ? error : unreadable(path, error);
  } finally {
    closeSync(file);
  }
}

/** Keys that other users could read or write are not used. Windows has no such modes. */
function requirePrivate(path: string, file: number): void {
  const { mode, uid } = fstatSync(file);
  const own = process.geteuid?.();
  if (own === undefined) return;
  if (uid !== own) throw unsafe(path, "it belongs to another user");
  if ((mode & 0o077) !== 0) throw unsafe(path, `other users have access to it (mode ${(mode & 0o777).toString(8)})`);
}

function unsafe(path: string, why: string): RooError {
  return new RooError({
    code: "unsafe_keys",
    message: `Refusing to use the keys in ${path}: ${why}.`,
    next: `Delete the file to create new keys; or, if no one else has seen them: chmod 600 ${path}`,
  });
}

function unreadable(path: string, cause: unknown): RooError {
  return new RooError({
    code: "broken_keys",
    message: `The keys in ${path} cannot be read (${systemErrorCode(cause) ?? "invalid content"}).`,
    next: "Delete the file to create new keys; browsers then have to sign in again.",
    cause,
  });
}
