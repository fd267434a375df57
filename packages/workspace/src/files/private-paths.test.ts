import { symlinkSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { LocalWorkspace } from "@roo-code/workspace";
import { expect, it } from "vitest";

const signal = new AbortController().signal;
const files = { ".ssh/id_test": "a fake key", ".aws/credentials": "a fake key", "src/a.txt": "no key" };

it("hides paths of keys when a home folder is read, searched and listed", async () => {
  await using temp = createTempWorkspace(files);
  const home = new LocalWorkspace({ root: temp.root, environment: { HOME: temp.root } }).files;
  symlinkSync(".ssh/id_test", temp.path("innocent.txt"));
  for (const path of [".ssh/id_test", ".ssh", ".aws/credentials", "innocent.txt"]) {
    await expect(home.read(path)).rejects.toMatchObject({ code: "private_path" });
    await expect(home.stat(path)).rejects.toMatchObject({ code: "private_path" });
  }
  const change = { path: ".ssh/authorized_keys", before: null, content: Buffer.from("x") };
  await expect(home.apply([change])).rejects.toMatchObject({ code: "private_path" });
  const listing = await home.list(".", { recursive: true, limit: 50, signal });
  expect(listing).toMatchObject({ entries: ["innocent.txt", "src/", "src/a.txt"], leftOut: [".ssh", ".aws"] });
  const found = await home.search({ path: ".", regex: "key", contextLines: 0, limit: 50, signal });
  expect(found.files.map(({ path }) => path)).toEqual(["src/a.txt"]);
  expect(found.leftOut).toEqual([".ssh", ".aws"]);
});

it("opens what the user shared, and nothing beside it", async () => {
  await using temp = createTempWorkspace(files);
  const home = new LocalWorkspace({ root: temp.root, environment: { HOME: temp.root } }).files;
  home.share(".ssh");
  expect((await home.list(".ssh", { recursive: true, limit: 50, signal })).entries).toEqual([".ssh/id_test"]);
  await expect(home.read(".ssh/id_test")).rejects.toMatchObject({ code: "private_path" });
  home.share(".ssh/id_test");
  expect((await home.read(".ssh/id_test")).size).toBe(10);
  await expect(home.read(".aws/credentials")).rejects.toMatchObject({ code: "private_path" });
});

it("hides nothing in a workspace that is not a home folder", async () => {
  await using temp = createTempWorkspace(files);
  expect((await temp.workspace.files.read(".ssh/id_test")).size).toBe(10);
});
