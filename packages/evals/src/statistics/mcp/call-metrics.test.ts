import { expect, test } from "vitest";
import { call, failed } from "../../../test/mcp-trials.ts";
import { countCalls } from "./call-metrics.ts";

const redundantIn = (calls: Parameters<typeof countCalls>[0][number]) => countCalls([calls]).redundant;

test("a repeated call with the same answer is redundant, whatever the order of its arguments", () => {
  const original = call("find", { request: '{"name":"LICENSE","options":{"deep":true,"max":5}}' });
  const again = call("find", { request: '{"options":{"max":5,"deep":true},"name":"LICENSE"}' });
  expect(redundantIn([original, again, original])).toBe(2);
});

test("a call with other arguments, another tool, another list order or another answer is not redundant", () => {
  const original = call("find", { request: '{"names":["a","b"]}' });
  expect(redundantIn([original, call("find", { request: '{"names":["b","a"]}' })])).toBe(0);
  expect(redundantIn([original, call("list", { request: original.request, response: original.response })])).toBe(0);
  expect(redundantIn([original, { ...original, response: "now there are two" }])).toBe(0);
  expect(redundantIn([original, { ...original, responseSize: original.responseSize + 1 }])).toBe(0);
});

test("repeating a call after a transport error is not redundant, repeating a rejected one is", () => {
  const lost = failed("find", "MCP error -32000: Connection closed");
  const late = failed("find", "MCP error -32001: Request timed out");
  const wrong = failed("find", "MCP error -32602: Invalid arguments");
  expect(redundantIn([lost, lost, late, late, call("find")])).toBe(0);
  expect(redundantIn([wrong, wrong])).toBe(1);
});

test("arguments that are not JSON are compared as text", () => {
  const cut = call("find", { request: '{"name":"LIC…' });
  expect(redundantIn([cut, cut])).toBe(1);
});
