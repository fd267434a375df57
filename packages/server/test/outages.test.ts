import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canMount } from "@roo-code/testkit/can-mount";
import { afterAll, beforeAll, expect, it } from "vitest";
import { command, done, script } from "./obedient-model.ts";
import { type Served, type ServedParts, serve, servedParts } from "./served.ts";

let parts: ServedParts;
beforeAll(async () => {
  parts = await servedParts();
});
afterAll(() => parts[Symbol.asyncDispose]());

/** The process id of the server's PostgreSQL; 0 while there is none. */
function postgresPid({ home }: Served): number {
  const file = join(home, "postgres/data/postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
}

it("answers 503 while its database is down, loses nothing, and recovers by itself", async () => {
  await using served = await serve(parts, { environment: { DATABASE_URL: "" } });
  const answers = new Set<string>();
  const over = new AbortController();
  const load = async () => {
    while (!over.signal.aborted) {
      const { status, headers } = await served.ask("/api/v1/workspaces");
      answers.add(`${status} ${headers.get("retry-after") ?? ""}`.trim());
    }
  };
  const loads = [load(), load(), load()];
  const { workspaceId } = served;
  for (const signal of ["SIGINT", "SIGKILL"] as const) {
    const { taskId } = await served.client.tasks.create({
      body: { workspaceId, text: script(command(`echo ${signal}`), done(signal)) },
    });
    const before = postgresPid(served);
    process.kill(before, signal);
    // Tasks are files and continue without the database.
    await expect.poll(async () => existsSync(join(served.home, "tasks", taskId, "events.jsonl"))).toBe(true);
    await expect.poll(() => [0, before].includes(postgresPid(served))).toBe(false);
    await expect.poll(async () => (await served.ask("/api/v1/workspaces")).status).toBe(200);
    await expect.poll(async () => (await served.ask("/readyz")).status).toBe(200);
  }
  over.abort();
  await Promise.all(loads);
  expect([...answers].toSorted()).toEqual(["200", "503 1"]);
  expect((await served.client.workspaces.list()).workspaces).toMatchObject([{ workspaceId }]);
}, 240_000);

it("starts while the database of DATABASE_URL is unreachable", async () => {
  await using served = await serve(parts, {
    environment: { DATABASE_URL: "postgres://roo:x@127.0.0.1:1/none" },
    isDatabaseDown: true,
  });
  expect((await served.ask("/healthz")).status).toBe(200);
  expect((await served.ask("/readyz")).status).toBe(503);
  const answer = await served.ask("/api/v1/workspaces");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
});

it.skipIf(!canMount())(
  "suspends tasks when the disk is full, reports it, and resumes when there is space (needs permission to mount)",
  async () => {
    await using served = await serve(parts, { settings: { autoApprove: ["command"] } });
    const tasks = join(served.home, "tasks");
    mkdirSync(tasks, { recursive: true });
    expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", tasks]).status).toBe(0);
    try {
      const { workspaceId, client } = served;
      const { taskId } = await client.tasks.create({
        body: { workspaceId, text: script({ ...command("sleep 2"), delayMs: 500 }, done("made it")) },
      });
      writeFileSync(join(tasks, "ballast"), Buffer.alloc(4096));
      spawnSync("sh", ["-c", `cat /dev/zero > '${join(tasks, "ballast")}'`]);
      const other = await served.ask("/api/v1/tasks", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ workspaceId, text: script(done("no room")) }),
      });
      expect([other.status, await other.json()]).toMatchObject([507, { error: { code: "disk_full" } }]);
      await sleep(4000);
      expect((await served.ask("/healthz")).status).toBe(200);
      rmSync(join(tasks, "ballast"));
      const params = { taskId };
      await expect
        .poll(async () => {
          const { status } = await client.tasks.get({ params });
          if (status !== "running" && status !== "completed")
            await client.tasks.resume({ params, body: {} }).catch(() => undefined);
          return status;
        })
        .toBe("completed");
      const { events, lastSeq } = await client.tasks.events({ params, query: { afterSeq: 0 } });
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1));
    } finally {
      spawnSync("umount", ["-l", tasks]);
    }
  },
  180_000,
);
