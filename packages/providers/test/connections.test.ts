import { until, wireServer } from "@roo-code/testkit";
import { describe, expect, it } from "vitest";
import { ask, clientFor, providerError } from "./ask.ts";
import { withFormats } from "./with-formats.ts";

const reply = {
  text: "done",
  calls: [{ id: "a", name: "rm", arguments: '{"path":"all"}' }],
  usage: { input: 3, output: 4 },
};

describe("connections", () => {
  withFormats(({ tested, server, connect }) => {
    it("are kept from one request to the next", async () => {
      const own = await wireServer(tested.format, [reply, reply, { refusal: "rate_limited" }, reply]);
      const client = clientFor(tested, own);
      for (let turn = 0; turn < 4; turn += 1) {
        await ask(client);
        await until(() => own.active === 0);
        // The connection goes back to those that are kept after its answer has ended.
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect([own.requests.length, own.connections]).toEqual([4, 1]);
      await client.dispose();
      await own.close();
    });

    it("that nobody accepts are named", async () => {
      const gone = await wireServer(tested.format);
      await gone.close();
      const { error } = await ask(clientFor(tested, gone));
      expect(providerError(error)).toMatchObject({
        code: "network",
        message: expect.stringContaining(`:${gone.port}`),
      });
    });

    it("that bring too much are left", async () => {
      server().push({ text: "x".repeat(50_000) });
      const { error } = await ask(connect({ limits: { replyBytes: 20_000 } }));
      expect(providerError(error)).toMatchObject({ code: "bad_stream", message: expect.stringContaining("20000") });
      await until(() => server().active === 0);
    });

    it("that never end are left", async () => {
      server().push({ text: "again and again ", endless: true });
      const { error } = await ask(connect({ limits: { replyBytes: 500_000 } }));
      expect(providerError(error).code).toBe("bad_stream");
      await until(() => server().active === 0);
    });

    it("cut between any two frames never leave half a message", async () => {
      const frames = tested.format.frames(reply);
      const whole = { calls: 1, text: "done" };
      const outcomes: string[] = [];
      for (let count = 0; count <= frames.length; count += 1) {
        server().push({ ...reply, cutAfterBytes: Buffer.concat(frames.slice(0, count)).length });
        const { final, error, stream } = await ask(connect());
        if (final) expect({ calls: stream.getToolUses().length, text: stream.getPartialText() }).toEqual(whole);
        else expect(providerError(error).code).toBe("stream_cut");
        outcomes.push(final ? "whole" : "cut");
      }
      expect(outcomes).toEqual(outcomes.toSorted());
      expect([outcomes[0], outcomes.at(-1)]).toEqual(["cut", "whole"]);
    });

    it("cut inside the last frame leave all or nothing", async () => {
      const frames = tested.format.frames(reply);
      const length = Buffer.concat(frames).length;
      const last = frames.at(-1)?.length ?? 0;
      for (let at = length - last; at < length; at += Math.max(1, last >> 3)) {
        server().push({ ...reply, cutAfterBytes: at });
        const { final, error } = await ask(connect());
        if (final) expect(final.message.content.length).toBe(2);
        else expect(providerError(error).code).toBe("stream_cut");
      }
    });
  });
});
