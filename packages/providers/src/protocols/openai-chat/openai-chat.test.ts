import {
  type ChatServer,
  type ChatServerStep,
  type ChatStep,
  chatServer,
  FakeClock,
  faultProxy,
  modelRequest,
  until,
} from "@roo-code/testkit";
import { type ApiStream, ProviderError } from "@roo-code/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RooClient, type RooClientOptions } from "../../roo-client.ts";

const canary = "sk-canary-0123456789";
let server: ChatServer;
let client: RooClient;

beforeEach(async () => {
  server = await chatServer();
});
afterEach(async () => {
  await client.dispose();
  await server.close();
});

function ask(
  step: ChatServerStep,
  options: RooClientOptions & { signal?: AbortSignal; baseUrl?: string } = {},
): ApiStream {
  server.push(step);
  const settings = {
    apiProvider: "openai",
    apiModelId: "m",
    apiKey: canary,
    apiBaseUrl: options.baseUrl ?? server.baseUrl,
  };
  client = new RooClient(settings, { environment: {}, ...options });
  return client.createMessage(modelRequest(options.signal && { signal: options.signal }));
}

async function failureOf(stream: ApiStream): Promise<ProviderError> {
  const error = await stream.getFinalMessage().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw new Error(`a ProviderError was expected, not ${String(error)}`);
}

describe("a chat server that works", () => {
  it("streams text, calls and usage", async () => {
    const stream = ask({
      text: "Reading.",
      calls: [{ id: "c", name: "read_file", arguments: '{"path":"a"}' }],
      usage: { prompt_tokens: 9, completion_tokens: 4 },
    });
    expect(await stream.getFinalMessage()).toEqual({
      message: {
        role: "assistant",
        content: [
          { type: "text", text: "Reading." },
          { type: "tool-call", callId: "c", name: "read_file", input: { path: "a" } },
        ],
      },
      usage: { inputTokens: 9, outputTokens: 4, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null },
      stopReason: "tool-calls",
    });
  });

  it("is asked at the right address with the key and the model", async () => {
    await ask({ text: "ok" }).getFinalMessage();
    expect(server.requests).toMatchObject([
      {
        method: "POST",
        path: "/v1/chat/completions",
        headers: { authorization: `Bearer ${canary}`, "content-type": "application/json" },
        body: { model: "m", stream: true, stream_options: { include_usage: true } },
      },
    ]);
    expect(server.requests[0]?.headers["content-length"]).toBe(String(server.requests[0]?.raw.length));
  });

  it("keeps a query of the base URL", async () => {
    await ask({ text: "ok" }, { baseUrl: `${server.baseUrl}?api-version=7` }).getFinalMessage();
    expect(server.requests[0]?.path).toBe("/v1/chat/completions?api-version=7");
  });

  it("serves turn after turn over connections it keeps", async () => {
    await ask({ text: "one" }).getFinalMessage();
    for (let turn = 0; turn < 5; turn += 1) {
      server.push({ text: "more", calls: [{ name: "t", arguments: "{}" }] });
      await client.createMessage(modelRequest()).getFinalMessage();
    }
    expect(server.requests.length).toBe(6);
    expect(server.connections).toBeLessThan(6);
  });

  it.each<[string, ChatStep]>([
    ["byte by byte", { text: "naïve 😀", dripBytes: 1 }],
    [
      "as one document",
      { body: JSON.stringify({ choices: [{ message: { content: "naïve 😀" }, finish_reason: "stop" }] }) },
    ],
    ["with a wrong content type", { text: "naïve 😀", headers: { "content-type": "text/plain" } }],
  ])("is understood when it answers %s", async (_, step) => {
    expect((await ask(step).getFinalMessage()).message.content).toEqual([{ type: "text", text: "naïve 😀" }]);
  });

  it("leaves no timer behind", async () => {
    const clock = new FakeClock();
    await ask({ text: "ok" }, { clock }).getFinalMessage();
    await until(() => clock.sleeping === 0);
    expect(server.requests.length).toBe(1);
  });

  it("may say nothing", async () => {
    expect((await ask({}).getFinalMessage()).message.content).toEqual([]);
  });

  it("is not waited for after the marker of the end", async () => {
    const body = 'data: {"choices":[{"delta":{"content":"done"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    const stream = ask({ body, silentAfterBytes: body.length }, { clock: new FakeClock() });
    expect((await stream.getFinalMessage()).stopReason).toBe("end");
  });
});

