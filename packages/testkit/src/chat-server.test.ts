import { afterEach, describe, expect, it } from "vitest";
import { type ChatServer, type ChatServerStep, chatServer } from "./chat-server.ts";
import { until } from "./until.ts";

let server: ChatServer;
afterEach(() => server.close());

async function ask(steps: readonly ChatServerStep[], body: unknown = { model: "m" }): Promise<Response> {
  server = await chatServer(steps);
  return fetch(`${server.baseUrl}/chat/completions`, { method: "POST", body: JSON.stringify(body) });
}

describe("chatServer", () => {
  it("streams a completion and records what was sent", async () => {
    const response = await ask([{ text: "hi there", usage: { prompt_tokens: 3 } }], { model: "m", messages: [] });
    const events = (await response.text()).trim().split("\n\n");
    expect(events.at(-1)).toBe("data: [DONE]");
    expect(events.join()).toContain('"content":"hi there"');
    expect(events.join()).toContain('"prompt_tokens":3');
    expect(server.requests[0]).toMatchObject({
      method: "POST",
      path: "/v1/chat/completions",
      body: { model: "m", messages: [] },
    });
    expect(server.requests[0]?.raw.toString()).toBe('{"model":"m","messages":[]}');
  });

  it("splits the arguments of a call into deltas", async () => {
    const response = await ask([{ calls: [{ name: "read_file", arguments: '{"path":"a.txt"}' }] }]);
    const text = await response.text();
    expect(text).toContain('"name":"read_file","arguments":""');
    expect(text).toContain('"finish_reason":"tool_calls"');
  });

  it("answers with a status, headers and a body", async () => {
    const response = await ask([{ status: 429, headers: { "retry-after": "7" }, body: '{"error":{}}' }]);
    expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([
      429,
      "7",
      '{"error":{}}',
    ]);
  });

  it.each<[string, ChatServerStep]>([
    ["after so many bytes", { text: "cut off", cutAfterBytes: 40 }],
    ["inside a code point", { text: "caf\u00e9", cutInsideCodePoint: true }],
  ])("cuts the connection %s", async (_, step) => {
    const response = await ask([step]);
    await expect(response.text()).rejects.toThrow(/terminated/);
  });

  it("repeats until the client disconnects", async () => {
    const response = await ask([{ text: "more", endless: true }]);
    const reader = response.body?.getReader();
    let read = 0;
    while (read < 100_000) read += (await reader?.read())?.value?.length ?? 0;
    expect(server.active).toBe(1);
    await reader?.cancel();
    await until(() => server.active === 0);
    expect(read).toBeGreaterThanOrEqual(100_000);
  });

  it("answers with status 500 when it has no step left", async () => {
    const response = await ask([]);
    expect([response.status, await response.text()]).toEqual([500, "the chat server has no step left"]);
  });
});
