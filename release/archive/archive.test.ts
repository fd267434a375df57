import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createAr } from "./ar.ts";
import { createTar } from "./tar.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "roo-archive-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("writes archives that tar unpacks: files, programs, folders, links and long paths", () => {
  const deep = `${"folder/".repeat(14)}a-file-with-a-long-name.txt`;
  const tar = createTar(
    [
      { type: "folder", path: "bin" },
      { type: "file", path: "bin/run", content: Buffer.from("#!/bin/sh\n"), isExecutable: true },
      { type: "file", path: deep, content: Buffer.alloc(1000, "x"), isExecutable: false },
      { type: "link", path: "run", target: "bin/run" },
    ],
    1_700_000_000,
  );
  writeFileSync(join(folder, "a.tar"), tar);
  execFileSync("tar", ["-xf", "a.tar"], { cwd: folder });
  expect(readFileSync(join(folder, deep), "utf8")).toBe("x".repeat(1000));
  expect(readlinkSync(join(folder, "run"))).toBe("bin/run");
  expect(statSync(join(folder, "bin/run")).mode & 0o777).toBe(0o755);
  expect(statSync(join(folder, deep)).mtimeMs).toBe(1_700_000_000_000);
  const listed = execFileSync("tar", ["-tvf", "a.tar"], { cwd: folder, encoding: "utf8" });
  expect(listed).toMatch(/^drwxr-xr-x root\/root .* bin\/\n-rwxr-xr-x root\/root +10 /);
});

it("rejects a path that the format cannot hold", () => {
  const path = "x".repeat(101);
  expect(() => createTar([{ type: "folder", path }], 0)).toThrow("is too long");
});

it("writes the archive of a Debian package", () => {
  const members = [
    { name: "debian-binary", content: Buffer.from("2.0\n") },
    { name: "odd", content: Buffer.from("odd") },
  ];
  const archive = createAr(members, 0).toString();
  expect(archive).toBe(
    `!<arch>\ndebian-binary   0           0     0     100644  4         \`\n2.0\nodd             0           0     0     100644  3         \`\nodd\n`,
  );
});
