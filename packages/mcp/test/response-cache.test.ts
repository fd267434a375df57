import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { eventually } from "./eventually.ts";
import { hubUnderTest, never, unattended } from "./hub-under-test.ts";

const program = fileURLToPath(new URL("fixtures/hostile-server.mjs", import.meta.url));
const server = { command: process.execPath, args: [program, "cached"] };

it("caches answers of read-only tools until something may have changed", async () => {
  const { call, link, hub, events } = hubUnderTest({ s: server });
  const look = async (words = "") => (await call("s", "look", { words })).content;
  const read = async () =>
    (await link.readResource({ server: "s", uri: "note://one", signal: never, call: unattended })).content;
  const first = await look();
  expect(await look()).toBe(first);
  expect(await look("other")).not.toBe(first);
  const note = await read();
  expect(await read()).toBe(note);
  expect(events.filter((event) => event.type === "mcp.end").map(({ isCached }) => isCached)).toEqual([
    false,
    true,
    false,
  ]);
  expect(events.filter((event) => event.type === "resource.end").map(({ isCached }) => isCached)).toEqual([
    false,
    true,
  ]);

  // A write through the same server.
  await call("s", "change");
  expect(await look()).not.toBe(first);
  expect(await read()).not.toBe(note);
  // Somebody else's write, as the host tells it.
  const before = await look();
  hub.noteChange();
  expect(await look()).not.toBe(before);

  // The server's own word.
  const stale = await read();
  await call("s", "look", { words: "announce" });
  await eventually(
    () => hub.servers[0]?.instances[0]?.cache.find({ kind: "resource", uri: "note://one" }) === undefined,
  );
  expect(await read()).not.toBe(stale);
  const [kept] = [await look()];
  await call("s", "look", { words: "announce-tools" });
  const key = { kind: "tool", tool: "look", arguments: { words: "" } } as const;
  await eventually(() => hub.servers[0]?.instances[0]?.cache.find(key) === undefined);
  expect(await look()).not.toBe(kept);
  expect(hub.servers[0]?.totals).toMatchObject({ failures: 0 });
  expect(hub.servers[0]?.totals.hits).toBeGreaterThanOrEqual(2);
});

it("caches nothing when disabled, and keeps counts across processes", async () => {
  const off = hubUnderTest({ s: { ...server, cacheSeconds: 0 } });
  const first = (await off.call("s", "look")).content;
  expect((await off.call("s", "look")).content).not.toBe(first);
  const on = hubUnderTest({ s: server });
  await on.call("s", "look");
  await on.call("s", "look");
  await on.hub.dispose();
  const later = hubUnderTest({ s: server }, { home: on.home });
  expect(later.hub.servers[0]?.totals).toEqual({ calls: 2, failures: 0, hits: 1, misses: 1 });
});
