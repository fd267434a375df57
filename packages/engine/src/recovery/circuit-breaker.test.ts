import { FakeClock } from "@roo-code/testkit/fake-clock";
import { expect, it } from "vitest";
import { stage } from "../../test/agent-harness.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";

it("opens after five failures in a row, allows one call after the cooldown, and closes if that succeeds", async () => {
  const clock = new FakeClock();
  const breaker = new CircuitBreaker(clock);
  for (let count = 0; count < 5; count += 1) breaker.failed("browse");
  expect([breaker.allows("browse"), breaker.allows("read"), breaker.state("browse")]).toEqual([false, true, "open"]);
  await clock.advance(30_000);
  expect([breaker.allows("browse"), breaker.state("browse")]).toEqual([true, "half-open"]);
  expect(breaker.allows("browse")).toBe(false);
  breaker.failed("browse");
  expect(breaker.state("browse")).toBe("open");
  await clock.advance(30_000);
  breaker.allows("browse");
  breaker.succeeded("browse");
  expect([breaker.allows("browse"), breaker.state("browse")]).toEqual([true, "closed"]);
});

it("stops the engine from calling a crashing tool repeatedly", async () => {
  const replies = Array.from({ length: 7 }, (_, index) => ({
    calls: [{ name: "crash", callId: "c", input: { how: `way ${index}` } }],
  }));
  await using scene = await stage({ replies: [...replies, "gave up on it"] });
  expect(await scene.run()).toMatchObject({ status: "completed" });
  expect(scene.trace.crashes).toBe(5);
  const codes = (await scene.events()).flatMap((event) => (event.type === "tool.end" ? [event.code] : []));
  expect(codes).toEqual([...Array.from({ length: 5 }, () => "tool_crashed"), "tool_unavailable", "tool_unavailable"]);
});
