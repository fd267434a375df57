import { chownSync } from "node:fs";

/** Tests may run as root, who ignores permissions. */
export async function asNobody(root: string, work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return work();
  chownSync(root, 65534, 65534);
  process.seteuid?.(65534);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}
