import { expect, it } from "vitest";
import { ToolSearch } from "../../src/search/tool-search.ts";
import { crowd, queries, tools } from "./labelled-set.ts";

const { signal } = new AbortController();

it("finds the right tool among the first five for nine of ten queries", async () => {
  expect(queries.length).toBeGreaterThanOrEqual(60);
  const search = new ToolSearch([...tools, ...crowd(500 - tools.length)]);
  const missed: string[] = [];
  for (const { query, wanted } of queries) {
    const found = await search.search(query, { limit: 5, signal });
    const names = found.map(({ server, name }) => `${server}/${name}`);
    if (!wanted.some((name) => names.includes(name))) missed.push(`${query}: ${names.join(", ")}`);
  }
  expect(1 - missed.length / queries.length, missed.join("\n")).toBeGreaterThanOrEqual(0.9);
});
