import type { CodeSearchOutcome } from "@roo-code/types";
import { expect, it } from "vitest";
import { createProject } from "./roo.ts";

const files = {
  "src/retry.ts": "export function waitBeforeRetry(attempt: number) {\n  return 100 * 2 ** attempt;\n}\n",
  "animals.md": "# Animals\n\nThe zebra lives in the savanna.\n",
  ".env": "KEY=zebra\n",
};

it("builds an index, shows its status and searches it", async () => {
  using here = createProject(files);
  expect((await here.roo(["index", "status"])).stdout).toContain("This folder has no code index");
  const built = await here.roo(["index", "build"]);
  expect(built).toMatchObject({ code: 0 });
  expect(built.stdout).toMatch(/^2 files in 2 chunks; 2 read and 0 removed/);
  expect(built.stdout).toContain("skipped: 1 private");
  const status = await here.roo(["index", "status", "--output", "json"]);
  expect(JSON.parse(status.stdout)).toMatchObject({ state: "ready", files: 2, chunks: 2, embedder: "local:words-1" });
  const text = await here.roo(["index", "search", "where", "does", "the", "zebra", "live"]);
  expect(text.stdout).toMatch(/^animals\.md:1-3 {2}\d\.\d\d\n {4}# Animals\n/);
});

it("updates the index before searching", async () => {
  using here = createProject(files);
  await here.roo(["index", "build"]);
  here.write("okapi.txt", "the okapi\n");
  const { stdout } = await here.roo(["index", "search", "okapi", "--output", "json", "--limit", "1"]);
  const { hits, filesLeft } = JSON.parse(stdout) as CodeSearchOutcome;
  expect({ path: hits[0]?.path, filesLeft }).toEqual({ path: "okapi.txt", filesLeft: 0 });
});

it("reports what is missing or wrong", async () => {
  using here = createProject(files);
  expect(await here.roo(["index", "search"])).toMatchObject({ code: 2 });
  const noKey = await here.roo(["index", "build"], { env: { ROO_EMBEDDINGS: '{"embedder":"openai"}' } });
  expect(noKey.code).not.toBe(0);
  expect(noKey.stderr).toContain("OPENAI_API_KEY");
});
