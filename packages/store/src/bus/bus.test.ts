import { hasRedis, type TempRedis, tempRedis } from "@roo-code/testkit/temp-redis";
import { until } from "@roo-code/testkit/until";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bus } from "./bus.ts";
import { MemoryBus } from "./memory-bus.ts";
import { openBus } from "./open-bus.ts";

/** The same for both: `open` gives two that shall hear of each other. */
function behavesAsABus(open: () => Promise<readonly [Bus, Bus]>): void {
  it("delivers messages in order to the listeners of the channel only", async () => {
    const [here, there] = await open();
    const heard: string[] = [];
    const stop = await there.subscribe("evals:1", (message) => heard.push(message));
    await here.subscribe("evals:1", (message) => heard.push(`here ${message}`));
    await here.subscribe("evals:2", (message) => heard.push(`two ${message}`));
    here.publish("evals:1", "a");
    here.publish("evals:1", "ü\n");
    await until(() => heard.length === 4);
    expect(heard.filter((message) => !message.startsWith("here"))).toEqual(["a", "ü\n"]);
    stop();
    stop();
    here.publish("evals:1", "c");
    await until(() => heard.includes("here c"));
    expect(heard).not.toContain("c");
    await Promise.all([here.close(), there.close()]);
    await here.close();
  });

  it("expires values that are not set again", async () => {
    const [here, there] = await open();
    here.put("heartbeat:1", "77", 60_000);
    here.put("heartbeat:2", "77", 1);
    await expect.poll(() => there.get("heartbeat:1")).toBe("77");
    await expect.poll(() => there.get("heartbeat:2")).toBeUndefined();
    expect(await there.get("heartbeat:3")).toBeUndefined();
    await Promise.all([here.close(), there.close()]);
  });

  it("keeps a set of members until it expires", async () => {
    const [here, there] = await open();
    here.addTo("runners:1", "task-1:a", 60_000);
    there.addTo("runners:1", "task-2:b", 60_000);
    here.addTo("runners:2", "task-3:c", 1);
    await expect.poll(() => here.membersOf("runners:1")).toHaveLength(2);
    expect([...(await there.membersOf("runners:1"))].sort()).toEqual(["task-1:a", "task-2:b"]);
    here.removeFrom("runners:1", "task-1:a");
    await expect.poll(() => there.membersOf("runners:1")).toHaveLength(1);
    await expect.poll(() => there.membersOf("runners:2")).toEqual([]);
    await Promise.all([here.close(), there.close()]);
  });
}

describe("within a process", () => {
  behavesAsABus(async () => {
    const bus = new MemoryBus();
    return [bus, bus];
  });
});

describe.skipIf(!hasRedis)("by Redis (needs redis-server)", () => {
  let redis: TempRedis;
  beforeAll(async () => {
    redis = await tempRedis();
  });
  afterAll(() => redis[Symbol.asyncDispose]());

  behavesAsABus(async () => [await openBus(redis), await openBus(redis)]);

  it("loses messages during an outage without blocking, and reconnects by itself", async () => {
    const bus = await openBus(redis);
    const heard: string[] = [];
    await bus.subscribe("evals:9", (message) => heard.push(message));
    await redis.stop();
    for (let count = 0; count < 100; count += 1) bus.publish("evals:9", "lost");
    bus.put("heartbeat:9", "1", 60_000);
    expect(await bus.get("heartbeat:9")).toBeUndefined();
    expect(await bus.membersOf("runners:9")).toEqual([]);
    await redis.start();
    await until(() => {
      bus.publish("evals:9", "back");
      return heard.includes("back");
    });
    expect(heard).not.toContain("lost");
    await bus.close();
  });

  it("reports an unreachable server at once, without the password", async () => {
    await expect(openBus({ url: "redis://:canary@127.0.0.1:1" })).rejects.toMatchObject({
      code: "bus_unreachable",
      message: expect.not.stringContaining("canary"),
    });
    await expect(openBus({ url: "localhost:6379" })).rejects.toMatchObject({ code: "invalid_value" });
  });
});
