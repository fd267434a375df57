import { chmodSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { createHost } from "../create-host.ts";

it("a rule for a system program does not allow a program of the same name in the workspace", async () => {
  expect(await outcomeOf("uname", (root) => `${root}/bin:/usr/bin:/bin`)).toMatchObject({
    isError: true,
    code: "denied",
  });
  expect(await outcomeOf("uname", () => "/usr/bin:/bin")).toMatchObject({ isError: false });
});

async function outcomeOf(command: string, path: (root: string) => string): Promise<TaskEvent | undefined> {
  await using project = createTempWorkspace({ "bin/uname": "#!/bin/sh\ntouch landed\n" });
  chmodSync(project.path("bin/uname"), 0o755);
  const replies = [
    { toolCalls: [{ name: "execute_command", input: { command } }] },
    { toolCalls: [{ name: "attempt_completion", input: { result: "Done." } }] },
  ];
  await using home = createTempWorkspace({ "script.jsonl": replies.map((reply) => JSON.stringify(reply)).join("\n") });
  const host = createHost({ home: home.root, environment: { PATH: path(project.root) }, version: "test" });
  const events: TaskEvent[] = [];
  const session = await host.createTask({
    configuration: await host.configure(project.root, { approvals: [{ action: "allow", command: "@safe" }] }),
    provider: { apiProvider: "replay", replayFile: home.path("script.jsonl") },
    limits: {},
    autoApprove: new Set(),
    attended: false,
    observe: (item) => void ("live" in item || events.push(item)),
  });
  await session.submit({ type: "message.send", opId: "1", text: "Go." });
  await session.run();
  return events.find((event) => event.type === "tool.end");
}
