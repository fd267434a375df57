import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { afterAll, describe, expect, it } from "vitest";
import { FileEventLog } from "../src/index.ts";

const { notice, runStart, taskStart } = eventDrafts;
const disk = mountSmallDisk();
afterAll(() => disk?.unmount());

describe.skipIf(!disk)("on a full disk of 1 MiB (needs permission to mount)", () => {
  const folder = disk?.folder ?? "";
  const ballast = join(folder, "ballast");
  const log = new FileEventLog({ tasksFolder: join(folder, "tasks"), clock: new FakeClock() });

  it("refuses what does not fit, keeps what did, and continues once there is space", async () => {
    const taskId = testTaskId("growing");
    const writer = await log.create(taskId);
    const kept = [...writer.append([taskStart(taskId), runStart()]).events];
    fill(20_000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => {
        const receipt = writer.append([notice(`${index}`.padEnd(500))]);
        return receipt.durable.then(() => kept.push(...receipt.events));
      }),
    );
    const failures = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) expect(failure.reason).toMatchObject({ code: "disk_full" });
    expect(await log.read(taskId)).toEqual(kept);

    await expect(writer.append([notice("z".repeat(30_000))]).durable).rejects.toMatchObject({ code: "disk_full" });
    expect(await log.read(taskId)).toEqual(kept);

    rmSync(ballast);
    const after = writer.append([notice("z".repeat(30_000))]);
    await after.durable;
    expect(after.events).toMatchObject([{ seq: kept.length + 1 }]);
    expect(await log.read(taskId)).toEqual([...kept, ...after.events]);
    await writer.close();
  });

  it("reports it when a task is opened or created, and still deletes tasks", async () => {
    const taskId = testTaskId("waiting");
    const writer = await log.create(taskId);
    await writer.append([taskStart(taskId)]).durable;
    await writer.close();
    fill(0);
    await expect(log.create(testTaskId("no-room"))).rejects.toMatchObject({ code: "disk_full" });
    await expect(log.open(taskId)).rejects.toMatchObject({ code: "disk_full" });
    expect(await log.list()).toContainEqual(expect.objectContaining({ taskId, status: "interrupted" }));
    await log.delete(taskId);
    rmSync(ballast);
    const again = await log.create(taskId);
    await again.append([taskStart(taskId)]).durable;
    await again.close();
  });

  function fill(freeBytes: number): void {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - freeBytes));
  }
});

/** undefined if this user may not mount. */
function mountSmallDisk(): { folder: string; unmount(): void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), "roo-small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    unmount() {
      execFileSync("umount", [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
