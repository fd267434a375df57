import { expect, test } from "vitest";
import { call, failed, findAndRead, mcpTrial } from "../../../test/mcp-trials.ts";
import { apiMcpBenchmarks } from "../../api/mcp-benchmarks.ts";
import { summarizeMcp } from "../../statistics/index.ts";
import { renderMarkdown } from "../markdown.ts";
import { mcpDocument } from "./mcp-document.ts";

const at = new Date("2025-03-01T10:00:00Z");
const second = { ...findAndRead, id: "second" };

test("every table has a row for each server, with the known numbers", () => {
  const markdown = renderMarkdown(
    mcpDocument(
      summarizeMcp([
        mcpTrial([call("find", { durationMs: 20 }), call("read", { durationMs: 40 })], { connecting: [70] }),
        mcpTrial([call("find"), call("find"), call("read")], { intent: second, succeeded: false }),
        mcpTrial([failed("open", "fetch failed"), call("open", { responseSize: 2500 })], { server: "other" }),
      ]),
      at,
    ),
  );
  const rows = markdown
    .split("\n")
    .filter((line) => /^\| (files|other) /.test(line))
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  expect(rows).toEqual([
    ["files", "50.0 %", "9.5 to 90.5 %", "1 of 2", "2", "2"],
    ["other", "100.0 %", "20.7 to 100.0 %", "1 of 1", "1", "1"],
    ["files", "2.5", "3.0", "3", "1 of 5"],
    ["other", "2", "2", "2", "0 of 2"],
    ["files", "5", "0.0 %", "100.0 %", "0", "0", "0", "0", "0"],
    ["other", "2", "50.0 %", "100.0 %", "1", "0", "0", "0", "0"],
    ["files", "10 ms", "36 ms", "70 ms", "250 B", "295 B", "$0.0400"],
    ["other", "10 ms", "10 ms", "–", "2.5 kB", "2.5 kB", "$0.0200"],
  ]);
  expect(markdown).toMatch(/\| Recovery +\| other +\| +100\.0 % \| +– \| +1 \|/);
  expect(markdown).toMatch(/\| Path efficiency +\| files +\| +100\.0 % \| +– \| +1 \|/);
});

test("several tries show how stable a server is", () => {
  const tries = [true, false].map((succeeded) => mcpTrial([call("find")], { succeeded }));
  const markdown = renderMarkdown(mcpDocument(summarizeMcp(tries), at));
  expect(markdown).toMatch(/\| files +\| +50\.0 % \| +0\.0 % \|/);
});

test("tool selection is left out if the needed tools are not known", () => {
  const intent = { ...findAndRead, gold: {} };
  const trials = [
    mcpTrial([call("find"), call("read")], { intent }),
    mcpTrial([failed("find", "no"), call("find")], { intent }),
  ];
  const markdown = renderMarkdown(mcpDocument(summarizeMcp(trials), at));
  expect(markdown).toContain("No intent names the tools it needs");
  expect(markdown).not.toMatch(/precision|recall|first call right|path efficiency/i);
  expect(markdown).toMatch(/\| Recovery +\| files +\| +100\.0 %/);
  expect(apiMcpBenchmarks(trials)).toMatchObject([{ pathEfficiency: null, firstCallAccuracy: null }]);
});
