import { describe, expect, it } from "vitest";
import { initializing, post, sessionOf } from "./raw-requests.ts";
import { command, serveModes } from "./serve-modes.ts";

const message = (more: object) => ({ jsonrpc: "2.0", ...more });

/** The response to a request, from its event stream. */
async function answerTo(url: string, headers: Record<string, string>, body: object): Promise<Record<string, unknown>> {
  const text = await (await post(url, headers, body)).text();
  const [data = "null"] = text.split("\n").flatMap((line) => (/^data: (.+)$/.exec(line) ?? []).slice(1));
  return JSON.parse(text.startsWith("{") ? text : data);
}

describe("a client that violates the protocol", () => {
  it("gets proper errors, and does not affect others", async () => {
    const at = await serveModes([command("true")]);
    const headers = await sessionOf(at.url);
    const ask = (body: object) => answerTo(at.url, headers, message(body));
    expect(await ask({ id: 1, method: "no/such" })).toMatchObject({ id: 1, error: { code: -32601 } });
    expect(await ask({ id: 2, method: "tools/call", params: { name: 7 } })).toMatchObject({ error: { code: -32602 } });
    expect(await ask({ id: 3, method: "resources/read", params: { uri: "no uri" } })).toHaveProperty("error");
    expect((await post(at.url, headers, initializing)).status).toBe(400);
    // A response and notifications for requests that were never made.
    for (const stray of [
      { id: 99, result: {} },
      { method: "notifications/cancelled", params: { requestId: 12 } },
      { method: "notifications/progress", params: { progressToken: "x", progress: 1 } },
      { method: "notifications/unknown" },
    ])
      expect((await post(at.url, headers, message(stray))).status).toBe(202);
    const listed = { method: "tools/list" };
    const twice = await Promise.all([ask({ id: 4, ...listed }), ask({ id: 4, ...listed })]);
    expect(twice.filter((answer) => "result" in answer).length).toBeGreaterThanOrEqual(1);
    expect(await ask({ id: 5, ...listed })).toHaveProperty("result.tools");
  });

  it("gets a supported protocol version when it requests an unknown one", async () => {
    const { url } = await serveModes([]);
    const params = { ...initializing.params, protocolVersion: "1999-01-01" };
    const answer = await answerTo(url, {}, { ...initializing, params });
    expect(answer).toMatchObject({ result: { protocolVersion: "2025-11-25", serverInfo: { name: "roo" } } });
    const wrong = await post(url, { "mcp-protocol-version": "1999-01-01" }, message({ id: 1, method: "tools/list" }));
    expect(wrong.status).toBe(400);
  });

  it("can cancel a waiting call, and the task continues", async () => {
    const at = await serveModes([command("true")]);
    const { client, call, view } = await at.connect();
    const { taskId } = await view("new_task", { prompt: "Go.", waitSeconds: 50 });
    await call("cancel_task", { taskId });
    const stop = new AbortController();
    const waiting = client.callTool(
      { name: "send_message", arguments: { taskId, text: "Continue.", waitSeconds: 50 } },
      { signal: stop.signal },
    );
    stop.abort();
    await expect(waiting).rejects.toThrow(/abort/i);
    expect(await view("get_task", { taskId })).toHaveProperty("status");
  });
});
