import { FakeClock } from "@roo-code/testkit/fake-clock";
import { ScriptedClient } from "@roo-code/testkit/scripted-client";
import { until } from "@roo-code/testkit/until";
import { ProviderError } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { completePrompt } from "./complete-prompt.ts";

const { signal } = new AbortController();
const overloaded = new ProviderError({ code: "overloaded", message: "busy", retryAfterMs: 1 });

describe("completePrompt", () => {
  it("sends no tools and returns the text", async () => {
    const client = new ScriptedClient(["  A better prompt.\n"]);
    expect(await completePrompt(client, "Improve this", { systemPrompt: "Be brief.", signal })).toBe(
      "A better prompt.",
    );
    expect(client.requests).toMatchObject([
      { systemPrompt: "Be brief.", tools: [], messages: [{ content: [{ text: "Improve this" }] }] },
    ]);
  });

  it("retries transient failures up to the limit", async () => {
    const client = new ScriptedClient([{ error: overloaded }, { error: overloaded }, "yes"]);
    expect(await completePrompt(client, "q", { signal })).toBe("yes");
    const hopeless = new ScriptedClient([{ error: overloaded }, { error: overloaded }, "too late"]);
    await expect(completePrompt(hopeless, "q", { signal, maxAttempts: 2 })).rejects.toBe(overloaded);
    expect(hopeless.remaining).toBe(1);
  });

  it.each([
    new ProviderError({ code: "unauthorized", message: "no key" }),
    new ProviderError({ code: "rate_limited", message: "in an hour", retryAfterMs: 3_600_000 }),
  ])("does not retry permanent failures: $message", async (error) => {
    const client = new ScriptedClient([{ error }, "unused"]);
    await expect(completePrompt(client, "q", { signal })).rejects.toBe(error);
    expect(client.remaining).toBe(1);
  });

  it.each([
    [{ text: " " }, "reply_empty"],
    [{ text: "", stopReason: "filtered" as const }, "reply_filtered"],
  ])("reports a reply without text: %o", async (reply, code) => {
    const answer = completePrompt(new ScriptedClient([reply]), "q", { signal });
    await expect(answer).rejects.toMatchObject({ code, message: expect.stringContaining("scripted") });
  });

  it("stops waiting when it is aborted", async () => {
    const controller = new AbortController();
    const clock = new FakeClock();
    const error = new ProviderError({ code: "overloaded", message: "busy" });
    const client = new ScriptedClient([{ error }, "unused"]);
    const answer = completePrompt(client, "q", { signal: controller.signal, clock });
    answer.catch(() => {});
    await until(() => client.requests.length === 1);
    controller.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    expect(client.remaining).toBe(1);
  });
});
