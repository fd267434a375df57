import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { executeCommand } from "./execute-command.ts";
import { sendCommandInput } from "./send-command-input.ts";

describe("send_command_input", () => {
  it("answers a prompt, with Enter, and returns the new output", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    const command = "read -p 'Name? ' name; echo hello $name; exit 3";
    await caller.call(executeCommand, { command, stdin: "terminal" });
    const output = await caller.call(sendCommandInput, { id: "cmd-1", text: "Roo" });
    expect(output.content).toBe("Exit code: 3 (not successful)\nOutput:\nName? Roo\nhello Roo");
    expect(output.trouble).toBe("exit code 3");
  });

  it("closes the input, with or without a final text", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    for (const id of ["cmd-1", "cmd-2"]) {
      await caller.call(executeCommand, { command: "cat; echo end", stdin: "pipe", background: true });
      const text = id === "cmd-1" ? {} : { text: "last", enter: false };
      const { content } = await caller.call(sendCommandInput, { id, close: true, ...text });
      expect(content).toBe(`Exit code: 0\nOutput:\n${id === "cmd-1" ? "" : "last"}end`);
    }
  });

  it("drives a program line by line", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    await caller.call(executeCommand, { command: "node -i", stdin: "terminal" });
    const { content } = await caller.call(sendCommandInput, { id: "cmd-1", text: "6 * 7" });
    expect(content).toContain("42");
    expect(content).toContain("It seems to be waiting for input.");
  });

  it("is refused when the command accepts no input", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    await caller.call(executeCommand, { command: "sleep 1000", background: true });
    const refused = caller.call(sendCommandInput, { id: "cmd-1", text: "y" });
    await expect(refused).rejects.toMatchObject({ code: "no_input" });
    const unknown = caller.call(sendCommandInput, { id: "cmd-7", text: "y" });
    await expect(unknown).rejects.toMatchObject({ code: "unknown_command" });
  });

  it("requires approval as a command does: a shell may be reading", () => {
    const subject = sendCommandInput.kind === "action" && sendCommandInput.subject({ id: "cmd-1", text: "rm -rf /" });
    expect(subject).toEqual({ kind: "command", summary: "rm -rf / → cmd-1", command: "rm -rf /" });
  });
});
