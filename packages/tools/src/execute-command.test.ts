import { createTempWorkspace } from "@roo-code/testkit";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { executeCommand } from "./execute-command.ts";

describe("execute_command", () => {
  it("tells where it ran, how it ended and what it printed, live too", async () => {
    await using temp = createTempWorkspace({ "src/a.ts": "" });
    const caller = new ToolCaller(temp);
    const output = await caller.call(executeCommand, { command: "ls", cwd: "./src" });
    expect(output.content).toBe("Working directory: src\nExit code: 0\nOutput:\na.ts");
    expect(caller.reports.join("")).toBe("a.ts\n");
  });

  it.each([
    ["exit 3", "Exit code: 3 (not successful)\nOutput:\n(none)"],
    ["kill -KILL $$", "Exit code: none, ended by signal SIGKILL"],
    ["sleep 1000", "Exit code: none, stopped after 1 s because it had not ended"],
  ])("reports %s as a result, not as an error", async (command, expected) => {
    await using temp = createTempWorkspace();
    const { content } = await new ToolCaller(temp).call(executeCommand, { command, timeout: "1" });
    expect(content).toContain(expected);
  });

  it("keeps head and tail of long output", async () => {
    await using temp = createTempWorkspace();
    const { content } = await new ToolCaller(temp).call(executeCommand, { command: "seq 100000" });
    expect(content.length).toBeLessThan(11_000);
    expect(content).toMatch(/\n1\n2\n[^]*\[\.\.\. \d+ bytes omitted \.\.\.][^]*\n100000$/);
  });

  it("shows what a terminal would show in the end", async () => {
    await using temp = createTempWorkspace();
    const command = String.raw`printf '10%%\r50%%\r\033[32m100%%\033[0m\r\ndone\n'`;
    const { content } = await new ToolCaller(temp).call(executeCommand, { command });
    expect(content).toMatch(/Output:\n100%\ndone$/);
  });

  it.each(["", "  \n ", "# only a comment", ";", " ; # nothing", "&\n#x"])(
    "refuses a command that is none, before anyone is asked: %j",
    async (command) => {
      await using temp = createTempWorkspace();
      const refusal = expect.objectContaining({ code: "invalid_command" });
      await expect(new ToolCaller(temp).call(executeCommand, { command })).rejects.toEqual(refusal);
      expect(() => executeCommand.kind === "action" && executeCommand.subject({ command })).toThrow(refusal);
    },
  );

  it("shows the person the whole command and its folder", () => {
    const subject = executeCommand.kind === "action" && executeCommand.subject({ command: "rm -rf x", cwd: "src" });
    expect(subject).toEqual({ kind: "command", summary: "rm -rf x (in src)", command: "rm -rf x" });
  });

  it("does not leave the workspace", async () => {
    await using temp = createTempWorkspace();
    const failed = new ToolCaller(temp).call(executeCommand, { command: "ls", cwd: "/" });
    await expect(failed).rejects.toMatchObject({ code: "outside_workspace" });
  });
});
