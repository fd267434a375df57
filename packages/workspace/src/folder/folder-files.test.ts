import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FolderFiles } from "./folder-files.ts";

let place: TempWorkspace;
let files: FolderFiles;
let root: string;
beforeEach(() => {
  place = createTempWorkspace({ "a.txt": "A", "src/b.ts": "b();\n", ".rooignore": "secret*\n", "secret.txt": "mine" });
  root = place.root;
  files = new FolderFiles({ folder: root, environment: process.env });
});
afterEach(() => place[Symbol.asyncDispose]());
const upload = { replaces: false, maxBytes: 1_000_000 };
const write = (path: string, content: string, before: string | null) => files.write(path, Buffer.from(content), before);

it("lists a folder, folders first, and marks what is ignored", async () => {
  writeFileSync(join(root, ".gitignore"), "*.log\nout/\n");
  mkdirSync(join(root, "out"));
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, "x.log"), "");
  symlinkSync("a.txt", join(root, "link"));
  const { entries, isTruncated } = await files.list("", 100);
  expect(isTruncated).toBe(false);
  expect(entries.map(({ path, kind, isIgnored }) => `${kind} ${path}${isIgnored ? " ignored" : ""}`)).toEqual([
    "folder out ignored",
    "folder src",
    "file .gitignore",
    "file .rooignore",
    "file a.txt",
    "link link",
    "file secret.txt",
    "file x.log ignored",
  ]);
  expect((await files.list("src", 100)).entries).toMatchObject([{ name: "b.ts", path: "src/b.ts", bytes: 5 }]);
  expect((await files.list("", 2)).isTruncated).toBe(true);
});

it("shows users everything: they can read and write what is hidden from the agent", async () => {
  const { version } = await files.read("secret.txt", 100);
  await write("secret.txt", "still mine", version);
  expect(readFileSync(join(root, "secret.txt"), "utf8")).toBe("still mine");
});

it("only overwrites the version that the writer saw", async () => {
  await expect(write("a.txt", "B", null)).rejects.toMatchObject({ code: "file_changed" });
  await expect(write("new/deep.txt", "B", "sha256:0")).rejects.toMatchObject({ code: "file_changed" });
  await write("new/deep.txt", "B", null);
  expect(readFileSync(join(root, "new/deep.txt"), "utf8")).toBe("B");
});

it("moves and removes links, not their targets", async () => {
  symlinkSync("src", join(root, "link"));
  await files.move("link", "moved");
  await files.remove("moved");
  expect(existsSync(join(root, "src/b.ts"))).toBe(true);
  await files.remove("src");
  expect(existsSync(join(root, "src"))).toBe(false);
  await expect(files.remove("src")).rejects.toMatchObject({ code: "not_found" });
  await expect(files.remove("")).rejects.toMatchObject({ code: "outside_workspace" });
});

it("never moves over an existing file, nor a folder into itself", async () => {
  await expect(files.move("a.txt", "secret.txt")).rejects.toMatchObject({ code: "file_exists" });
  await expect(files.move("src", "src/deeper")).rejects.toMatchObject({ code: "invalid_path" });
  await files.move("src", "lib/src");
  expect(existsSync(join(root, "lib/src/b.ts"))).toBe(true);
  await expect(files.makeFolder("lib")).rejects.toMatchObject({ code: "file_exists" });
  await files.makeFolder("empty/folder");
  expect(lstatSync(join(root, "empty/folder")).isDirectory()).toBe(true);
});

it("uploads and downloads files, completely or not at all", async () => {
  await files.upload("up/load.bin", Readable.from([Buffer.alloc(9_000_000, 1)]), { ...upload, maxBytes: 10_000_000 });
  expect((await buffer(files.download("up/load.bin", 8_999_990).stream)).length).toBe(10);
  await expect(files.upload("a.txt", Readable.from(["x"]), upload)).rejects.toMatchObject({ code: "file_exists" });
  await files.upload("a.txt", Readable.from([Buffer.from("x")]), { ...upload, replaces: true });
  expect(await text(files.download("a.txt", 0).stream)).toBe("x");
  const tooMuch = Readable.from([Buffer.alloc(600_000), Buffer.alloc(600_000)]);
  await expect(files.upload("large", tooMuch, upload)).rejects.toMatchObject({ code: "too_large" });
  expect(readdirSync(root).filter((name) => name.startsWith(".roo-tmp") || name === "large")).toEqual([]);
  const { name, stream } = files.download("src", 0);
  expect([name, (await buffer(stream)).subarray(0, 2).toString("hex")]).toEqual(["src.tar.gz", "1f8b"]);
});

describe("paths that lead outside", () => {
  const outside = [
    "../x",
    "src/../../x",
    "/etc/passwd",
    "~/x",
    "file:///etc/passwd",
    "a\0b",
    "out/passwd",
    "out",
    "loop/x",
  ];
  it.each(outside)("are refused for every operation: %s", async (path) => {
    symlinkSync("/etc", join(root, "out"));
    symlinkSync("loop", join(root, "loop"));
    const refused = { code: "outside_workspace" };
    const doings: (() => unknown)[] = [
      () => files.list(path, 10),
      () => files.read(path, 10),
      () => write(path, "x", null),
      () => files.makeFolder(path),
      () => files.upload(path, Readable.from(["x"]), upload),
      async () => files.download(path, 0),
      ...(path === "out"
        ? []
        : [() => files.remove(path), () => files.move(path, "b"), () => files.move("a.txt", path)]),
    ];
    for (const doing of doings) await expect(doing()).rejects.toMatchObject(refused);
    expect(existsSync(join(root, "a.txt"))).toBe(true);
  });
});
