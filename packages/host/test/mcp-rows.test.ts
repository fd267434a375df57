import { tables } from "@roo-code/store/database";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMcpSetup, everything } from "./mcp-setup.ts";

const { mcpConnectionEvents, mcpResourceEvents, mcpRetrievalBenchmarks, mcpRetrievalCalls } = tables;
const mcp = { autoApprove: ["mcp"] } as const;
const echo = {
  name: "use_mcp_tool",
  input: { server_name: "all", tool_name: "echo", arguments: { message: "a\u0000ö" } },
};
const uri = "demo://resource/static/document/features.md";
const read = { name: "access_mcp_resource", input: { server_name: "all", uri } };

let databases: TempDatabases;
beforeAll(async () => {
  databases = await tempDatabases();
}, 300_000);
afterAll(() => databases[Symbol.asyncDispose](), 300_000);

describe("with a database", () => {
  it("a tool call becomes two connection rows, one benchmark and one call; a read becomes one resource row", async () => {
    const { orm, url } = await databases.create();
    const { run } = await createMcpSetup({ all: everything }, { environment: { DATABASE_URL: url } });
    const called = await run([echo], mcp);
    expect(await orm.select().from(mcpConnectionEvents).orderBy(mcpConnectionEvents.id)).toMatchObject([
      { serverName: "all", eventType: "start", transport: "stdio", source: "global", taskId: null, durationMs: null },
      { serverName: "all", eventType: "established", durationMs: called.of("connection.added")[0]?.durationMs },
    ]);
    expect(await orm.select().from(mcpRetrievalBenchmarks)).toMatchObject([
      { mcpServerName: "all", userIntent: "Go.", totalSteps: 1, errorCount: 0, codeExecutionSuccess: null },
    ]);
    const [end] = called.of("mcp.end");
    expect(await orm.select().from(mcpRetrievalCalls)).toMatchObject([
      {
        stepNumber: 1,
        toolName: "echo",
        response: "Echo: a\uFFFDö",
        responseSize: Buffer.byteLength("Echo: a\u0000ö"),
        durationMs: end?.durationMs,
        timeoutMs: 60_000,
      },
    ]);
    expect(await orm.select().from(mcpResourceEvents)).toEqual([]);
    const reading = await run([read], mcp);
    expect(await orm.select().from(mcpResourceEvents)).toMatchObject([
      { serverName: "all", uri, eventType: "success", responseSize: reading.of("resource.end")[0]?.bytes },
    ]);
    // A task that uses no server adds no rows.
    await run([]);
    expect(await orm.$count(mcpConnectionEvents)).toBe(4);
    expect(await orm.$count(mcpRetrievalBenchmarks)).toBe(1);
  });

  it("that is unreachable the task still completes, and the user is notified", async () => {
    const notified: string[] = [];
    const { run } = await createMcpSetup(
      { all: everything },
      { environment: { DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" } },
    );
    const notify = (notices: readonly { message: string }[]) => notified.push(...notices.map(({ message }) => message));
    expect((await run([echo], { ...mcp, notify })).result.status).toBe("completed");
    expect(notified).toEqual([expect.stringContaining("was not saved in the database: ")]);
  });
});
