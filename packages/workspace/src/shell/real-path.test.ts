import { symlinkSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";
import { expandGlob } from "./local-shell.ts";
import { realPath } from "./real-path.ts";

it("resolves a path through links, as a program opens it", async () => {
  await using outside = createTempWorkspace({ "secret.txt": "s", "deep/x": "" });
  await using temp = createTempWorkspace({ "a.txt": "a", "src/b.txt": "b", ".git/hooks/pre-commit": "" });
  const { root } = temp;
  symlinkSync(outside.path("secret.txt"), temp.path("file-out"));
  symlinkSync(outside.path("deep"), temp.path("folder-out"));
  symlinkSync("src", temp.path("folder-in"));
  symlinkSync(".git/hooks", temp.path("hooks"));
  symlinkSync(outside.path("not-there"), temp.path("dangling"));
  symlinkSync("dangling", temp.path("twice"));
  symlinkSync("loop", temp.path("loop"));
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["a.txt", "a.txt"],
    [".", "."],
    ["./src/../a.txt", "a.txt"],
    [`${root}/a.txt`, "a.txt"],
    ["file-out", outside.path("secret.txt")],
    ["folder-out/x", outside.path("deep/x")],
    // The parent of the link's target, not the folder that contains the link.
    ["folder-out/../secret.txt", outside.path("secret.txt")],
    ["folder-in/b.txt", "src/b.txt"],
    ["folder-in/new.txt", "src/new.txt"],
    ["hooks/pre-push", ".git/hooks/pre-push"],
    ["dangling", outside.path("not-there")],
    ["twice", outside.path("not-there")],
    ["dangling/x", outside.path("not-there/x")],
    ["new/deep/file", "new/deep/file"],
    ["/etc/passwd", "/etc/passwd"],
    ["~/x", "~/x"],
    ["a".repeat(5_000), "a".repeat(5_000)],
    ["loop", undefined],
  ];
  for (const [path, leads] of cases) expect([path, realPath(root, path)]).toEqual([path, leads]);
});

it("resolves the files that a glob matches", async () => {
  await using outside = createTempWorkspace({ "secret.txt": "s" });
  await using temp = createTempWorkspace({ "a.txt": "", "b.md": "", ".hidden": "", "src/c.txt": "", "src/d.md": "" });
  symlinkSync(outside.path("secret.txt"), temp.path("link.txt"));
  symlinkSync(outside.root, temp.path("src/out"));
  const expand = (glob: string) => expandGlob(temp.root, glob)?.toSorted();
  expect(expand("*.md")).toEqual(["b.md"]);
  expect(expand("*.txt")).toEqual([outside.path("secret.txt"), "a.txt"]);
  expect(expand("?.txt")).toEqual(["a.txt"]);
  expect(expand("[kl]ink.txt")).toEqual([outside.path("secret.txt")]);
  expect(expand("src/*.txt")).toEqual(["src/c.txt"]);
  expect(expand("src/*/*.txt")).toEqual([outside.path("secret.txt")]);
  expect(expand("*/c.*")).toEqual(["src/c.txt"]);
  expect(expand(".h*")).toEqual([".hidden"]);
  expect(expand("nothing*")).toEqual([]);
  expect(expand("*a*b*c*d*e*")).toBeUndefined();
});
