import { FakeClock } from "@roo-code/testkit/fake-clock";
import { modelRequest } from "@roo-code/testkit/model-request";
import { ScriptedClient, type ScriptedStep } from "@roo-code/testkit/scripted-client";
import { type ApiChunk, ProviderError, type ProviderErrorCode, RooError } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { type ClosableClient, FallbackClient, type FallbackMember } from "./fallback-client.ts";

const failing = (code: ProviderErrorCode, retryAfterMs?: number): ScriptedStep => ({
  error: new ProviderError({ code, message: code, ...(retryAfterMs !== undefined && { retryAfterMs }) }),
});

class Named extends ScriptedClient implements ClosableClient {
  override readonly provider: string;
  isDisposed = false;
  constructor(name: string, steps: readonly ScriptedStep[]) {
    super(steps);
    this.provider = name;
  }
  async dispose() {
    this.isDisposed = true;
  }
}

function chain(...scripts: readonly (readonly ScriptedStep[])[]) {
  const clock = new FakeClock();
  const clients = scripts.map((steps, index) => new Named(`p${index + 1}`, steps));
  const members: FallbackMember[] = clients.map((client) => ({
    name: client.provider,
    open: () => Promise.resolve(client),
  }));
  const [first] = clients;
  if (!first) throw new Error("a chain has a first");
  const client = new FallbackClient({ name: "p1", client: first }, members.slice(1), clock);
  return { clock, clients, client };
}

/** What one request comes to: the text, or the error, and what the log is told. */
async function ask(client: FallbackClient) {
  const notices: string[] = [];
  let outcome = "";
  for await (const chunk of client.createMessage(modelRequest()) as AsyncIterable<ApiChunk>) {
    if (chunk.type === "notice") notices.push(chunk.message);
    if (chunk.type === "text.delta") outcome += chunk.text;
    if (chunk.type !== "failure") continue;
    if (!(chunk.error instanceof ProviderError)) throw chunk.error;
    outcome = chunk.error.code;
    const moved = client.moveOn(chunk.error);
    if (moved) notices.push(moved);
  }
  return { outcome, notices, by: client.standIn?.provider ?? "p1" };
}

describe("FallbackClient", () => {
  it.each<ProviderErrorCode>([
    "rate_limited",
    "overloaded",
    "server_error",
    "network",
    "timeout",
    "insufficient_credit",
  ])("switches to the next after %s, with a notice", async (code) => {
    const { client, clients } = chain([failing(code)], ["hello"]);
    expect(await ask(client)).toEqual({
      outcome: code,
      notices: [`p1 is unavailable (${code}); continuing with p2.`],
      by: "p1",
    });
    expect(await ask(client)).toEqual({ outcome: "hello", notices: [], by: "p2" });
    expect([client.provider, client.standIn]).toEqual(["p1", { provider: "p2", model: "scripted" }]);
    await client.dispose();
    expect(clients.map(({ isDisposed }) => isDisposed)).toEqual([true, true]);
  });

  it.each<ProviderErrorCode>(["bad_request", "context_overflow", "unauthorized", "model_not_found", "stream_cut"])(
    "stays where it is after %s",
    async (code) => {
      const { client } = chain([failing(code), "again"], ["never"]);
      expect(await ask(client)).toEqual({ outcome: code, notices: [], by: "p1" });
      expect(await ask(client)).toMatchObject({ outcome: "again", by: "p1" });
    },
  );

  it("returns to the first when it should have recovered, with a longer cooldown after each failure", async () => {
    const { client, clock } = chain(
      [failing("overloaded"), failing("overloaded"), "back"],
      ["one", "two", "three", "four"],
    );
    await ask(client);
    expect(await ask(client)).toMatchObject({ outcome: "one", by: "p2" });
    await clock.advance(29_000);
    expect(await ask(client)).toMatchObject({ outcome: "two", by: "p2" });
    await clock.advance(1_000);
    expect((await ask(client)).notices).toEqual([
      "Using p1 again.",
      "p1 is unavailable (overloaded); continuing with p2.",
    ]);
    expect(await ask(client)).toMatchObject({ outcome: "three", by: "p2" });
    await clock.advance(59_000);
    expect(await ask(client)).toMatchObject({ outcome: "four", by: "p2" });
    await clock.advance(1_000);
    expect(await ask(client)).toEqual({ outcome: "back", notices: ["Using p1 again."], by: "p1" });
  });

  it("honours the wait that the provider requests", async () => {
    const { client, clock } = chain([failing("rate_limited", 5_000), "back"], ["one", "two"]);
    await ask(client);
    await clock.advance(4_999);
    expect(await ask(client)).toMatchObject({ outcome: "one" });
    await clock.advance(1);
    expect(await ask(client)).toMatchObject({ outcome: "back" });
  });

  it("uses the one that recovers first when all are unavailable", async () => {
    const { client } = chain([failing("rate_limited", 9_000)], [failing("rate_limited", 1_000), "second again"]);
    await ask(client);
    expect((await ask(client)).notices).toEqual([]);
    expect(await ask(client)).toMatchObject({ outcome: "second again", by: "p2" });
  });

  it.each<ProviderErrorCode>(["unauthorized", "model_not_found"])("skips a fallback that answers %s", async (code) => {
    const { client } = chain([failing("overloaded")], [failing(code)], ["hello"]);
    await ask(client);
    expect((await ask(client)).notices).toEqual([`p2 cannot be used (${code}); continuing with p3.`]);
    expect(await ask(client)).toEqual({ outcome: "hello", notices: [], by: "p3" });
  });

  it("returns to the first when its only fallback cannot be used", async () => {
    const { client } = chain([failing("overloaded"), failing("overloaded"), "back"], [failing("unauthorized")]);
    await ask(client);
    expect((await ask(client)).notices).toEqual(["p2 cannot be used (unauthorized); continuing with p1."]);
    expect(await ask(client)).toMatchObject({ outcome: "overloaded", notices: [] });
    expect(await ask(client)).toMatchObject({ outcome: "back", by: "p1" });
  });

  it("skips a member that cannot be opened, and fails only when none is left", async () => {
    const clock = new FakeClock();
    const noKey: FallbackMember = {
      name: "p2",
      open: () => Promise.reject(new RooError({ code: "missing_key", message: "p2 has no key." })),
    };
    const last = new Named("p3", ["hello"]);
    const first = new Named("p1", [failing("overloaded")]);
    const client = new FallbackClient(
      { name: "p1", client: first },
      [noKey, { name: "p3", open: () => Promise.resolve(last) }],
      clock,
    );
    await ask(client);
    expect(await ask(client)).toEqual({
      outcome: "hello",
      notices: ["p2 cannot be used: p2 has no key."],
      by: "p3",
    });
  });
});