describe("a chat server that refuses", () => {
  const error = (fields: object) => JSON.stringify({ error: fields });
  it.each<[ChatStep, Partial<ProviderError>]>([
    [
      { status: 400, body: error({ message: "bad field" }) },
      { code: "bad_request", isTransient: false },
    ],
    [
      { status: 400, body: error({ message: "too long", code: "context_length_exceeded" }) },
      { code: "context_overflow" },
    ],
    [{ status: 401, body: error({ message: "wrong key" }) }, { code: "unauthorized" }],
    [{ status: 402, body: "{}" }, { code: "insufficient_credit" }],
    [{ status: 404, body: error({ message: "no such model" }) }, { code: "model_not_found" }],
    [{ status: 408 }, { code: "timeout", isTransient: true }],
    [
      { status: 429, headers: { "retry-after": "3" } },
      { code: "rate_limited", retryAfterMs: 3_000, isTransient: true },
    ],
    [
      { status: 429, headers: { "retry-after-ms": "250" } },
      { code: "rate_limited", retryAfterMs: 250 },
    ],
    [{ status: 429, body: error({ code: "insufficient_quota", message: "pay" }) }, { code: "insufficient_credit" }],
    [
      { status: 500, body: "oops" },
      { code: "server_error", isTransient: true },
    ],
    [
      { status: 503, headers: { "retry-after": "1" } },
      { code: "overloaded", retryAfterMs: 1_000 },
    ],
    [{ status: 529 }, { code: "overloaded" }],
    [{ status: 302, headers: { location: "http://elsewhere" } }, { code: "bad_request" }],
  ])("%j becomes a typed error", async (step, expected) => {
    const failure = await failureOf(ask(step));
    expect(failure).toMatchObject({ ...expected, status: step.status });
    expect(failure.message).toContain(`OpenAI answered ${step.status}`);
    expect(server.requests.length).toBe(1);
  });

  it.each([
    [error({ message: "the words" })],
    [JSON.stringify({ error: "the words" })],
    [JSON.stringify([{ error: { message: "the words" } }])],
    [JSON.stringify({ object: "error", message: { detail: "the words" } })],
    [JSON.stringify({ detail: [{ msg: "the words" }] })],
    [error({ message: "Provider returned error", metadata: { raw: "the words" } })],
    ["<html>the words</html>"],
  ])("keeps its words: %s", async (body) => {
    expect((await failureOf(ask({ status: 400, body }))).message).toContain("the words");
  });

  it("is quoted in bounds, on one line", async () => {
    const { message } = await failureOf(
      ask({ status: 500, body: error({ message: `a\n\u001b[2J${"x".repeat(9_999)}` }) }),
    );
    expect(message).toMatch(/^OpenAI answered 500: a \[2Jx+…$/);
    expect(message.length).toBeLessThan(550);
  });

  it("is not followed to another address", async () => {
    const failure = await failureOf(ask({ status: 307, headers: { location: server.baseUrl }, body: "go there" }));
    expect(failure.message).toContain("--base-url");
    expect(server.requests.length).toBe(1);
  });

  it("tells how to set the key", async () => {
    expect((await failureOf(ask({ status: 401 }))).next).toMatch(/OPENAI_API_KEY.*--api-key/);
  });

  it("reads a date to wait for by the clock it was given", async () => {
    const clock = new FakeClock(Date.UTC(2030, 0, 1));
    const headers = { "retry-after": "Tue, 01 Jan 2030 00:01:00 GMT" };
    expect((await failureOf(ask({ status: 429, headers }, { clock }))).retryAfterMs).toBe(60_000);
  });

  it("cannot fill the memory or the time with an endless error", async () => {
    const clock = new FakeClock();
    const endless = ask({ status: 500, body: "x".repeat(10_000), endless: true }, { clock });
    expect((await failureOf(endless)).code).toBe("server_error");
    const outcome = failureOf(ask({ status: 500, body: "slow", silentAfterBytes: 2 }, { clock }));
    await clock.untilSleeping(3);
    await clock.advance(10_000);
    expect((await outcome).message).toContain("sl");
  });
});

describe("a key that the server echoes", () => {
  it.each<[string, ChatStep]>([
    ["in an error", { status: 401, body: JSON.stringify({ error: { message: `key ${canary} is wrong` } }) }],
    ["in an error page", { status: 500, body: `<html>${"x".repeat(480)}${canary}</html>` }],
    ["in an error within the stream", { error: { message: `key ${canary}` } }],
    ["in garbage", { body: `<html>${canary}</html>` }],
    ["in an event that is no JSON", { body: `data: ${canary}\n\n` }],
  ])("appears nowhere when it comes %s", async (_, step) => {
    const failure = await failureOf(ask(step));
    const shown = [
      failure.message,
      failure.next,
      failure.stack,
      String(failure),
      JSON.stringify(failure),
      failure.cause,
    ];
    expect(shown.join()).not.toContain("sk-canary");
  });
});

describe("a connection that breaks", () => {
  it.each<[string, ChatStep, string]>([
    ["before the first byte", { text: "gone", cutAfterBytes: 0 }, "stream_cut"],
    ["in the middle of an event", { text: "gone", cutAfterBytes: 100 }, "stream_cut"],
    ["inside a code point", { text: "naïve", cutInsideCodePoint: true }, "stream_cut"],
    ["with an error event", { text: "part", error: { message: "upstream", code: 502 } }, "server_error"],
    ["with a limit reached on the way", { text: "part", error: { message: "slow down", code: 429 } }, "rate_limited"],
    ["with garbage", { body: "\u0000\u0001garbage" }, "bad_stream"],
    ["with an empty body", { body: "" }, "stream_cut"],
  ])("%s becomes a transient error", async (_, step, code) => {
    const failure = await failureOf(ask(step));
    expect(failure).toMatchObject({ code, isTransient: true });
  });

  it("takes nothing away from a reply that was finished before", async () => {
    const body = 'data: {"choices":[{"delta":{"content":"done"},"finish_reason":"stop"}]}\n\n';
    const final = await ask({ body, cutAfterBytes: body.length }).getFinalMessage();
    expect(final.message.content).toEqual([{ type: "text", text: "done" }]);
  });

  it("keeps the text that came before, and no call that was cut off", async () => {
    const whole = { text: "I will delete it.", calls: [{ name: "rm", arguments: '{"path":"everything"}' }] };
    const stream = ask({ ...whole, error: { message: "broken" } });
    await failureOf(stream);
    expect(stream.getPartialText()).toBe("I will delete it.");
    expect(() => stream.getToolUses()).toThrow(ProviderError);
  });

  it("is told by host and port when nothing listens", async () => {
    const gone = await chatServer();
    await gone.close();
    const failure = await failureOf(ask({}, { baseUrl: `http://127.0.0.1:${gone.port}/v1` }));
    expect(failure).toMatchObject({ code: "network", message: expect.stringContaining(`127.0.0.1:${gone.port}`) });
    expect(failure.next).toContain("--base-url");
  });

  it("is told when the name has no address", async () => {
    expect(await failureOf(ask({}, { baseUrl: "http://models.invalid/v1" }))).toMatchObject({ code: "network" });
  });

  it("is told when the server speaks no TLS", async () => {
    const baseUrl = `https://127.0.0.1:${server.port}/v1`;
    expect((await failureOf(ask({}, { baseUrl }))).message).toMatch(/TLS/);
  });

  it.each([0, 60, 200, 400])("is noticed when a network cuts it after %i bytes", async (cutAfterBytes) => {
    const proxy = await faultProxy({ port: server.port }, { cutAfterBytes });
    const failure = await failureOf(
      ask({ text: "a reply of some length" }, { baseUrl: `http://127.0.0.1:${proxy.port}/v1` }),
    );
    expect(["network", "stream_cut"]).toContain(failure.code);
    await proxy.close();
  });
});

describe("a server that keeps us waiting", () => {
  it.each<[string, ChatStep]>([
    ["never answers", { neverAnswers: true }],
    ["falls silent after the headers", { text: "x", silentAfterBytes: 0 }],
    ["falls silent in the middle", { text: "some text", silentAfterBytes: 300 }],
  ])("times out when it %s", async (_, step) => {
    const clock = new FakeClock();
    const stream = ask(step, { clock, limits: { firstByteMs: 120_000 } });
    const outcome = failureOf(stream);
    await clock.untilSleeping();
    await until(() => server.requests.length > 0);
    await clock.advance(119_000);
    await clock.advance(121_000);
    expect(await outcome).toMatchObject({ code: "timeout", isTransient: true });
    expect(clock.sleeping).toBe(0);
  });

  it("times out when it sends nothing but keep-alives", async () => {
    const clock = new FakeClock();
    const body = ": keep-alive\n\n".repeat(1_000);
    const outcome = failureOf(ask({ body, endless: true }, { clock, limits: { stallMs: 60_000 } }));
    await clock.untilSleeping(3);
    await clock.advance(60_000);
    expect((await outcome).message).toMatch(/said nothing/);
  });

  it("is waited for as long as it says something", async () => {
    const clock = new FakeClock();
    const stream = ask({ text: "still here", endless: true }, { clock, limits: { stallMs: 60_000 } });
    let chunks = 0;
    for await (const _ of stream) {
      chunks += 1;
      if (chunks % 1_000 === 0) await clock.advance(50_000);
      if (chunks === 5_000) break;
    }
    expect(clock.monotonic()).toBe(250_000);
  });

  it("is left when its stream never ends", async () => {
    const failure = await failureOf(
      ask({ text: "again and again", endless: true }, { limits: { replyBytes: 2_000_000 } }),
    );
    expect(failure).toMatchObject({ code: "bad_stream", message: expect.stringContaining("2000000") });
  });
});

describe("leaving", () => {
  let controller: AbortController;

  it.each<[string, ChatStep]>([
    ["before an answer", { neverAnswers: true }],
    ["after the headers", { text: "x", silentAfterBytes: 0 }],
    ["in the middle of a reply", { text: "some text", silentAfterBytes: 250 }],
    ["in the middle of an error", { status: 500, body: "slow", silentAfterBytes: 2 }],
    ["of an endless reply", { text: "again", endless: true }],
  ])("by an abort %s ends the request with its reason", async (_, step) => {
    controller = new AbortController();
    const stream = ask(step, { signal: controller.signal });
    const reason = new Error("enough");
    const outcome = stream.getFinalMessage();
    await until(() => server.requests.length > 0);
    setTimeout(() => controller.abort(reason), 20);
    await expect(outcome).rejects.toBe(reason);
  });

  it.each([
    ["an abort", () => controller.abort()],
    ["a reader who goes away", () => {}],
  ])("by %s closes the connection, so that the server can stop", async (_, leave) => {
    controller = new AbortController();
    for await (const chunk of ask({ text: "again", endless: true }, { signal: controller.signal })) {
      if (chunk.type === "text.delta") break;
    }
    leave();
    await until(() => server.active === 0);
    expect(server.requests.length).toBe(1);
  });
});
