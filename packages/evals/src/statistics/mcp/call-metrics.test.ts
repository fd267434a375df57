import { expect, test } from "vitest";
import { call, failed } from "../../../test/mcp-trials.ts";
import { countRedundantCalls } from "./call-metrics.ts";

test("the same question with the same answer is redundant, however its arguments are ordered", () => {
  const asked = call("find", { request: '{"name":"LICENSE","options":{"deep":true,"max":5}}' });
  const again = call("find", { request: '{"options":{"max":5,"deep":true},"name":"LICENSE"}' });
  expect(countRedundantCalls([asked, again, asked])).toBe(2);
});

test("other arguments, another tool, another order in a list or another answer are not", () => {
  const asked = call("find", { request: '{"names":["a","b"]}' });
  expect(countRedundantCalls([asked, call("find", { request: '{"names":["b","a"]}' })])).toBe(0);
  expect(countRedundantCalls([asked, call("list", { request: asked.request, response: asked.response })])).toBe(0);
  expect(countRedundantCalls([asked, { ...asked, response: "now there are two" }])).toBe(0);
  expect(countRedundantCalls([asked, { ...asked, responseSize: asked.responseSize + 1 }])).toBe(0);
});

test("trying again what broke on the way is not, trying again what was turned down is", () => {
  const lost = failed("find", "MCP error -32000: Connection closed");
  const late = failed("find", "MCP error -32001: Request timed out");
  const wrong = failed("find", "MCP error -32602: Invalid arguments");
  expect(countRedundantCalls([lost, lost, late, late, call("find")])).toBe(0);
  expect(countRedundantCalls([wrong, wrong])).toBe(1);
});

test("arguments that are no JSON are compared as they are", () => {
  const cut = call("find", { request: '{"name":"LIC…' });
  expect(countRedundantCalls([cut, cut])).toBe(1);
});
