import { wireServer } from "@roo-code/testkit/wire/wire-server";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { arbitraryConversation } from "./arbitrary-conversation.ts";
import { arbitraryReply } from "./arbitrary-reply.ts";
import { ask, clientFor, providerError } from "./ask.ts";
import { expectNothingLost } from "./conversation-tokens.ts";
import { propertyRuns, propertyTimeoutMs } from "./property-runs.ts";
import { type TestedFormat, testedFormats } from "./served-formats.ts";
import { cutAt, openTape, type Tape } from "./tape.ts";

const options = { numRuns: propertyRuns };
const places = fc.array(fc.nat({ max: 100_000 }), { maxLength: 40 });

describe.each(testedFormats)("$format.id", (tested) => {
  const { format } = tested;
  let tape: Tape;
  beforeAll(async () => {
    tape = await openTape(tested);
  });
  afterAll(() => tape.dispose());

  it("reads the same however its bytes are split, without loss", { timeout: propertyTimeoutMs }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryReply, places, async (reply, cuts) => {
        const bytes = Buffer.concat(format.frames(reply));
        const whole = await tape.play([bytes]);
        expect((await tape.play(cutAt(bytes, cuts))).chunks).toEqual(whole.chunks);
        const { final, stream } = whole;
        expect(stream.getPartialText()).toBe(reply.text);
        expect(stream.getToolUses().map(({ name, input }) => ({ name, input }))).toEqual(
          (reply.calls ?? []).map((call) => ({ name: call.name, input: JSON.parse(call.arguments) })),
        );
        expect(final?.usage).toMatchObject({ inputTokens: reply.usage?.input, outputTokens: reply.usage?.output });
      }),
      options,
    );
  });

  it("never leaves a partial call when it breaks", { timeout: propertyTimeoutMs }, async () => {
    const ends = fc.constantFrom("complete" as const, "cut" as const);
    await fc.assert(
      fc.asyncProperty(arbitraryReply, fc.nat({ max: 100_000 }), ends, async (reply, place, how) => {
        const bytes = Buffer.concat(format.frames(reply));
        const whole = await tape.play([bytes]);
        const { final, error, stream } = await tape.play([bytes.subarray(0, place % bytes.length)], how);
        expect(whole.stream.getPartialText().startsWith(stream.getPartialText())).toBe(true);
        const outcome = final?.message ?? providerError(error).code;
        expect([whole.final?.message, "stream_cut"]).toContainEqual(outcome);
      }),
      options,
    );
  });

  it("gets any conversation without loss", { timeout: propertyTimeoutMs }, async () => {
    const server = await wireServer(format);
    const client = clientFor(tested, server);
    const thought = await thoughtOf(tested);
    await fc.assert(
      fc.asyncProperty(arbitraryConversation(thought), async (messages) => {
        server.push({ text: "ok" });
        const { error } = await ask(client, { messages });
        if (error !== undefined) throw error;
        const { path = "", body = {} } = server.requests.at(-1) ?? {};
        const understood = format.readRequest({ path, body });
        expect(understood.system).toBe("You are a test.");
        expectNothingLost(messages, understood.messages, tested);
      }),
      options,
    );
    await client.dispose();
    await server.close();
  });
});

/** Reasoning as this vendor sends it, signature and all. */
async function thoughtOf(tested: TestedFormat) {
  const server = await wireServer(tested.format, [{ reasoning: "Hm, well.", signature: "c2lnbmVk", text: "So:" }]);
  const client = clientFor(tested, server);
  const { final } = await ask(client);
  await client.dispose();
  await server.close();
  return (final?.message.content ?? []).filter((part) => part.type === "reasoning");
}
