import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, linkSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { canMount } from "@roo-code/testkit/can-mount";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { FileChange } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { tempPaths } from "./temp-name.ts";

const hasStrace = spawnSync("strace", ["-V"]).status === 0;

describe("applying changes", () => {
  it("creates with folders, modifies and deletes, all together", async () => {
    await using temp = createTempWorkspace({ "old.txt": "old", "gone.txt": "gone" });
    await temp.workspace.files.apply([
      change(temp, "new/deep/a.txt", null, "new"),
      change(temp, "old.txt", "old", "changed"),
      change(temp, "gone.txt", "gone", null),
    ]);
    expect(temp.readText("new/deep/a.txt")).toBe("new");
    expect(temp.readText("old.txt")).toBe("changed");
    expect(allFiles(temp)).toEqual(["new/deep/a.txt", "old.txt"]);
  });

  it("keeps the file's mode", async () => {
    await using temp = createTempWorkspace({ "run.sh": "old" });
    chmodSync(temp.path("run.sh"), 0o751);
    await temp.workspace.files.apply([change(temp, "run.sh", "old", "new")]);
    expect(statSync(temp.path("run.sh")).mode & 0o7777).toBe(0o751);
  });

  it("writes nothing if one of the files has changed", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a", "b.txt": "someone else's" });
    const changes = [
      change(temp, "a.txt", "a", "A"),
      change(temp, "b.txt", "b", "B"),
      change(temp, "c.txt", null, "C"),
    ];
    await expect(temp.workspace.files.apply(changes)).rejects.toMatchObject({ code: "file_changed" });
    expect(temp.readText("a.txt")).toBe("a");
    expect(allFiles(temp)).toEqual(["a.txt", "b.txt"]);
  });

  it("refuses a file that exists but should not, and vice versa", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a" });
    const isThere = [change(temp, "a.txt", null, "A")];
    await expect(temp.workspace.files.apply(isThere)).rejects.toMatchObject({ code: "file_changed" });
    const isNotThere = [change(temp, "b.txt", "b", "B")];
    await expect(temp.workspace.files.apply(isNotThere)).rejects.toMatchObject({ code: "file_changed" });
  });

  it("changes nothing when repeated", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a", "b.txt": "b" });
    const changes = [change(temp, "a.txt", "a", "A"), change(temp, "b.txt", "b", null)];
    await temp.workspace.files.apply(changes);
    const inode = statSync(temp.path("a.txt")).ino;
    await temp.workspace.files.apply(changes);
    expect(statSync(temp.path("a.txt")).ino).toBe(inode);
    expect(allFiles(temp)).toEqual(["a.txt"]);
  });

  it("lets only one of two edits of the same version win", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a" });
    const results = await Promise.allSettled(
      ["one", "two"].map((content) => temp.workspace.files.apply([change(temp, "a.txt", "a", content)])),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(temp.readText("a.txt")).toBe("one");
  });

  it("does not write through a hard link", async () => {
    await using temp = createTempWorkspace();
    await using other = createTempWorkspace({ "shared.txt": "shared" });
    linkSync(other.path("shared.txt"), temp.path("a.txt"));
    await temp.workspace.files.apply([change(temp, "a.txt", "shared", "mine")]);
    expect(temp.readText("a.txt")).toBe("mine");
    expect(other.readText("shared.txt")).toBe("shared");
  });

  it("refuses folders, files as folders and content beyond the limit", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a" });
    mkdirSync(temp.path("folder"));
    const { files } = temp.workspace;
    await expect(files.apply([change(temp, "folder", null, "x")])).rejects.toMatchObject({ code: "is_directory" });
    await expect(files.apply([change(temp, "a.txt/b", null, "x")])).rejects.toMatchObject({ code: "not_a_directory" });
    const huge = { path: "huge", before: null, content: Buffer.alloc(8 * 1024 * 1024 + 1) };
    await expect(files.apply([huge])).rejects.toMatchObject({ code: "too_large" });
  });
});

