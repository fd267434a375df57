import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, LiveConnection } from "@roo-code/client";
import { IpcClient, type RooEvent } from "@roo-code/ipc";
import type { TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { call, complete, createProject } from "./roo.ts";

it("shares one task between a browser tab, an attached terminal and a program on the socket", async () => {
  using here = createProject();
  const path = here.path("s.sock");
  const replayFile = here.script([
    { text: "I ask.", ...call("execute_command", { command: "echo one" }) },
    { text: "I ask again.", ...call("execute_command", { command: "echo two" }) },
    complete("shared"),
  ]);
  mkdirSync(here.home, { recursive: true });
  writeFileSync(join(here.home, "profiles.json"), JSON.stringify({ main: { apiProvider: "replay", replayFile } }));
  writeFileSync(join(here.home, "settings.json"), JSON.stringify({ profile: "main" }));
  const served = here.start(["serve", "--port", "0", "--output", "json", "--ipc", path]);
  await served.prints(/\n/);
  const { token, port } = JSON.parse(served.stdout()) as { token: string; port: number };
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createClient({ baseUrl, token });

  const program = new IpcClient(path, { retryMs: 20 });
  const heard: RooEvent[] = [];
  program.on("TaskEvent", (event) => void heard.push(event));
  await program.ready();
  const { workspaceId } = await client.server.about();
  const { taskId } = await client.tasks.create({ body: { workspaceId: workspaceId ?? "", text: "share it" } });
  const tab = new LiveConnection({ baseUrl, token });
  const seen: TaskEvent[] = [];
  tab.subscribe(taskId, { afterSeq: 0, onEvent: (event) => void seen.push(event) });
  const terminal = here.start(["attach", path]);

  const asked = async () => (await client.tasks.approvals()).approvals[0]?.callId;
  await expect.poll(asked).toBeDefined();
  const first = (await asked()) ?? "";
  const answer = {
    type: "approval.answer" as const,
    opId: "from the program",
    callId: first,
    decision: "allow" as const,
  };
  await program.request({ commandName: "SubmitOp", data: { taskId, op: answer } });
  await expect.poll(asked).not.toBe(first);
  await expect.poll(asked).toBeDefined();
  await tab.submit({ ...answer, opId: "from the tab", callId: (await asked()) ?? "" }, taskId);

  expect(await terminal.ended).toMatchObject({
    code: 0,
    stdout: "shared\n",
    stderr: expect.stringContaining("I ask."),
  });
  await expect.poll(() => seen.at(-1)?.type).toBe("run.end");
  expect(seen).toEqual(here.events(taskId));
  await expect
    .poll(() => heard.map(({ eventName }) => eventName))
    .toEqual(expect.arrayContaining(["taskStarted", "taskCompleted"]));
  tab.close();
  program.disconnect();
  served.child.kill("SIGTERM");
  expect((await served.ended).code).toBe(0);
});

it("shows and answers over HTTP a task started by a program on the socket", async () => {
  using here = createProject();
  const path = here.path("s.sock");
  const replayFile = here.script([call("execute_command", { command: "echo one" }), complete("done")]);
  mkdirSync(here.home, { recursive: true });
  writeFileSync(join(here.home, "profiles.json"), JSON.stringify({ main: { apiProvider: "replay", replayFile } }));
  writeFileSync(join(here.home, "settings.json"), JSON.stringify({ profile: "main" }));
  const served = here.start(["serve", "--port", "0", "--output", "json", "--ipc", path]);
  await served.prints(/\n/);
  const { token, port } = JSON.parse(served.stdout()) as { token: string; port: number };
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token });
  const program = new IpcClient(path, { retryMs: 20 });
  await program.ready();
  await program.request({ commandName: "Subscribe", data: { answers: true } });
  await program.request({ commandName: "StartNewTask", data: { configuration: {}, text: "begin" } });
  await expect.poll(async () => (await client.tasks.approvals()).approvals.length).toBe(1);
  const [question] = (await client.tasks.approvals()).approvals;
  const { taskId, callId } = question ?? { taskId: "", callId: "" };
  const op = { type: "approval.answer", opId: "tab", callId, decision: "allow" } as const;
  await client.tasks.submit({ params: { taskId }, body: { op } });
  await expect.poll(async () => (await client.tasks.get({ params: { taskId } })).status).toBe("completed");
  program.disconnect();
  served.child.kill("SIGTERM");
  expect((await served.ended).code).toBe(0);
});
