import { describe, expect, it } from "vitest";
import type { EventDraft, TaskEvent } from "./event.ts";
import { userMessage } from "./message-parts.ts";
import { mcpRows } from "./read-mcp-rows.ts";
import { noUsage } from "./usage-sum.ts";

const server = { server: "s", source: "project", transport: "sse" } as const;
const answer = { callId: "c1", durationMs: 7, bytes: 300_000, isCached: false };
const key = "sk-abcdefghijklmnop";

describe("the MCP rows of a task", () => {
  it("are empty without MCP servers", () => {
    expect(mcpRows([])).toEqual({ connections: [], resources: [], benchmarks: [] });
  });

  it("count failed calls as steps, per server", () => {
    const rows = mcpRows(
      eventsOf(
        { type: "message.added", opId: "o", message: userMessage("find it") },
        { type: "mcp.end", ...server, ...answer, tool: "a", timeoutMs: 5 },
        {
          type: "mcp.end",
          ...server,
          ...answer,
          tool: "b",
          timeoutMs: 5,
          error: { code: "mcp_failed", message: "no" },
        },
        { type: "mcp.end", ...server, server: "t", ...answer, tool: "a", timeoutMs: 5 },
        { type: "resource.end", ...server, ...answer, uri: "x://y", error: { code: "mcp_failed", message: "gone" } },
      ),
    );
    expect(
      rows.benchmarks.map(({ mcpServerName, totalSteps, errorCount, userIntent }) => [
        mcpServerName,
        totalSteps,
        errorCount,
        userIntent,
      ]),
    ).toEqual([
      ["s", 2, 1, "find it"],
      ["t", 1, 0, "find it"],
    ]);
    expect(rows.benchmarks[0]?.calls.map(({ stepNumber, errorMessage }) => [stepNumber, errorMessage])).toEqual([
      [1, null],
      [2, "no"],
    ]);
    expect(rows.resources).toMatchObject([{ uri: "x://y", eventType: "error", errorMessage: "gone" }]);
  });

  it("hold no keys and bounded texts, but the original size", () => {
    const input = { server_name: "s", tool_name: "a", arguments: { api_key: key, text: "ä".repeat(60_000) } };
    const rows = mcpRows(
      eventsOf(
        { type: "message.added", opId: "o", message: userMessage(`use ${key} ${"x".repeat(5_000)}`) },
        {
          type: "turn.end",
          turn: 1,
          message: { role: "assistant", content: [{ type: "tool-call", callId: "c1", name: "use_mcp_tool", input }] },
          usage: noUsage(),
          stopReason: "tool-calls",
        },
        { type: "mcp.end", ...server, ...answer, tool: "a", timeoutMs: 5 },
        {
          type: "tool.end",
          callId: "c1",
          name: "use_mcp_tool",
          content: `Bearer ${key} ${"y".repeat(100_000)}`,
          isError: false,
          durationMs: 9,
        },
      ),
    );
    const [call] = rows.benchmarks[0]?.calls ?? [];
    expect(JSON.stringify(rows)).not.toContain("abcdefghijklmnop");
    expect(Buffer.byteLength(rows.benchmarks[0]?.userIntent ?? "")).toBeLessThanOrEqual(2_000);
    expect(Buffer.byteLength(call?.request ?? "")).toBeLessThanOrEqual(64_000);
    expect(call?.request).toMatch(/^\{"api_key":"\[redacted\]","text":"ä+$/);
    expect(Buffer.byteLength(call?.response ?? "")).toBe(64_000);
    expect(call?.responseSize).toBe(300_000);
  });
});

function eventsOf(...drafts: EventDraft[]): TaskEvent[] {
  return drafts.map((draft, index): TaskEvent => ({ ...draft, seq: index + 1, at: "2026-01-01T00:00:00.000Z" }));
}
