import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { until } from "@roo-code/testkit/until";
import { describe, expect, it, onTestFinished } from "vitest";
import { call, complete, createProject, rooProgram, type TestProject } from "./roo.ts";

const replies = [call("execute_command", { command: "touch made.txt" }), complete("It is made.")];
/** If commands cannot be sandboxed, a notice says so. */
const asked = expect.stringMatching(/^touch made\.txt($|\n)/);

/** Starts `roo mcp serve --http`, and adds it as a server of another roo. */
async function serving(at: TestProject, ...flags: string[]) {
  const started = at.start(["mcp", "serve", "--http", "--port", "0", "--output", "json", ...flags]);
  onTestFinished(() => void started.child.kill("SIGKILL"));
  await started.prints(/\n/);
  const { url, token } = JSON.parse(started.stdout());
  return { started, url: String(url), token: String(token) };
}

async function callTool(at: TestProject, name: string, input: object): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await at.roo(["mcp", "call", "roo", name, JSON.stringify(input)]);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

describe("roo mcp serve", () => {
  it("over standard input and output is a normal server, and ends with its client", async () => {
    using at = createProject();
    const server = ["--", rooProgram, "mcp", "serve", "--cwd", at.folder, "--replay", at.script(replies)];
    const added = await at.roo(["mcp", "add", "roo", "--env", `ROO_HOME=${at.home}`, ...server]);
    expect(added.stdout).toContain("roo works: 8 tools (list_modes, get_mode,");
    const asking = await callTool(at, "new_task", { prompt: "Make it.", waitSeconds: 50 });
    expect(asking).toMatchObject({ status: "waiting", questions: [{ text: asked }] });
    // Its client has disconnected, which ended the task.
    const [taskId = ""] = at.taskIds();
    expect(at.events(taskId).at(-1)).toMatchObject({ type: "run.end", status: "aborted" });
    expect((await at.roo(["mcp", "read", "roo", `task://${taskId}`])).stdout).toContain('"status":"aborted"');
    expect((await at.roo(["mcp", "read", "roo", "mode://ask"])).stdout).toContain('"slug":"ask"');
  });

  it("over standard input and output also speaks the newer revision, and announces changes", async () => {
    using at = createProject();
    const client = new Client({ name: "c", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    const updated = new Set<string>();
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updated.add(params.uri));
    const args = ["mcp", "serve", "--cwd", at.folder, "--replay", at.script(replies)];
    const env = { PATH: at.env.PATH ?? "", ROO_HOME: at.home };
    await client.connect(new StdioClientTransport({ command: rooProgram, args, env, stderr: "ignore" }));
    const ask = async (name: string, input: object) => {
      const { content } = await client.callTool({ name, arguments: { ...input, waitSeconds: 50 } });
      const [part] = content;
      return JSON.parse(part?.type === "text" ? part.text : "null");
    };
    const { taskId, questions } = await ask("new_task", { prompt: "Make it." });
    const uri = `task://${taskId}`;
    await client.listen({ resourceSubscriptions: [uri] });
    const answer = { taskId, callId: questions[0].callId, decision: "allow" };
    expect(await ask("answer_approval", answer)).toMatchObject({ status: "completed" });
    await until(() => updated.size > 0);
    expect([...updated]).toEqual([uri]);
    await client.close();
  });

  it("over HTTP serves clients with the token until it is stopped", async () => {
    using at = createProject();
    const { started, url, token } = await serving(at, "--replay", at.script(replies));
    expect(statSync(join(at.home, "mcp", "serve-token")).mode & 0o777).toBe(0o600);
    const without = await at.roo(["mcp", "add", "stranger", url]);
    expect(without.stderr).toContain("stranger does not work yet");
    await at.roo(["mcp", "add", "roo", url, "--header", `Authorization: Bearer ${token}`]);
    const { taskId, questions } = await callTool(at, "new_task", { prompt: "Make it.", waitSeconds: 50 });
    const [{ callId }] = questions as [{ callId: string }];
    const done = await callTool(at, "answer_approval", { taskId, callId, decision: "allow", waitSeconds: 50 });
    expect(done).toMatchObject({ status: "completed", result: "It is made." });
    expect(existsSync(at.path("made.txt"))).toBe(true);
    started.child.kill("SIGTERM");
    expect(await started.ended).toMatchObject({ code: 0, stderr: "" });
    // The same token at every start, so that clients are configured once.
    const again = await serving(at);
    expect(again.token).toBe(token);
    again.started.child.kill("SIGTERM");
    await again.started.ended;
  });

  it.each([
    [["--port", "1"], "--port needs --http."],
    [["--http", "--host", "0.0.0.0"], "--allow-host NAME"],
    [["--http", "--port", "70000"], "--port 70000"],
    [["--cwd", "/no/such/folder"], "/no/such/folder"],
    [["word"], "Unexpected argument"],
  ])("reports what is wrong with %j", async (flags, message) => {
    using at = createProject();
    const { code, stdout, stderr } = await at.roo(["mcp", "serve", ...flags]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
  });

  it("reports a port in use and an invalid token", async () => {
    using at = createProject();
    const { started, url } = await serving(at);
    const taken = await at.roo(["mcp", "serve", "--http", "--port", new URL(url).port]);
    expect([taken.code, taken.stderr]).toEqual([
      2,
      expect.stringContaining("is in use.\n  → Choose another with --port"),
    ]);
    const short = await at.roo(["mcp", "serve", "--http"], { env: { ROO_MCP_TOKEN: "short" } });
    expect(short.stderr).toContain("ROO_MCP_TOKEN is not a valid token.");
    started.child.kill("SIGINT");
    expect((await started.ended).code).toBe(0);
  });
});
