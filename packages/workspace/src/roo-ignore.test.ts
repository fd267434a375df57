import { symlinkSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit";
import { expect, it } from "vitest";

const signal = new AbortController().signal;
const files = { ".rooignore": "secrets/\n*.pem\n", "secrets/a.txt": "key", "src/b.pem": "key", "src/c.txt": "key" };

it("refuses to read, write and look at what .rooignore matches", async () => {
  await using temp = createTempWorkspace(files);
  const refusal = expect.objectContaining({ code: "ignored_path", message: expect.stringContaining(".rooignore") });
  for (const path of ["secrets/a.txt", "secrets", "secrets/new.txt", "src/b.pem"]) {
    await expect(temp.workspace.files.read(path)).rejects.toEqual(refusal);
    await expect(temp.workspace.files.stat(path)).rejects.toEqual(refusal);
    const change = { path, before: null, content: Buffer.from("x") };
    await expect(temp.workspace.files.apply([change])).rejects.toEqual(refusal);
  }
});

it("sees through a link to an ignored file", async () => {
  await using temp = createTempWorkspace(files);
  symlinkSync("secrets/a.txt", temp.path("innocent.txt"));
  await expect(temp.workspace.files.read("innocent.txt")).rejects.toMatchObject({ code: "ignored_path" });
});

it("leaves it out of listings and searches", async () => {
  await using temp = createTempWorkspace(files);
  const listing = await temp.workspace.files.list(".", { recursive: true, limit: 50, signal });
  expect(listing.entries).toEqual([".rooignore", "src/", "src/c.txt"]);
  const found = await temp.workspace.files.search({ path: ".", regex: "key", contextLines: 0, limit: 50, signal });
  expect(found.files.map(({ path }) => path)).toEqual(["src/c.txt"]);
});

it("follows a change of the rules", async () => {
  await using temp = createTempWorkspace(files);
  await expect(temp.workspace.files.read("secrets/a.txt")).rejects.toMatchObject({ code: "ignored_path" });
  temp.write(".rooignore", "nothing-else\n");
  expect((await temp.workspace.files.read("secrets/a.txt")).size).toBe(3);
});
