import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { executeCommand } from "./execute-command.ts";
import { stopCommand } from "./stop-command.ts";

describe("stop_command", () => {
  it("stops a background command and returns its last output", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    const command = "trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.05; done";
    await caller.call(executeCommand, { command, background: true });
    const { content } = await caller.call(stopCommand, { id: "cmd-1" });
    expect(content).toMatch(
      /^cmd-1 is stopped with all its processes\.\nExit code: none, stopped on request\nOutput:\n[^]*bye$/,
    );
    const again = caller.call(stopCommand, { id: "cmd-1" });
    await expect(again).rejects.toMatchObject({ code: "command_ended" });
  });
});
