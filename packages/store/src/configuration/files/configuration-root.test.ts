import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { configurationFolders } from "../../../test/configuration-folders.ts";
import { ConfigurationRoot } from "./configuration-root.ts";

it("finds nothing in a missing folder, without notices", () => {
  const { folder } = configurationFolders();
  const root = new ConfigurationRoot({ origin: "project", path: join(folder, "missing") });
  expect([root.find("a"), root.findFile("a/b"), root.findFolder("")]).toEqual([undefined, undefined, undefined]);
  expect(root.notices).toEqual([]);
});

it("finds nothing below a file, and reports a file in place of a folder and vice versa", () => {
  const { root } = setUp({ file: "text", "folder/file": "text" });
  expect(root.find("file/below")).toBeUndefined();
  expect(root.notices).toEqual([]);
  expect([root.findFolder("file"), root.findFile("folder")]).toEqual([undefined, undefined]);
  expect(root.notices.map(({ message }) => message)).toEqual([
    `${root.path}/file: it is a file, not a folder.`,
    `${root.path}/folder: it is a folder, not a file.`,
  ]);
});

it("may itself be a symlink", () => {
  const { workspace, folder } = setUp({ file: "text" });
  symlinkSync(workspace, join(folder, "link"));
  const root = new ConfigurationRoot({ origin: "user", path: join(folder, "link") });
  const file = root.find("file");
  expect(file).toMatchObject({ path: join(folder, "link", "file"), kind: "file" });
  expect(file && root.readWhole(file, 10)).toBe("text");
});

it("reads nothing beyond its limit, and never a part of what must be complete", () => {
  const { root } = setUp({ file: "123456" });
  const file = root.find("file");
  if (!file) throw new Error("The file was not found.");
  expect(root.readText(file, 4)).toEqual({ text: "1234", size: 6, isCut: true });
  expect(root.readText(file, 6)).toEqual({ text: "123456", size: 6, isCut: false });
  expect(root.readWhole(file, 4)).toBeUndefined();
  expect(root.notices).toMatchObject([{ code: "broken_file", message: expect.stringContaining("larger") }]);
});

it("does not follow a symlink that replaced a file it had found", () => {
  const { root, workspace, folder, write } = setUp({ folder: "" });
  write("home", "secret", "private");
  symlinkSync(join(folder, "home", ".roo", "secret"), join(workspace, "swapped"));
  const entry = { path: "swapped", name: "swapped", kind: "file" as const, real: join(workspace, "swapped"), links: 0 };
  expect(root.readText(entry, 100)).toBeUndefined();
  expect(root.notices).toMatchObject([{ message: "swapped: it cannot be read (ELOOP)." }]);
});

it("skips what belongs to another root", () => {
  const { workspace } = setUp({ "a/file": "text" });
  const root = new ConfigurationRoot({ origin: "project", path: workspace, except: join(workspace, "a") });
  mkdirSync(join(workspace, "ab"));
  expect([root.find("a"), root.find("a/file")]).toEqual([undefined, undefined]);
  expect(root.find("ab")).toMatchObject({ kind: "folder" });
  expect(root.notices).toEqual([]);
});

function setUp(files: Record<string, string>) {
  const places = configurationFolders({ workspace: files });
  return { ...places, root: new ConfigurationRoot({ origin: "project", path: places.workspace }) };
}
