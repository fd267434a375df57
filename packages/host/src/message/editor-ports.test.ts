import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";
import { createHost } from "../create-host.ts";

it("attaches the problems and the terminal of an editor", async () => {
  await using project = createTempWorkspace({});
  await using home = createTempWorkspace({ "script.jsonl": JSON.stringify({ text: "ok" }) });
  const host = createHost({ home: home.root, environment: { PATH: "" }, version: "test" });
  const session = await host.createTask({
    configuration: await host.configure(project.root),
    provider: { apiProvider: "replay", replayFile: home.path("script.jsonl") },
    limits: {},
    autoApprove: new Set(),
    attended: false,
    observe: () => {},
    editor: { problems: async () => "a.ts:1 error: no such name", terminal: async () => "$ npm test\nfailed" },
  });
  const { attachment, notices } = await session.compose("Fix @problems, see @terminal", new AbortController().signal);
  expect(notices).toEqual([]);
  expect(attachment).toContain("<workspace_diagnostics>\na.ts:1 error: no such name\n</workspace_diagnostics>");
  expect(attachment).toContain("<terminal_output>\n$ npm test\nfailed\n</terminal_output>");
  await session.submit({ type: "message.send", opId: "1", text: "Fix @problems" });
  await session.run();
});
