import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { SourceFolder } from "./source-folder.ts";

function folderWith(prepare: (path: string, outside: string) => void): { folder: SourceFolder; refused: string[] } {
  const path = tempFolder("source");
  const outside = tempFolder("outside");
  mkdirSync(path);
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.txt"), "secret");
  prepare(path, outside);
  const refused: string[] = [];
  const folder = SourceFolder.open(path, (refusedPath, reason) => {
    refused.push(`${refusedPath.slice(path.length + 1)}: ${reason}`);
    return undefined;
  });
  if (!folder) throw new Error("The folder was not opened.");
  return { folder, refused };
}

test("symlinks are followed inside the source and refused if they lead out of it", () => {
  const { folder, refused } = folderWith((path, outside) => {
    writeFileSync(join(path, "a.md"), "inside");
    symlinkSync("a.md", join(path, "link.md"));
    symlinkSync(join(outside, "secret.txt"), join(path, "out.md"));
    symlinkSync(outside, join(path, "out"));
    symlinkSync("nowhere", join(path, "dangling.md"));
  });
  expect(folder.readText("link.md")).toBe("inside");
  expect(folder.readText("out.md")).toBeUndefined();
  expect(folder.readText("out/secret.txt")).toBeUndefined();
  expect(folder.readText("../outside/secret.txt")).toBeUndefined();
  expect(folder.folder("out")).toBeUndefined();
  expect(folder.list().map(({ name }) => name)).toEqual(["a.md", "link.md"]);
  expect(folder.walk()).toEqual(["a.md", "link.md"]);
  expect(refused).toContain("out.md: it is a symlink to the outside");
});

test("a folder that links to itself is read once", () => {
  const { folder, refused } = folderWith((path) => symlinkSync(".", join(path, "again")));
  expect(folder.walk()).toEqual([]);
  expect(refused.join()).toContain("nested too deeply");
});

test("pipes, huge files, broken text and broken data are refused and reported", () => {
  const { folder, refused } = folderWith((path) => {
    execFileSync("mkfifo", [join(path, "pipe.json")]);
    writeFileSync(join(path, "huge.json"), "");
    truncateSync(join(path, "huge.json"), 6 * 1024 * 1024);
    writeFileSync(join(path, "binary.json"), Buffer.from([0xff, 0xfe, 0x00]));
    writeFileSync(join(path, "broken.json"), '{"key": "CANARY-in-broken-file"');
    writeFileSync(join(path, "bomb.yaml"), bomb());
  });
  for (const name of ["pipe.json", "huge.json", "binary.json", "broken.json"])
    expect(folder.readJson(name)).toBeUndefined();
  expect(folder.readYaml("bomb.yaml")).toBeUndefined();
  expect(refused).toEqual([
    "pipe.json: it is not a regular file",
    "huge.json: it is larger than 5 MB",
    "binary.json: it is not UTF-8 text",
    "broken.json: it is not valid JSON",
    "bomb.yaml: it is not valid YAML",
  ]);
});

test("prototype names in data reach no prototype", () => {
  const { folder } = folderWith((path) => {
    writeFileSync(join(path, "a.json"), '{"__proto__": {"polluted": true}, "ok": 1, "deep": {"constructor": 2}}');
    writeFileSync(join(path, "a.yaml"), "__proto__:\n  polluted: true\nok: 1\n");
    writeFileSync(join(path, "a.toml"), 'ok = 1\n["__proto__"]\npolluted = true\n');
  });
  expect(folder.readJson("a.json")).toEqual({ ok: 1, deep: {} });
  expect(folder.readYaml("a.yaml")).toEqual({ ok: 1 });
  expect(Object.keys(folder.readToml("a.toml") ?? {})).toEqual(["ok"]);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

/** Each line expands to ten times the previous one. */
function bomb(): string {
  const names = "abcdefghij".split("");
  const lines = names.map((name, index) => {
    const before = names[index - 1];
    return `${name}: &${name} [${Array.from({ length: 10 }, () => (before === undefined ? "x" : `*${before}`)).join(", ")}]`;
  });
  return lines.join("\n");
}
