import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StoreLock } from "./store-lock.ts";
import { realClock } from "./temp-snapshots.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "roo-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const acquire = async (waitMs: number): Promise<StoreLock> => StoreLock.acquire(folder, { clock: realClock, waitMs });

describe("the lock of a store", () => {
  it("has one holder until it is released", async () => {
    const first = await acquire(0);
    await expect(acquire(30)).rejects.toMatchObject({
      code: "snapshots_busy",
      message: expect.stringContaining(`${process.pid}`),
    });
    const waiting = acquire(10_000);
    first.release();
    const second = await waiting;
    expect({ first: first.isHeld(), second: second.isHeld() }).toEqual({ first: false, second: true });
    expect(readdirSync(folder)).toEqual(["lock-2"]);
  });

  it("is taken over from a dead process, even if its pid was reused", async () => {
    const { pid } = spawnSync("true");
    for (const holder of [
      { pid, start: "1" },
      { pid: process.pid, start: "1" },
    ]) {
      const lock = await acquire(0);
      const [name = ""] = readdirSync(folder);
      const { machine } = JSON.parse(readFileSync(join(folder, name), "utf8"));
      writeFileSync(join(folder, name), JSON.stringify({ ...holder, machine }));
      const next = await acquire(0);
      expect([lock.isHeld(), next.isHeld()]).toEqual([false, true]);
      next.release();
    }
  });

  it("is lost by a process suspended during a takeover, which then releases nothing", async () => {
    const sleeper = await acquire(0);
    writeFileSync(join(folder, "lock-2"), "{}");
    expect(sleeper.isHeld()).toBe(false);
    sleeper.release();
    expect(readdirSync(folder)).toEqual(["lock-1", "lock-2"]);
  });

  it("is acquired by only one of many", async () => {
    const held: StoreLock[] = [];
    const wanted = Array.from({ length: 20 }, async () => {
      const lock = await acquire(20_000);
      held.push(lock);
      expect(held.filter((one) => one.isHeld())).toEqual([lock]);
      lock.release();
    });
    await Promise.all(wanted);
    expect(held).toHaveLength(20);
  });
});
