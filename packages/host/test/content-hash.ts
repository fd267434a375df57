import { createHash } from "node:crypto";

/** The version of a file with this text, as file tools record it. */
export function contentHash(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
