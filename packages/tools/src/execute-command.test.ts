import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { decodeCommand, executeCommand } from "./execute-command.ts";

describe("execute_command", () => {
  it("reports the folder, exit code and output, also live", async () => {
    await using temp = createTempWorkspace({ "src/a.ts": "" });
    const caller = new ToolCaller(temp);
    const output = await caller.call(executeCommand, { command: "ls", cwd: "./src" });
    expect(output.content).toBe("Working directory: src\nExit code: 0\nOutput:\na.ts");
    expect(caller.reports.join("")).toBe("a.ts\n");
  });

  it.each([
    ["exit 3", "Exit code: 3 (not successful)\nOutput:\n(none)", "exit code 3"],
    ["kill -KILL $$", "Exit code: none, ended by signal SIGKILL", "ended by SIGKILL"],
    ["echo fine", "Exit code: 0\nOutput:\nfine", undefined],
  ])(
    "reports %s as a result, not as an error, and says to people what went wrong",
    async (command, expected, trouble) => {
      await using temp = createTempWorkspace();
      const output = await new ToolCaller(temp).call(executeCommand, { command });
      expect(output.content).toContain(expected);
      expect(output.trouble).toBe(trouble);
    },
  );

  it("accepts a command as an argument list", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    const listed = await caller.call(executeCommand, { command: ["printf", "%s|", "a b", "$HOME"] });
    expect(listed.content).toMatch(/a b\|\$HOME\|$/);
    const script = await caller.call(executeCommand, { command: ["bash", "-lc", "echo $((1 + 1))"] });
    expect(script.content).toMatch(/\n2$/);
  });

  it("moves a command to the background after its timeout, and reports it with the next one", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    const { content } = await caller.call(executeCommand, { command: "echo up; sleep 1000", timeout: "1" });
    expect(content).toMatch(/Status: cmd-1 runs in the background, for 1\.\d s so far\nOutput:\nup\n\nIt continues\./);
    const next = await caller.call(executeCommand, { command: "echo x" });
    expect(next.content).toMatch(
      /Output:\nx\n\nOther background commands:\n- cmd-1 `echo up; sleep 1000` running for /,
    );
  });

  it("starts a server without waiting for it", async () => {
    await using temp = createTempWorkspace();
    const command = "echo listening; sleep 1000";
    const { content } = await new ToolCaller(temp).call(executeCommand, { command, run_in_background: true });
    expect(content).toContain("Status: cmd-1 runs in the background");
    expect(content).toContain("listening");
  });

  it("kills a command at the hard limit, and advises against running it again", async () => {
    await using temp = createTempWorkspace({}, { commandTimeoutMs: 300 });
    const { content, trouble } = await new ToolCaller(temp).call(executeCommand, { command: "sleep 1000" });
    expect(content).toMatch(
      /Exit code: none, stopped after 0\.\d s because it had not finished[^]*Do not simply run it again/,
    );
    expect(trouble).toMatch(/^stopped after/);
  });

  it("says how to answer a prompt", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    const command = "printf 'Overwrite? [y/N] '; read answer || exit 1";
    const unheard = await caller.call(executeCommand, { command });
    expect(unheard.content).toContain("Its output ends in a prompt, and it had no input.");
    const prompted = await caller.call(executeCommand, { command, tty: true });
    expect(prompted.content).toMatch(/Overwrite\? \[y\/N]\n\nIt seems to be waiting for input\..*\(cmd-2\)/);
  });

  it("does not mistake a message with a question mark for a prompt", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    for (const command of ["echo 'Did you mean --force?'; exit 2", "printf 'Is the server running?'; exit 1"])
      expect((await caller.call(executeCommand, { command })).content).toMatch(/\?$/);
  });

  it("reports a program that waits for a terminal, and the signal that ended one", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    const editor = await caller.call(executeCommand, { command: "echo 'stdin is not a terminal'; sleep 1000" });
    expect(editor.content).toMatch(/It seems to be waiting for a terminal, .* stop_command \(cmd-1\)/);
    const killed = await caller.call(executeCommand, { command: "sh -c 'kill -9 $$'; exit $?" });
    expect(killed.content).toContain("Exit code: 137 (not successful, ended by SIGKILL)");
  });

  it("reports processes that a command left running", async () => {
    await using temp = createTempWorkspace();
    const { content } = await new ToolCaller(temp).call(executeCommand, { command: "sleep 1000 & echo started" });
    expect(content).toMatch(/Exit code: 0\nOutput:\nstarted\n\nProcesses it started are still running as cmd-1;/);
  });

  it("keeps the head and tail of long output", async () => {
    await using temp = createTempWorkspace();
    const { content } = await new ToolCaller(temp).call(executeCommand, { command: "seq 100000" });
    expect(content.length).toBeLessThan(11_000);
    expect(content).toMatch(
      /\n1\n2\n[^]*\[\.\.\. \d+ bytes omitted \.\.\.][^]*\n100000\n\n.*read_command_output: cmd-1\.txt/,
    );
  });

  it("shows what a terminal would finally show", async () => {
    await using temp = createTempWorkspace();
    const command = String.raw`printf '10%%\r50%%\r\033[32m100%%\033[0m\r\ndone\n'`;
    const { content } = await new ToolCaller(temp).call(executeCommand, { command });
    expect(content).toMatch(/Output:\n100%\ndone$/);
  });

  it.each(["", "  \n ", "# only a comment", ";", " ; # nothing", "&\n#x"])(
    "refuses an empty command without requesting approval: %j",
    async (command) => {
      await using temp = createTempWorkspace();
      const refusal = expect.objectContaining({ code: "invalid_command" });
      await expect(new ToolCaller(temp).call(executeCommand, { command })).rejects.toEqual(refusal);
      expect(() => executeCommand.kind === "action" && executeCommand.subject({ command })).toThrow(refusal);
    },
  );

  it("requests approval with the whole command and its folder", () => {
    const subject = executeCommand.kind === "action" && executeCommand.subject({ command: "rm -rf x", cwd: "src" });
    expect(subject).toEqual({ kind: "command", summary: "rm -rf x (in src)", command: "rm -rf x", cwd: "src" });
  });

  it("does not leave the workspace", async () => {
    await using temp = createTempWorkspace();
    const failed = new ToolCaller(temp).call(executeCommand, { command: "ls", cwd: "/" });
    await expect(failed).rejects.toMatchObject({ code: "outside_workspace" });
  });
});

it.each([
  ["npm test &amp;&amp; echo ok", "npm test && echo ok"],
  ["make 2&gt;&amp;1 | tee log", "make 2>&1 | tee log"],
  ["echo &quot;a b&quot; &gt; out.txt", 'echo "a b" > out.txt'],
])("takes %j for %j", (command, meant) => {
  expect(decodeCommand(command)).toBe(meant);
});

it.each([
  "echo plain",
  "grep '&amp;' page.html",
  'sed -i "s/&lt;/</g" page.html',
  "cat > a.html <<'END'\n<p>&amp;</p>\nEND",
  "a && echo &amp;",
])("leaves %j as it is", (command) => {
  expect(decodeCommand(command)).toBe(command);
});
