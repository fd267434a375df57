import { linkSync, symlinkSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";

const signal = new AbortController().signal;
const files = { ".rooignore": "secrets/\n*.pem\n", "secrets/a.txt": "key", "src/b.pem": "key", "src/c.txt": "key" };

it("refuses to read, write and stat what .rooignore matches", async () => {
  await using temp = createTempWorkspace(files);
  const refusal = expect.objectContaining({ code: "ignored_path", message: expect.stringContaining(".rooignore") });
  for (const path of ["secrets/a.txt", "secrets", "secrets/new.txt", "src/b.pem"]) {
    await expect(temp.workspace.files.read(path)).rejects.toEqual(refusal);
    await expect(temp.workspace.files.stat(path)).rejects.toEqual(refusal);
    const change = { path, before: null, content: Buffer.from("x") };
    await expect(temp.workspace.files.apply([change])).rejects.toEqual(refusal);
  }
});

it("follows a link to an ignored file", async () => {
  await using temp = createTempWorkspace(files);
  symlinkSync("secrets/a.txt", temp.path("innocent.txt"));
  await expect(temp.workspace.files.read("innocent.txt")).rejects.toMatchObject({ code: "ignored_path" });
});

it("recognizes an ignored file by another name", async () => {
  await using temp = createTempWorkspace({ ...files, "src/own.txt": "key" });
  linkSync(temp.path("secrets/a.txt"), temp.path("src/innocent.txt"));
  linkSync(temp.path("src/own.txt"), temp.path("src/twin.txt"));
  const refusal = { code: "ignored_path" };
  await expect(temp.workspace.files.read("src/innocent.txt")).rejects.toMatchObject(refusal);
  await expect(temp.workspace.files.stat("src/innocent.txt")).rejects.toMatchObject(refusal);
  const change = { path: "src/innocent.txt", before: null, content: Buffer.from("x") };
  await expect(temp.workspace.files.apply([change])).rejects.toMatchObject(refusal);
  expect((await temp.workspace.files.read("src/twin.txt")).size).toBe(3);
  const found = await temp.workspace.files.search({ path: ".", regex: "key", contextLines: 0, limit: 50, signal });
  expect(found.files.map(({ path }) => path)).toEqual(["src/c.txt", "src/own.txt", "src/twin.txt"]);
});

it("recognizes a file that was ignored only after it got another name", async () => {
  await using temp = createTempWorkspace(files);
  linkSync(temp.path("src/c.txt"), temp.path("src/d.txt"));
  expect((await temp.workspace.files.read("src/d.txt")).size).toBe(3);
  temp.write(".rooignore", "c.txt\n");
  await expect(temp.workspace.files.read("src/d.txt")).rejects.toMatchObject({ code: "ignored_path" });
});

it("leaves it out of listings and searches", async () => {
  await using temp = createTempWorkspace(files);
  const listing = await temp.workspace.files.list(".", { recursive: true, limit: 50, signal });
  expect(listing.entries).toEqual([".rooignore", "src/", "src/c.txt"]);
  const found = await temp.workspace.files.search({ path: ".", regex: "key", contextLines: 0, limit: 50, signal });
  expect(found.files.map(({ path }) => path)).toEqual(["src/c.txt"]);
});

it("applies changed rules", async () => {
  await using temp = createTempWorkspace(files);
  await expect(temp.workspace.files.read("secrets/a.txt")).rejects.toMatchObject({ code: "ignored_path" });
  temp.write(".rooignore", "nothing-else\n");
  expect((await temp.workspace.files.read("secrets/a.txt")).size).toBe(3);
});
