import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { executeCommand } from "./execute-command.ts";
import { readCommandOutput } from "./read-command-output.ts";

describe("read_command_output", () => {
  it("reads the output that was too long to be shown, piece by piece", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    await caller.call(executeCommand, { command: "seq 20000" });
    const first = await caller.call(readCommandOutput, { artifact_id: "cmd-1.txt", limit: "30" });
    expect(first.content).toMatch(
      /^Output of cmd-1\.txt: bytes 0 to 30 of 108894\n 1 \| 1\n[^]*\n13 \| 13\n\(more: continue with offset 30\)$/,
    );
    const rest = await caller.call(readCommandOutput, { artifact_id: "cmd-1.txt", offset: 108_882 });
    expect(rest.content).toBe("Output of cmd-1.txt: bytes 108882 to 108894 of 108894\n19999 | 19999\n20000 | 20000");
  });

  it("finds lines, with their numbers in the whole output", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    await caller.call(executeCommand, { command: "seq 20000" });
    const { content } = await caller.call(readCommandOutput, { artifact_id: "cmd-1.txt", search: "^1234\\d$" });
    expect(content).toMatch(/: 10 lines that match[^\n]*\n12340 \| 12340\n[^]*\n12349 \| 12349$/);
  });

  it("waits for a background command and returns its new output and exit code", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    const command = "echo one; until [ -e go ]; do sleep 0.02; done; echo two; exit 2";
    await caller.call(executeCommand, { command, background: true });
    const soFar = await caller.call(readCommandOutput, { artifact_id: "cmd-1" });
    expect(soFar.content).toContain("1 | one");
    expect(soFar.content).toContain("- cmd-1 `echo one; until");
    temp.write("go", "");
    const { content } = await caller.call(readCommandOutput, { artifact_id: "cmd-1.txt", wait: 20 });
    expect(content).toBe("Exit code: 2 (not successful)\nOutput:\ntwo");
    for (const again of [1, 2]) {
      const { content: repeated } = await caller.call(readCommandOutput, { artifact_id: "cmd-1", wait: again });
      expect(repeated).toBe("Exit code: 2 (not successful)\nOutput:\none\ntwo");
      const { content: read } = await caller.call(readCommandOutput, { artifact_id: "cmd-1" });
      expect(read).toContain("1 | one\n2 | two");
    }
  });

  it("refuses any other file", async () => {
    await using temp = createTempWorkspace({ "cmd-1.txt": "x" });
    const failed = new ToolCaller(temp).call(readCommandOutput, { artifact_id: "cmd-1.txt" });
    await expect(failed).rejects.toMatchObject({ code: "unknown_artifact" });
  });
});
