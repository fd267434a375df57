/** Asked for when it is first used: cryptography is much to load, and a start does without. */
export function sha256(text: string): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", text, "hex");
}
