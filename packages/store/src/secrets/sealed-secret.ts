import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
export const keyBytes = 32;

/** One secret as it is on disk; all three in base64. */
export interface SealedSecret {
  readonly nonce: string;
  readonly data: string;
  readonly tag: string;
}

/** The name is part of what is authenticated: an entry moved to another name does not open. */
export function sealSecret(secret: { name: string; value: string }, key: Uint8Array): SealedSecret {
  // Fresh for every value: two values under one nonce would tell about each other.
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(secret.name));
  const data = Buffer.concat([cipher.update(secret.value, "utf8"), cipher.final()]);
  return {
    nonce: nonce.toString("base64"),
    data: data.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
  };
}

/** undefined when it was damaged, or sealed with another key or under another name. */
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
