import { expect, test } from "vitest";
import { classifyMcpError } from "./classify-mcp-error.ts";

const classOf = (errorMessage: string | null, durationMs = 5) =>
  classifyMcpError({ errorMessage, durationMs, timeoutMs: 1000 });

test.each([
  ["transport", "MCP error -32000: Connection closed"],
  ["transport", "connect ECONNREFUSED 127.0.0.1:1"],
  ["transport", "spawn no-such-program ENOENT"],
  ["transport", "fetch failed"],
  ["transport", "Not connected"],
  ["timeout", "MCP error -32001: Request timed out"],
  ["timeout", "the call timed out after 60 s"],
  ["protocol", "MCP error -32601: Method not found"],
  ["protocol", "MCP error -32603: Internal error"],
  ["protocol", "Unexpected token < in JSON at position 0"],
  ["validation", "MCP error -32602: Input validation error: Invalid arguments for tool read"],
  ["validation", "Invalid arguments for tool read: path is required"],
  ["tool", "ENOENT: no such file or directory, open 'notes.txt'"],
  ["tool", "no issue has the number 99"],
  ["tool", ""],
])("%s: %s", (expected, message) => {
  expect(classOf(message)).toBe(expected);
});

test("a call that did not fail has no class", () => {
  expect(classOf(null)).toBeNull();
  expect(classOf(null, 5000)).toBeNull();
});

test("an unclear error after the full timeout is a timeout", () => {
  expect(classOf("aborted", 1000)).toBe("timeout");
  expect(classifyMcpError({ errorMessage: "aborted", durationMs: 1000, timeoutMs: 0 })).toBe("tool");
});
