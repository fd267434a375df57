import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "@roo-code/client";
import { expect, it } from "vitest";
import { call, complete, createProject, type TestProject } from "./roo.ts";

function furnish(here: TestProject, replies: readonly object[]): void {
  const { home } = here;
  mkdirSync(home, { recursive: true });
  const profile = { apiProvider: "replay", replayFile: here.script(replies) };
  writeFileSync(join(home, "profiles.json"), JSON.stringify({ main: profile }));
  writeFileSync(join(home, "settings.json"), JSON.stringify({ profile: "main", autoApprove: ["command", "edit"] }));
}

async function serving(here: TestProject) {
  const started = here.start(["serve", "--port", "0", "--output", "json"]);
  await started.prints(/\n/);
  const { token, port } = JSON.parse(started.stdout()) as { token: string; port: number };
  const client: Client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token });
  const { workspaceId } = await client.server.about();
  return { started, client, workspaceId: workspaceId ?? "" };
}

const waits = "touch begun; while [ ! -e go ]; do sleep 0.05; done; echo x >> done";

it("loses nothing to kill -9 in the middle of a task, and resumes it", async () => {
  using here = createProject();
  furnish(here, [call("execute_command", { command: waits }), complete("survived")]);
  const first = await serving(here);
  const body = { workspaceId: first.workspaceId, text: "wait for it" };
  const key = { idempotencyKey: "only-once" };
  const { taskId } = await first.client.tasks.create({ body }, key);
  const params = { taskId };
  const eventsOf = async (client: Client) => (await client.tasks.events({ params, query: { afterSeq: 0 } })).events;
  await expect.poll(async () => (await eventsOf(first.client)).some(({ type }) => type === "tool.start")).toBe(true);
  const seen = await eventsOf(first.client);
  first.started.child.kill("SIGKILL");
  await first.started.ended;

  const second = await serving(here);
  expect((await second.client.tasks.create({ body }, key)).taskId).toBe(taskId);
  expect((await second.client.tasks.get({ params })).status).toBe("interrupted");
  here.write("go", "");
  await second.client.tasks.resume({ params, body: {} });
  await expect.poll(async () => (await second.client.tasks.get({ params })).result).toBe("survived");
  const events = await eventsOf(second.client);
  expect(events.slice(0, seen.length)).toEqual(seen);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect((await second.client.tasks.list()).tasks).toHaveLength(1);
  second.started.child.kill("SIGTERM");
  expect((await second.started.ended).code).toBe(0);
});

it("suspends running tasks when stopped, and exits at once when stopped twice", async () => {
  using here = createProject();
  furnish(here, [call("execute_command", { command: "sleep 600" }), complete("never")]);
  const { started, client, workspaceId } = await serving(here);
  const tasks = await Promise.all(
    Array.from({ length: 8 }, () => client.tasks.create({ body: { workspaceId, text: "sleep" } })),
  );
  await expect.poll(async () => (await client.tasks.list({ query: { status: "running" } })).tasks.length).toBe(8);
  started.child.kill("SIGTERM");
  expect((await started.ended).code).toBe(0);
  for (const { taskId } of tasks)
    expect(here.events(taskId).at(-1)).toMatchObject({ type: "run.end", status: "aborted" });

  const again = await serving(here);
  await again.client.tasks.create({ body: { workspaceId: again.workspaceId, text: "sleep" } });
  again.started.child.kill("SIGTERM");
  again.started.child.kill("SIGTERM");
  expect([0, 143]).toContain((await again.started.ended).code);
});
