import { localEmbedder } from "@roo-code/index";
import { expect, it } from "vitest";
import { type Embedder, ToolSearch } from "../../src/search/tool-search.ts";
import { crowd, queries, tools } from "./labelled-set.ts";

const { signal } = new AbortController();
const embedder: Embedder = {
  embed: (texts, purpose, until) => localEmbedder.embed(texts, { purpose, signal: until }),
};

it.each([
  ["words and meaning", embedder, 0.9],
  ["words alone", undefined, 0.8],
])("by %s, finds one of the right tools among the first five, of five hundred", async (_, used, least) => {
  expect(queries.length).toBeGreaterThanOrEqual(60);
  const search = new ToolSearch([...tools, ...crowd(500 - tools.length)], used);
  let missed = 0;
  for (const { query, wanted } of queries) {
    const found = await search.search(query, { limit: 5, signal });
    const names = found.map(({ server, name }) => `${server}/${name}`);
    if (!wanted.some((name) => names.includes(name))) missed += 1;
  }
  expect(1 - missed / queries.length).toBeGreaterThanOrEqual(least);
});

it("finds a tool by its exact name, and works without an embedder that fails", async () => {
  const failing: Embedder = { embed: () => Promise.reject(new Error("no table")) };
  const search = new ToolSearch(tools, failing);
  const [first] = await search.search("add_worklog", { limit: 5, signal });
  expect(first?.name).toBe("add_worklog");
});
