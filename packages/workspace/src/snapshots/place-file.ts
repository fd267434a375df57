import { renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Old content or new, never half, unless the power fails: `flush` is for what must survive that. */
export function placeFile(
  path: string,
  content: string,
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
