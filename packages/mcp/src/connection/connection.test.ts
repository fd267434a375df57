import { FakeClock } from "@roo-code/testkit/fake-clock";
import { describe, expect, it } from "vitest";
import { ConnectFailure } from "./connect-failure.ts";
import { Connection, type ConnectionEvent } from "./connection.ts";

const { signal } = new AbortController();
const down = () => new ConnectFailure({ code: "unreachable", message: "down" });

describe("a connection", () => {
  it("is opened on first use, once for all callers", async () => {
    const { connection, opened, events } = build(() => ({}));
    expect(connection.state.kind).toBe("idle");
    const [one, other] = await Promise.all([connection.ensure(signal), connection.ensure(signal)]);
    expect(one).toBe(other);
    expect(opened()).toBe(1);
    expect(events.map(({ type }) => type)).toEqual(["start", "added"]);
  });

  it("is restored with growing delays while it is in use, then given up", async () => {
    const { connection, clock, events } = build(() => Promise.reject(down()), { isInUse: true });
    await expect(connection.ensure(signal)).rejects.toThrow("down");
    for (const ms of [375, 750, 1_500, 3_000]) {
      expect(connection.state).toMatchObject({ kind: "waiting" });
      await clock.advance(ms);
    }
    expect(connection.state).toMatchObject({ kind: "failed", error: { message: "Gave up after 5 attempts: down" } });
    expect(events.filter(({ type }) => type === "failed")).toHaveLength(5);
    await expect(connection.ensure(signal)).rejects.toThrow("Gave up");
  });

  it("that is not in use is restored on next use", async () => {
    let isUp = false;
    const { connection, clock, opened } = build(() => (isUp ? {} : Promise.reject(down())));
    await expect(connection.ensure(signal)).rejects.toThrow("down");
    await clock.advance(60_000);
    expect(opened()).toBe(1);
    isUp = true;
    await connection.ensure(signal);
    expect(connection.state.kind).toBe("connected");
  });

  it("is not retried after a permanent failure, until its failures are reset or it is restarted", async () => {
    const missing = new ConnectFailure({ code: "program_missing", message: "no such", isPermanent: true });
    const { connection, clock, opened } = build(() => Promise.reject(missing), { isInUse: true });
    await expect(connection.ensure(signal)).rejects.toThrow("no such");
    await clock.advance(60_000);
    expect(opened()).toBe(1);
    connection.resetFailures();
    await expect(connection.ensure(signal)).rejects.toThrow("no such");
    expect(opened()).toBe(2);
    await connection.restart();
    await expect(connection.ensure(signal)).rejects.toThrow("no such");
  });

  it("that is lost repeatedly soon after opening counts as failing", async () => {
    const { connection, clock } = build(() => ({}), { isInUse: true });
    for (let round = 0; round < 5; round += 1) {
      connection.lost(await connection.ensure(signal), down());
      if (round < 4) await clock.advance(10_000);
    }
    expect(connection.state.kind).toBe("failed");
  });

  it("that was stable for a while starts counting failures anew", async () => {
    const { connection, clock, events } = build(() => ({}), { isInUse: true });
    for (let round = 0; round < 8; round += 1) {
      const live = await connection.ensure(signal);
      await clock.advance(10_000);
      connection.lost(live, down());
      await clock.advance(1_000);
    }
    expect(connection.state.kind).toBe("connected");
    expect(events.flatMap((event) => (event.type === "failed" ? [event.retryInMs] : []))).toEqual(Array(8).fill(375));
  });

  it("stays pending for other callers when one stops waiting, and is aborted when closed", async () => {
    const pending = Promise.withResolvers<object>();
    const { connection, closed } = build(() => pending.promise);
    const stop = new AbortController();
    const [stopped, waiting] = [connection.ensure(stop.signal), connection.ensure(signal)];
    stop.abort(new Error("enough"));
    await expect(stopped).rejects.toThrow("enough");
    pending.resolve({});
    await waiting;
    await connection.close();
    expect(closed()).toBe(1);
    await expect(connection.ensure(signal)).rejects.toThrow("was closed");
  });
});

function build(open: () => object | Promise<object>, { isInUse = false } = {}) {
  const clock = new FakeClock();
  const events: ConnectionEvent<object>[] = [];
  let [opened, closed] = [0, 0];
  const connection = new Connection<object>({
    clock,
    random: () => 0,
    open: async () => {
      opened += 1;
      return open();
    },
    close: async () => void (closed += 1),
    isInUse: () => isInUse,
    onEvent: (event) => void events.push(event),
  });
  return { connection, clock, events, opened: () => opened, closed: () => closed };
}
