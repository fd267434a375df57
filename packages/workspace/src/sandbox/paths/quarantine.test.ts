import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { quarantine } from "./quarantine.ts";

/** In memory, if available: another file system than that of temporary folders. */
const elsewhere = ["/dev/shm", "/run"].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev && isWritable(folder),
);

describe("files that a command may not create", () => {
  it("are moved to Roo's home", async () => {
    await using place = createTempWorkspace({ "work/.roo/hooks.json": "{}" });
    quarantine([place.path("work/.roo")], place.path("home"));
    expect(existsSync(place.path("work/.roo"))).toBe(false);
    expect(read(place.path("home"), place.path("work/.roo/hooks.json"))).toBe("{}");
  });

  it.skipIf(elsewhere === undefined)("are moved to another file system, too (needs /dev/shm)", async () => {
    const home = mkdtempSync(join(elsewhere ?? "", "roo-home-"));
    try {
      await using place = createTempWorkspace({ ".vscode/a/tasks.json": "[]", ".envrc": "export A=1\n" });
      symlinkSync("/etc/passwd", place.path(".vscode/link"));
      quarantine([place.path(".vscode"), place.path(".envrc")], home);
      expect(readdirSync(place.root)).toEqual([]);
      expect(read(home, place.path(".vscode/a/tasks.json"))).toBe("[]");
      expect(read(home, place.path(".envrc"))).toBe("export A=1\n");
      // If followed, it would copy another file.
      expect(lstatSync(kept(home, place.path(".vscode/link"))).isSymbolicLink()).toBe(true);
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});

function kept(home: string, path: string): string {
  const folder = join(home, "cache", "sandbox-not-kept");
  return join(folder, readdirSync(folder)[0] ?? "", path);
}

function read(home: string, path: string): string {
  return readFileSync(kept(home, path), "utf8");
}

function isWritable(folder: string): boolean {
  try {
    rmSync(mkdtempSync(join(folder, "roo-try-")), { recursive: true });
    return true;
  } catch {
    return false;
  }
}
