import { FakeClock } from "@roo-code/testkit/fake-clock";
import { MemoryEventLog } from "@roo-code/testkit/memory-event-log";
import { ScriptedClient } from "@roo-code/testkit/scripted-client";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { TaskId } from "@roo-code/types";
import { expect, it } from "vitest";
import { askMode } from "../test/builtin-mode.ts";
import { FakeSubtasks } from "../test/fake-subtasks.ts";
import { fakeTools } from "../test/fake-tools.ts";
import { TaskCapabilities } from "./capabilities/task-capabilities.ts";
import { ModeAgent } from "./mode-agent.ts";
import { builtinModes } from "./modes/builtin-modes.ts";
import { retryPolicyFor } from "./recovery/backoff.ts";
import { TaskRecord } from "./task-record.ts";
import { ToolRegistry } from "./tool-registry.ts";

it("runs a task, switches its mode and creates a subtask", async () => {
  await using folder = createTempWorkspace();
  const clock = new FakeClock();
  const writer = await new MemoryEventLog(clock).create("task-0001" as TaskId);
  const write = { name: "write", input: { path: "a.txt", content: "x" } };
  const subtasks = new FakeSubtasks();
  const record = new TaskRecord(writer, []);
  const agent = new ModeAgent({
    client: new ScriptedClient([{ calls: [write] }, "not here", { calls: [write] }, "done"]),
    record,
    history: [],
    capabilities: new TaskCapabilities({
      record,
      history: [],
      mode: askMode,
      modes: builtinModes,
      ceilings: [],
      enforcesCommands: false,
    }),
    workspace: folder.workspace,
    modes: { modes: builtinModes, instructions: () => "" },
    clock,
    subtasks,
    environment: { cwd: "/project", platform: "linux", shell: "bash", date: "2030-01-01" },
    tools: new ToolRegistry(fakeTools({ done: [], crashes: 0 })),
    policy: { autoApprove: new Set(["edit"]), attended: false },
    random: () => 0.5,
    retry: retryPolicyFor({}),
    observe: () => {},
    limits: {},
    process: { pid: 1, version: "test" },
  });
  expect(agent.mode.slug).toBe("ask");
  expect(await agent.run("write a file")).toMatchObject({ status: "completed", filesChanged: [] });

  await agent.switchMode("code", "it has to be written");
  await agent.switchMode("code");
  expect(agent.mode.slug).toBe("code");
  expect(await agent.run("again")).toMatchObject({ status: "completed", filesChanged: ["a.txt"] });
  await expect(agent.switchMode("poet")).rejects.toThrow('There is no mode "poet"');

  const made = await Promise.all(["one", "two"].map((message) => agent.createSubtask({ mode: "code", message })));
  expect(made.map(({ result }) => result)).toEqual(["done: one", "done: two"]);
  expect(subtasks.ran.map((each) => each.agent)).toEqual(["child-1", "child-2"]);
  await expect(agent.createSubtask({ mode: "poet", message: "x" })).rejects.toThrow('There is no mode "poet"');
  expect(agent.state.subtasks).toBe(2);
});
