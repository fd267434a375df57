import { modelRequest } from "@roo-code/testkit/model-request";
import { until } from "@roo-code/testkit/until";
import type { WireStep } from "@roo-code/testkit/wire/wire-server";
import type { ApiChunk } from "@roo-code/types";
import { beforeAll, describe, expect, it } from "vitest";
import { ask, watch } from "./ask.ts";
import { withFormats } from "./with-formats.ts";

/** Turns of the event loop after an abort within which everything has stopped. */
const maxTurns = 10;
const reason = new Error("enough");
const reply: WireStep = { text: "some text", calls: [{ id: "a", name: "t", arguments: '{"n":1}' }] };

describe("closing early", () => {
  withFormats(({ tested, server, connect }) => {
    // Code that is loaded on first use would otherwise be loaded during an abort.
    beforeAll(async () => {
      server().push(reply);
      await ask(connect());
    });

    it("before anything was sent sends nothing", async () => {
      const requestCount = server().requests.length;
      const { chunks } = await ask(connect(), { signal: AbortSignal.abort(reason) });
      expect(chunks).toEqual([{ type: "failure", error: reason }]);
      expect(server().requests.length).toBe(requestCount);
    });

    it.each([
      ["before the headers", () => ({ neverAnswers: true })],
      ["before the first byte", () => ({ ...reply, silentAfterBytes: 0 })],
      ...[0.05, 0.2, 0.4, 0.6, 0.8].map((share): [string, () => WireStep] => [
        `after ${share * 100} % of the bytes`,
        () => ({ ...reply, silentAfterBytes: Math.floor(Buffer.concat(tested.format.frames(reply)).length * share) }),
      ]),
      ["of an endless reply", () => ({ text: "again", endless: true })],
      ["of a refusal that is slow", () => ({ status: 500, body: "slow", silentAfterBytes: 2 })],
    ] satisfies [string, () => WireStep][])("by an abort %s ends at once with its reason", async (_, step) => {
      const requestCount = server().requests.length;
      server().push(step());
      const controller = new AbortController();
      const outcome = ask(connect(), { signal: controller.signal });
      const isOver = watch(outcome);
      await until(() => server().requests.length > requestCount);
      await turns(5);
      controller.abort(reason);
      let waited = 0;
      for (; !isOver() && waited < 1_000; waited += 1) await turns(1);
      expect((await outcome).error).toBe(reason);
      expect(waited).toBeLessThanOrEqual(maxTurns);
      await until(() => server().active === 0);
    });

    it("by an abort at any chunk yields no further chunk", async () => {
      server().push(reply);
      const count = (await ask(connect())).chunks.length;
      for (let at = 0; at < count - 1; at += 1) {
        const controller = new AbortController();
        server().push(reply);
        const chunks: ApiChunk[] = [];
        for await (const chunk of connect().createMessage(modelRequest({ signal: controller.signal }))) {
          chunks.push(chunk);
          if (chunks.length === at + 1) controller.abort(reason);
        }
        expect(chunks.slice(at + 1)).toEqual([{ type: "failure", error: reason }]);
      }
      await until(() => server().active === 0);
    });

    it("by closing the stream closes the connection", async () => {
      server().push({ text: "again", endless: true });
      for await (const chunk of connect().createMessage(modelRequest())) if (chunk.type === "text.delta") break;
      await until(() => server().active === 0);
      expect(server().active).toBe(0);
    });

    it("after the end loses nothing", async () => {
      server().push(reply);
      const controller = new AbortController();
      const { stream, final } = await ask(connect(), { signal: controller.signal });
      controller.abort(reason);
      expect(await stream.getFinalMessage()).toBe(final);
      expect(stream.getToolUses().length).toBe(1);
    });
  });
});

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
