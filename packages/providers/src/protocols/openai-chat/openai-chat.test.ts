import { type ChatServer, type ChatServerStep, type ChatStep, chatServer } from "@roo-code/testkit/chat-server";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { faultProxy } from "@roo-code/testkit/fault-proxy";
import { modelRequest } from "@roo-code/testkit/model-request";
import type { ApiStream, ProviderError } from "@roo-code/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rejectionOf } from "../../../test/ask.ts";
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

const failureOf = (stream: ApiStream) => rejectionOf(stream.getFinalMessage());

describe("a working chat server", () => {
  it("gets requests at the right URL with the key and the model", async () => {
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

  it("is not awaited after the end marker", async () => {
    const body = 'data: {"choices":[{"delta":{"content":"done"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    const stream = ask({ body, silentAfterBytes: body.length }, { clock: new FakeClock() });
    expect((await stream.getFinalMessage()).stopReason).toBe("end");
  });
});

describe("a chat server that rejects a request", () => {
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
    [{ status: 429, body: error({ code: "insufficient_quota", message: "pay" }) }, { code: "insufficient_credit" }],
    [
      { status: 500, body: "oops" },
      { code: "server_error", isTransient: true },
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
  ])("keeps its message: %s", async (body) => {
    expect((await failureOf(ask({ status: 400, body }))).message).toContain("the words");
  });

  it("is quoted on one line of limited length", async () => {
    const { message } = await failureOf(
      ask({ status: 500, body: error({ message: `a\n\u001b[2J${"x".repeat(9_999)}` }) }),
    );
    expect(message).toMatch(/^OpenAI answered 500: a \[2Jx+…$/);
    expect(message.length).toBeLessThan(550);
  });

  it("leads to advice on setting the key", async () => {
    expect((await failureOf(ask({ status: 401 }))).next).toMatch(/OPENAI_API_KEY.*--api-key/);
  });

  it("cannot exhaust memory or time with an endless error", async () => {
    const clock = new FakeClock();
    const endless = ask({ status: 500, body: "x".repeat(10_000), endless: true }, { clock });
    expect((await failureOf(endless)).code).toBe("server_error");
    const outcome = failureOf(ask({ status: 500, body: "slow", silentAfterBytes: 2 }, { clock }));
    await clock.untilSleeping(2);
    await clock.advance(10_000);
    expect((await outcome).message).toContain("sl");
  });
});

describe("a key that the server echoes", () => {
  it.each<[string, ChatStep]>([
    ["in an error page", { status: 500, body: `<html>${"x".repeat(480)}${canary}</html>` }],
    ["in an error within the stream", { error: { message: `key ${canary}` } }],
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
    ["with an error event", { text: "part", error: { message: "upstream", code: 502 } }, "server_error"],
    ["with a limit reached on the way", { text: "part", error: { message: "slow down", code: 429 } }, "rate_limited"],
  ])("%s becomes a transient error", async (_, step, code) => {
    const failure = await failureOf(ask(step));
    expect(failure).toMatchObject({ code, isTransient: true });
  });

  it("does not affect a finished reply", async () => {
    const body = 'data: {"choices":[{"delta":{"content":"done"},"finish_reason":"stop"}]}\n\n';
    const final = await ask({ body, cutAfterBytes: body.length }).getFinalMessage();
    expect(final.message.content).toEqual([{ type: "text", text: "done" }]);
  });

  it("is reported with host and port when refused", async () => {
    const gone = await chatServer();
    await gone.close();
    const failure = await failureOf(ask({}, { baseUrl: `http://127.0.0.1:${gone.port}/v1` }));
    expect(failure).toMatchObject({ code: "network", message: expect.stringContaining(`127.0.0.1:${gone.port}`) });
    expect(failure.next).toContain("--base-url");
  });

  it("is reported when the name cannot be resolved", async () => {
    expect(await failureOf(ask({}, { baseUrl: "http://models.invalid/v1" }))).toMatchObject({ code: "network" });
  });

  it("is reported when the server does not speak TLS", async () => {
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

describe("a slow server", () => {
  it("is awaited as long as it sends something", async () => {
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
});
