import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { CodeIndex, CodeSearchHit, CodeSearchRequest } from "@roo-code/types";
import { expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { codebaseSearch } from "./codebase-search.ts";

function hit(path: string, text: string): CodeSearchHit {
  return { path, startLine: 3, endLine: 9, score: 0.5, text };
}

function fakeIndex(hits: readonly CodeSearchHit[], filesLeft = 0) {
  const requests: CodeSearchRequest[] = [];
  const codeIndex: CodeIndex = {
    async search(request) {
      requests.push(request);
      return { hits, filesLeft };
    },
  };
  return { codeIndex, requests };
}

it("shows each hit with its path, score, lines and text", async () => {
  await using temp = createTempWorkspace();
  const { codeIndex, requests } = fakeIndex([hit("src/a.ts", "const a = 1;")]);
  const caller = new ToolCaller(temp, { codeIndex });
  const { content } = await caller.call(codebaseSearch, { query: "the first letter", path: null });
  expect(content).toBe(
    "Query: the first letter\nResults:\n\nFile path: src/a.ts\nScore: 0.50\nLines: 3-9\nCode Chunk: const a = 1;",
  );
  expect(requests[0]).toMatchObject({ query: "the first letter", limit: 30 });
  expect(requests[0]).toMatchObject({ path: undefined });
});

it("searches below a folder, also by the names other agents use", async () => {
  await using temp = createTempWorkspace();
  const { codeIndex, requests } = fakeIndex([]);
  await new ToolCaller(temp, { codeIndex }).call(codebaseSearch, { question: "x", directory: "src" });
  expect(requests[0]).toMatchObject({ query: "x", path: "src" });
});

it("reports no results, and an incomplete index", async () => {
  await using temp = createTempWorkspace();
  const { codeIndex } = fakeIndex([], 7);
  const { content } = await new ToolCaller(temp, { codeIndex }).call(codebaseSearch, { query: "x" });
  expect(content).toContain("No results.");
  expect(content).toContain("7 files are not indexed yet");
});

it("truncates long results", async () => {
  await using temp = createTempWorkspace();
  const { codeIndex } = fakeIndex(Array.from({ length: 30 }, (_, index) => hit(`${index}.ts`, "x".repeat(4000))));
  const { content } = await new ToolCaller(temp, { codeIndex }).call(codebaseSearch, { query: "x" });
  expect(content.length).toBeLessThan(41_000);
  expect(content).toMatch(/Truncated: \d+ more results/);
});

it("refuses an empty query, and a workspace without an index", async () => {
  await using temp = createTempWorkspace();
  const { codeIndex } = fakeIndex([]);
  const empty = new ToolCaller(temp, { codeIndex }).call(codebaseSearch, { query: " " });
  await expect(empty).rejects.toMatchObject({ code: "empty_query" });
  await expect(new ToolCaller(temp).call(codebaseSearch, { query: "x" })).rejects.toMatchObject({ code: "no_index" });
});