describe("a write that fails half-way", () => {
  it.skipIf(!canMount())("on a full disk leaves the old files and no trace (needs permission to mount)", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a" });
    mkdirSync(temp.path("full"));
    await withMount(["-t", "tmpfs", "-o", "size=1m", "tmpfs", temp.path("full")], temp.path("full"), async () => {
      temp.write("full/b.txt", "b");
      const large = Buffer.alloc(3 * 1024 * 1024, "x");
      const changes = [
        change(temp, "a.txt", "a", "A"),
        change(temp, "full/new/c.txt", null, "c"),
        { ...change(temp, "full/b.txt", "b", ""), content: large },
      ];
      await expect(temp.workspace.files.apply(changes)).rejects.toMatchObject({ code: "disk_full" });
      expect(allFiles(temp)).toEqual(["a.txt", "full/b.txt"]);
      expect([temp.readText("a.txt"), temp.readText("full/b.txt")]).toEqual(["a", "b"]);
      expect(readdirSync(temp.path("full"))).toEqual(["b.txt"]);
    });
  });

  it.skipIf(!hasStrace)("to sync the second file leaves both unchanged (needs strace)", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a", "b.txt": "b" });
    const writer = fileURLToPath(new URL("../../test/write-once.ts", import.meta.url));
    const inject = ["-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:error=EIO:when=2"];
    // One worker thread, because strace counts per thread.
    const environment = { ...process.env, UV_THREADPOOL_SIZE: "1" };
    const said = execFileSync("strace", [...inject, process.execPath, writer, temp.root], { env: environment });
    expect(String(said)).toBe("file_error");
    expect([temp.readText("a.txt"), temp.readText("b.txt"), allFiles(temp)]).toEqual(["a", "b", ["a.txt", "b.txt"]]);
  });

  it.skipIf(!canMount())("at the second rename restores the first file (needs permission to mount)", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a", "busy.txt": "b", "mounted.txt": "b" });
    const busy = temp.path("busy.txt");
    // Nothing can be renamed over a mount point.
    await withMount(["--bind", temp.path("mounted.txt"), busy], busy, async () => {
      const changes = [
        change(temp, "a.txt", "a", "A"),
        change(temp, "created.txt", null, "C"),
        change(temp, "busy.txt", "b", "B"),
      ];
      await expect(temp.workspace.files.apply(changes)).rejects.toMatchObject({ code: "file_error" });
      expect(temp.readText("a.txt")).toBe("a");
      expect(temp.readText("busy.txt")).toBe("b");
      expect(allFiles(temp)).toEqual(["a.txt", "busy.txt", "mounted.txt"]);
    });
  });
});

describe("a write interrupted by kill -9", () => {
  it("leaves the old or the new content, and the next write removes temporary files", async () => {
    await using temp = createTempWorkspace({ "a.txt": "0".repeat(500_000), "b.txt": "0".repeat(500_000) });
    const writer = fileURLToPath(new URL("../../test/endless-writer.ts", import.meta.url));
    for (let round = 0; round < 5; round += 1) {
      const child = spawn(process.execPath, [writer, temp.root], { stdio: ["ignore", "pipe", "inherit"] });
      await once(child.stdout, "data");
      await sleep(Math.random() * 30);
      child.kill("SIGKILL");
      await once(child, "close");
      for (const path of ["a.txt", "b.txt"]) expect(temp.readText(path)).toMatch(/^(?:0{500000}|1{500000})$/);
    }
    await temp.workspace.files.apply([
      change(temp, "a.txt", temp.readText("a.txt"), "done"),
      change(temp, "b.txt", temp.readText("b.txt"), "done"),
    ]);
    expect(allFiles(temp)).toEqual(["a.txt", "b.txt"]);
  });

  it("after its first file is completed from the staged content, and no temporary file is left", async () => {
    await using temp = createTempWorkspace({
      "a.txt": "old a",
      "b.txt": "old b",
      "c.txt": "old c",
      "mine.txt": "mine",
    });
    const versionOf = (text: string) => temp.workspace.files.versionOf(Buffer.from(text));
    const left = (path: string) => tempPaths({ given: path, relative: path, absolute: temp.path(path) });
    const steps = [
      { path: "a.txt", before: versionOf("old a"), after: versionOf("new a") },
      { path: "b.txt", before: versionOf("old b"), after: versionOf("new b") },
      { path: "c.txt", before: versionOf("old c"), after: null },
    ];
    // The state right after the first rename.
    writeFileSync(temp.path("a.txt"), "new a");
    writeFileSync(left("a.txt").old, "old a");
    for (const path of ["b.txt", "c.txt"]) linkSync(temp.path(path), left(path).old);
    writeFileSync(left("b.txt").fresh, "new b");
    expect(await temp.workspace.files.finish(steps)).toBe(true);
    expect([allFiles(temp), temp.readText("a.txt"), temp.readText("b.txt")]).toEqual([
      ["a.txt", "b.txt", "mine.txt"],
      "new a",
      "new b",
    ]);
    writeFileSync(left("b.txt").fresh, "half");
    const other = [{ path: "a.txt", before: versionOf("new a"), after: versionOf("newer a") }, ...steps.slice(1, 2)];
    expect(await temp.workspace.files.finish(other)).toBe(false);
    expect(allFiles(temp)).toEqual(["a.txt", "b.txt", "mine.txt"]);
  });

  it("is cleaned up even if nothing is left to do", async () => {
    await using temp = createTempWorkspace({ "a.txt": "new" });
    const leftover = tempPaths({ given: "a.txt", relative: "a.txt", absolute: temp.path("a.txt") });
    temp.write(leftover.fresh.slice(temp.root.length), "half");
    temp.write(leftover.old.slice(temp.root.length), "old");
    await temp.workspace.files.apply([change(temp, "a.txt", "old", "new")]);
    expect(allFiles(temp)).toEqual(["a.txt"]);
  });
});

function change(temp: TempWorkspace, path: string, before: string | null, content: string | null): FileChange {
  const version = before === null ? null : temp.workspace.files.versionOf(Buffer.from(before));
  return { path, before: version, content: content === null ? null : Buffer.from(content) };
}

function allFiles(temp: TempWorkspace): string[] {
  return readdirSync(temp.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(temp.root.length + 1))
    .toSorted();
}

async function withMount(options: string[], at: string, work: () => Promise<void>): Promise<void> {
  execFileSync("mount", options);
  try {
    await work();
  } finally {
    execFileSync("umount", [at]);
  }
}
