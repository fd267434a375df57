import { until } from "@roo-code/testkit/until";
import { wireServer } from "@roo-code/testkit/wire/wire-server";
import { describe, expect, it } from "vitest";
import { type Asked, ask, clientFor, providerError } from "./ask.ts";
import { withFormats } from "./with-formats.ts";

const reply = {
  text: "done",
  calls: [{ id: "a", name: "rm", arguments: '{"path":"all"}' }],
  usage: { input: 3, output: 4 },
};

describe("connections", () => {
  withFormats(({ tested, server, connect }) => {
    it("are reused for the next request", async () => {
      const own = await wireServer(tested.format, [reply, reply, { refusal: "rate_limited" }, reply]);
      const client = clientFor(tested, own);
      for (let turn = 0; turn < 4; turn += 1) {
        await ask(client);
        await until(() => own.active === 0);
        // The client learns of the end later than the server, and only then keeps the connection.
        for (let wait = 0; wait < 20; wait += 1) await new Promise((resolve) => setImmediate(resolve));
      }
      expect([own.requests.length, own.connections]).toEqual([4, 1]);
      await client.dispose();
      await own.close();
    });

    it("that are refused are reported", async () => {
      const gone = await wireServer(tested.format);
      await gone.close();
      const { error } = await ask(clientFor(tested, gone));
      expect(providerError(error)).toMatchObject({
        code: "network",
        message: expect.stringContaining(`:${gone.port}`),
      });
    });

    it("that send too much are closed", async () => {
      server().push({ text: "x".repeat(50_000) });
      const { error } = await ask(connect({ limits: { replyBytes: 20_000 } }));
      expect(providerError(error)).toMatchObject({ code: "bad_stream", message: expect.stringContaining("20000") });
      await until(() => server().active === 0);
    });

    it("that never end are closed", async () => {
      server().push({ text: "again and again ", endless: true });
      const { error } = await ask(connect({ limits: { replyBytes: 500_000 } }));
      expect(providerError(error).code).toBe("bad_stream");
      await until(() => server().active === 0);
    });

    it("cut between any two frames never leave a partial message", async () => {
      const frames = tested.format.frames(reply);
      const outcomes: string[] = [];
      for (let count = 0; count <= frames.length; count += 1) {
        server().push({ ...reply, cutAfterBytes: Buffer.concat(frames.slice(0, count)).length });
        outcomes.push(outcomeOf(await ask(connect())));
      }
      const cuts = outcomes.filter((outcome) => outcome === "stream_cut").length;
      expect(cuts).toBeGreaterThan(0);
      expect(outcomes.slice(cuts)).toEqual(outcomes.slice(cuts).map(() => whole));
      expect(outcomes.at(-1)).toBe(whole);
    });

    it("cut inside the last frame give a complete message or none", async () => {
      const frames = tested.format.frames(reply);
      const length = Buffer.concat(frames).length;
      const last = frames.at(-1)?.length ?? 0;
      for (let at = length - last; at < length; at += Math.max(1, last >> 3)) {
        server().push({ ...reply, cutAfterBytes: at });
        expect(["stream_cut", whole]).toContain(outcomeOf(await ask(connect())));
      }
    });
  });
});

const whole = 'done, then rm {"path":"all"}';

function outcomeOf({ final, error, stream }: Asked): string {
  if (!final) return providerError(error).code;
  const calls = stream
    .getToolUses()
    .map(({ name, input, malformed }) => `${name} ${malformed ?? JSON.stringify(input)}`);
  return [stream.getPartialText(), ...calls].join(", then ");
}
