import { existsSync, lstatSync, writeFileSync } from "node:fs";
import { IpcClient, type RooEvent } from "@roo-code/ipc";
import { until } from "@roo-code/testkit/until";
import { expect, it } from "vitest";
import { createProject, parseLines } from "./roo.ts";

const waits = { name: "execute_command", input: { command: "while [ ! -e go ]; do sleep 0.05; done; echo went" } };
const finish = { toolCalls: [{ name: "attempt_completion", input: { result: "Done." } }] };

it("serves a run to other programs, and lets another terminal follow it", async () => {
  using here = createProject();
  const path = here.path("s.sock");
  const script = here.script([{ text: "I wait.", toolCalls: [waits] }, finish]);
  const run = here.start(["run", "--replay", script, "--auto-approve", "command", "--ipc", path, "wait for it"]);
  const client = new IpcClient(path, { retryMs: 20 });
  const events: RooEvent[] = [];
  const problems: string[] = [];
  client.on("TaskEvent", (event) => void events.push(event));
  client.on("error", (problem) => void problems.push(problem));
  await client.ready();
  expect(lstatSync(path).mode & 0o777).toBe(0o600);
  const attached = here.start(["attach", path]);
  const lines = here.start(["attach", "--output", "ndjson"], { env: { ROO_CODE_IPC_SOCKET_PATH: path } });
  await until(() => attached.stderr().includes("I wait.") && lines.stdout().includes("tool.start"));
  here.write("go", "");
  expect(await run.ended).toMatchObject({ code: 0 });
  expect(await attached.ended).toMatchObject({ code: 0, stdout: "Done.\n" });
  const { code, stdout } = await lines.ended;
  expect(code).toBe(0);
  const [taskId = ""] = here.taskIds();
  const printed = parseLines(stdout).filter((line) => !("live" in (line as object)));
  expect(printed.slice(0, -1)).toEqual(here.events(taskId));
  expect(printed.at(-1)).toMatchObject({ type: "result", taskId, status: "completed" });
  await until(() => events.some(({ eventName }) => eventName === "taskCompleted"));
  expect(problems).toEqual([]);
  expect(existsSync(path)).toBe(false);
  client.disconnect();
});

it("uses the path from the environment, and replaces the socket of a killed run", async () => {
  using here = createProject();
  const path = here.path("s.sock");
  const env = { ROO_CODE_IPC_SOCKET_PATH: path };
  const args = ["run", "--replay", here.script([{ toolCalls: [waits] }, finish]), "--auto-approve", "command", "wait"];
  const killed = here.start(args, { env });
  await until(() => existsSync(path));
  killed.child.kill("SIGKILL");
  await killed.ended;
  expect(existsSync(path)).toBe(true);
  const again = here.start(args, { env });
  const client = new IpcClient(path, { retryMs: 20 });
  await client.ready();
  here.write("go", "");
  expect((await again.ended).code).toBe(0);
  client.disconnect();
});

it("does not start if the path is in use", async () => {
  using here = createProject();
  writeFileSync(here.path("taken"), "");
  const run = await here.roo(["run", "--replay", here.script([finish]), "--ipc", here.path("taken"), "x"]);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toContain("a file is already there");
  expect(existsSync(`${here.home}/tasks`)).toBe(false);
});

it("does not start if the path is too long for the system", async () => {
  using here = createProject();
  const long = here.path(`${"deep/".repeat(20)}roo.sock`);
  const run = await here.roo(["run", "--replay", here.script([finish]), "--ipc", long, "x"]);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toMatch(/The socket path .* has \d+ bytes; the system allows at most 10[37]/);
  expect(run.stderr).toContain("Choose a shorter path");
  expect(existsSync(`${here.home}/tasks`)).toBe(false);
});

it("lets clients of a server start tasks", async () => {
  using here = createProject();
  const path = here.path("s.sock");
  const serve = here.start(["serve", "--port", "0", "--ipc", path]);
  const client = new IpcClient(path, { retryMs: 20 });
  const events: RooEvent[] = [];
  client.on("TaskEvent", (event) => void events.push(event));
  await client.request({ commandName: "GetModes" });
  await until(() => events.length === 1);
  expect(events[0]?.eventName).toBe("modesResponse");
  const configuration = { apiProvider: "openai", openAiBaseUrl: "http://127.0.0.1:1/v1", openAiModelId: "m" };
  await client.request({ commandName: "StartNewTask", data: { configuration, text: "Begin." } });
  await until(() => events.some(({ eventName }) => eventName === "taskStarted"));
  await client.request({ commandName: "CloseTask" });
  await until(() => events.some(({ eventName }) => eventName === "taskAborted"));
  client.disconnect();
  serve.child.kill("SIGTERM");
  expect((await serve.ended).code).toBe(0);
  expect(existsSync(path)).toBe(false);
});
