import { McpServer } from "@modelcontextprotocol/server";
import { expect, it, onTestFinished } from "vitest";
import { HttpSessions } from "./http-sessions.ts";

const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } };

function sessionsUnderTest() {
  let [opened, gone] = [0, 0];
  const sessions = new HttpSessions({
    idleMs: 600_000,
    maxSessions: 2,
    async open(onClose) {
      opened += 1;
      const server = new McpServer({ name: "s", version: "1" });
      Object.assign(server.server, {
        onclose: () => {
          gone += 1;
          onClose();
        },
      });
      return server;
    },
  });
  onTestFinished(() => sessions.dispose());
  const initialize = (accept: string) =>
    sessions.handle(
      new Request("http://127.0.0.1/mcp", {
        method: "POST",
        headers: { "content-type": "application/json", accept },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
      }),
    );
  return { sessions, initialize, counts: () => ({ opened, gone }) };
}

it("keeps nothing for a rejected client", async () => {
  const { initialize, counts } = sessionsUnderTest();
  expect((await initialize("text/html")).status).toBe(406);
  expect(counts()).toEqual({ opened: 1, gone: 1 });
});

it("closes the session that has been idle the longest, and none in use", async () => {
  const { sessions, initialize, counts } = sessionsUnderTest();
  const begin = async () =>
    (await initialize("application/json, text/event-stream")).headers.get("mcp-session-id") ?? "";
  const [first, second] = [await begin(), await begin()];
  // Used since, so that it is not the one that has rested for longest.
  sessions.hold(first)();
  const third = await begin();
  expect(third).not.toBe("");
  expect(counts()).toEqual({ opened: 3, gone: 1 });
  const ask = (sessionId: string) =>
    sessions.handle(
      new Request("http://127.0.0.1/mcp", { method: "DELETE", headers: { "mcp-session-id": sessionId } }),
    );
  expect((await ask(second)).status).toBe(404);
  for (const sessionId of [first, third]) sessions.hold(sessionId);
  expect(await begin()).toBe("");
  expect((await ask(first)).status).toBe(200);
});
