import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { chmodSync, statSync } from "node:fs";
import type { ConfigurationNotice } from "@roo-code/types";
import { privateMode } from "../files/replace-file.ts";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
export const keyBytes = 32;

/** A secret on disk; all fields in base64. */
interface SealedSecret {
  readonly nonce: string;
  readonly data: string;
  readonly tag: string;
}

/** The name is authenticated: an entry moved to another name cannot be decrypted. */
export function sealSecret(secret: { name: string; value: string }, key: Uint8Array): SealedSecret {
  // New for every value: reusing a nonce would reveal the values.
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(secret.name));
  const data = Buffer.concat([cipher.update(secret.value, "utf8"), cipher.final()]);
  return {
    nonce: nonce.toString("base64"),
    data: data.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
  };
}

/** undefined if it is damaged, or encrypted with another key or name. */
export function openSealed(name: string, sealed: unknown, key: Uint8Array): string | undefined {
  if (!isSealed(sealed)) return undefined;
  const [nonce, data, tag] = [sealed.nonce, sealed.data, sealed.tag].map((text) => Buffer.from(text, "base64"));
  if (!nonce || !data || nonce.length !== nonceBytes || tag?.length !== tagBytes) return undefined;
  try {
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
    return Buffer.concat([decipher.update(data), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

function isSealed(value: unknown): value is SealedSecret {
  if (typeof value !== "object" || value === null) return false;
  return ["nonce", "data", "tag"].every((field) => typeof Reflect.get(value, field) === "string");
}

/** Restricts a file to its owner; returns a notice if others had access. */
export function makePrivate(path: string): ConfigurationNotice | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  // Windows has no such modes; the user's profile folder is private there.
  if (mode === undefined || (mode & 0o077) === 0 || process.platform === "win32") return undefined;
  const notice = (outcome: string): ConfigurationNotice => ({
    code: "broken_file",
    source: path,
    message: `${path} could be read by other users of this machine; ${outcome}.`,
  });
  try {
    chmodSync(path, privateMode);
    return notice("now only by you. If others use it, replace the keys in it");
  } catch {
    return notice("its permissions cannot be changed from here: set them to 600");
  }
}
