import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A path inside a new folder that is removed when the test is over. */
export function tempFolder(name = ""): string {
  const folder = mkdtempSync(join(tmpdir(), "roo-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}
