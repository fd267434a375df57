import { afterEach, describe, expect, it } from "vitest";
import { until } from "../until.ts";
import { servedAnthropic } from "./anthropic.ts";
import { servedOpenAiChat } from "./openai-chat.ts";
import type { ServedFormat } from "./served-format.ts";
import { type WireServer, type WireServerStep, wireServer } from "./wire-server.ts";

let server: WireServer;
afterEach(() => server.close());

async function ask(format: ServedFormat, ...steps: readonly WireServerStep[]): Promise<Response> {
  server = await wireServer(format, steps);
  return fetch(server.origin, { method: "POST", body: JSON.stringify({ model: "m" }) });
}

const calls = ["one", "two"].map((name) => ({ id: name, name, arguments: `{"name":"${name}"}` }));

describe("wireServer", () => {
  it("answers in the format, and records its requests", async () => {
    const response = await ask(servedOpenAiChat, ({ body }) => ({ text: `for ${String(body?.model)}` }));
    expect(response.headers.get("content-type")).toBe(servedOpenAiChat.contentType);
    expect(await response.text()).toBe(Buffer.concat(servedOpenAiChat.frames({ text: "for m" })).toString());
    expect(server.requests).toMatchObject([{ method: "POST", path: "/", body: { model: "m" } }]);
  });

  it("refuses as the vendor does, with custom headers", async () => {
    const { status, body } = servedAnthropic.refusal("overloaded");
    const response = await ask(servedAnthropic, { refusal: "overloaded", headers: { "retry-after": "3" } });
    expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([status, "3", body]);
  });

  it("puts keep-alives before frames, and repeats the last", async () => {
    const frames = servedAnthropic.frames({ text: "x" });
    const text = await (await ask(servedAnthropic, { text: "x", keepAlives: 2, repeatsLastFrame: true })).text();
    expect(text.split("event: ping").length - 1).toBe(2 * (frames.length + 1));
    expect(text.split("event: message_stop").length - 1).toBe(2);
  });

  it.each(["frames", "middles"] as const)("sends the same bytes split at %s", async (splitAt) => {
    const whole = Buffer.concat(servedOpenAiChat.frames({ text: "naïve 😀", calls })).toString();
    expect(await (await ask(servedOpenAiChat, { text: "naïve 😀", calls, splitAt })).text()).toBe(whole);
  });

  it("interleaves the deltas of two calls, each in its own order", async () => {
    const text = await (await ask(servedOpenAiChat, { calls, interleavesCalls: true })).text();
    const indexes = [...text.matchAll(/"tool_calls":\[\{"index":(\d)/g)].map(([, index]) => index);
    expect(indexes.slice(0, 4)).toEqual(["0", "1", "0", "1"]);
    const sorted = (body: string) => body.split("\n\n").toSorted();
    expect(sorted(text)).toEqual(sorted(Buffer.concat(servedOpenAiChat.frames({ calls })).toString()));
  });

  it.each([servedOpenAiChat, servedAnthropic])("repeats in $id until the client disconnects", async (format) => {
    const response = await ask(format, { text: "again ", endless: true });
    const reader = response.body?.getReader();
    let text = "";
    while (text.length < 500_000) text += Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(text).not.toMatch(/message_stop|\[DONE\]|content_block_stop|"finish_reason":"/);
    await reader?.cancel();
    await until(() => server.active === 0);
  });

  it("falls silent or cuts the connection at a given byte", async () => {
    const cut = await ask(servedOpenAiChat, { text: "gone", cutAfterBytes: 10 });
    await expect(cut.text()).rejects.toThrow(/terminated/);
    server.push({ text: "quiet", silentAfterBytes: 10 });
    const quiet = await fetch(server.origin, { method: "POST", body: "{}" });
    const reader = quiet.body?.getReader();
    expect((await reader?.read())?.value?.length).toBe(10);
    expect(server.active).toBe(1);
    await reader?.cancel();
  });

  it("answers with status 500 when it has no step left", async () => {
    const response = await ask(servedOpenAiChat);
    expect([response.status, await response.text()]).toEqual([500, "the server has no step left"]);
  });
});
