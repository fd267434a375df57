import { renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Replaces a file atomically, but not across a power cut unless `flush` is set. */
export function writeAtomically(
  path: string,
  content: string | Uint8Array,
  options: { readonly flush?: boolean; readonly tempFolder?: string } = {},
): void {
  const fresh = join(options.tempFolder ?? dirname(path), `${basename(path)}.${process.pid}.tmp`);
  try {
    writeFileSync(fresh, content, { mode: 0o600, flush: options.flush ?? false });
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
