import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { RecentEvents } from "./event-store.ts";

const told = (method: string): JSONRPCMessage => ({ jsonrpc: "2.0", method });

async function after(events: RecentEvents, lastEventId: string): Promise<string[]> {
  const sent: string[] = [];
  await events.replayEventsAfter(lastEventId, {
    send: async (_, message) => void sent.push("method" in message ? message.method : "?"),
  });
  return sent;
}

it("replays later events of the same stream", async () => {
  const events = new RecentEvents();
  const first = await events.storeEvent("a", told("1"));
  await events.storeEvent("b", told("2"));
  const third = await events.storeEvent("a", told("3"));
  expect(await after(events, first)).toEqual(["3"]);
  expect(await after(events, third)).toEqual([]);
  expect(await events.getStreamIdForEventId(third)).toBe("a");
});

it("drops the oldest by number and size, and then refuses to replay from them", async () => {
  const events = new RecentEvents();
  const first = await events.storeEvent("a", told("first"));
  for (let count = 0; count < 1000; count += 1) await events.storeEvent("a", told("more"));
  await expect(after(events, first)).rejects.toThrow("no longer stored");
  const long = await events.storeEvent("a", told("x".repeat(5_000_000)));
  const last = await events.storeEvent("a", told("last"));
  expect(await events.getStreamIdForEventId(long)).toBeUndefined();
  expect(await after(events, last)).toEqual([]);
});
