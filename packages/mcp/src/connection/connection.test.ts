import { FakeClock } from "@roo-code/testkit/fake-clock";
import { describe, expect, it } from "vitest";
import { ConnectFailure } from "./connect-failure.ts";
import { Connection, type ConnectionEvent } from "./connection.ts";

const { signal } = new AbortController();
const down = () => new ConnectFailure({ code: "unreachable", message: "down" });

describe("a connection", () => {
  it("is made when it is first needed, once for all who wait", async () => {
    const { connection, opened, events } = build(() => ({}));
    expect(connection.state.kind).toBe("idle");
    const [one, other] = await Promise.all([connection.ensure(signal), connection.ensure(signal)]);
    expect(one).toBe(other);
    expect(opened()).toBe(1);
    expect(events.map(({ type }) => type)).toEqual(["start", "added"]);
  });

  it("is restored with growing pauses while somebody wants it, then given up", async () => {
    const { connection, clock, events } = build(() => Promise.reject(down()), { isWanted: true });
    await expect(connection.ensure(signal)).rejects.toThrow("down");
    for (const ms of [375, 750, 1_500, 3_000]) {
      expect(connection.state).toMatchObject({ kind: "waiting" });
      await clock.advance(ms);
    }
    expect(connection.state).toMatchObject({ kind: "failed", error: { message: "Given up after 5 attempts: down" } });
    expect(events.filter(({ type }) => type === "failed")).toHaveLength(5);
    await expect(connection.ensure(signal)).rejects.toThrow("Given up");
  });

  it("that nobody wants waits for the next one who does", async () => {
    let isUp = false;
    const { connection, clock, opened } = build(() => (isUp ? {} : Promise.reject(down())));
    await expect(connection.ensure(signal)).rejects.toThrow("down");
    await clock.advance(60_000);
    expect(opened()).toBe(1);
    isUp = true;
    await connection.ensure(signal);
    expect(connection.state.kind).toBe("connected");
  });

  it("is not tried again where that cannot help, until it is forgiven or restarted", async () => {
    const missing = new ConnectFailure({ code: "program_missing", message: "no such", isPermanent: true });
    const { connection, clock, opened } = build(() => Promise.reject(missing), { isWanted: true });
    await expect(connection.ensure(signal)).rejects.toThrow("no such");
    await clock.advance(60_000);
    expect(opened()).toBe(1);
    connection.forgive();
    await expect(connection.ensure(signal)).rejects.toThrow("no such");
    expect(opened()).toBe(2);
    await connection.restart();
    await expect(connection.ensure(signal)).rejects.toThrow("no such");
  });

  it("that is lost again and again soon after it was made counts as one that fails", async () => {
    const { connection, clock } = build(() => ({}), { isWanted: true });
    for (let round = 0; round < 5; round += 1) {
      connection.lost(await connection.ensure(signal), down());
      if (round < 4) await clock.advance(10_000);
    }
    expect(connection.state.kind).toBe("failed");
  });

  it("that was good for a while begins to count anew", async () => {
    const { connection, clock, events } = build(() => ({}), { isWanted: true });
    for (let round = 0; round < 8; round += 1) {
      const live = await connection.ensure(signal);
      await clock.advance(10_000);
      connection.lost(live, down());
      await clock.advance(1_000);
    }
    expect(connection.state.kind).toBe("connected");
    expect(events.flatMap((event) => (event.type === "failed" ? [event.retryInMs] : []))).toEqual(Array(8).fill(375));
  });

  it("goes on being made for others when one stops waiting, and ends with all when it is closed", async () => {
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
    await expect(connection.ensure(signal)).rejects.toThrow("switched off");
  });
});

function build(open: () => object | Promise<object>, { isWanted = false } = {}) {
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
    isWanted: () => isWanted,
    onEvent: (event) => void events.push(event),
  });
  return { connection, clock, events, opened: () => opened, closed: () => closed };
}
