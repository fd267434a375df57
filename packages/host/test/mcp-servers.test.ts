import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { HubHandle } from "../src/mcp/mcp-hubs.ts";
import { requestRestart } from "../src/mcp/server-status.ts";
import { createMcpSetup, fixtureServer } from "./mcp-setup.ts";

const mcp = ["mcp", "subtask"] as const;
const work = { name: "use_mcp_tool", input: { server_name: "one", tool_name: "work", arguments: {} } };
const completion = { name: "attempt_completion", input: { result: "Child done." } };
const asks = (method: string, params: object) => fixtureServer("asks", method, JSON.stringify(params));

describe("a server's process", () => {
  it("is shared by all tasks of a folder, including subtasks, and ends with the last", async () => {
    const { run, host, project } = await createMcpSetup({ one: fixtureServer("none") });
    const held = await hold(host.mcp(project.root));
    const delegated = { name: "new_task", input: { mode: "code", message: "Use the server." } };
    const first = await run([delegated, work, completion, work], { autoApprove: mcp });
    const second = await run([work], { autoApprove: mcp });
    expect([...first.of("mcp.end"), ...second.of("mcp.end")]).toHaveLength(3);
    expect([...first.of("connection.start"), ...second.of("connection.start")]).toHaveLength(1);
    const pid = pidOf(held);
    await held.release();
    expect(() => process.kill(pid ?? 0, 0)).toThrow("ESRCH");
  });

  it("restarts when a watched file changes, and when another process requests it", async () => {
    const { host, home, project } = await createMcpSetup({
      one: { ...fixtureServer("none"), watchPaths: ["watched.txt"] },
    });
    const held = await hold(host.mcp(project.root));
    onTestFinished(() => held.release());
    held.follow();
    const link = held.hub.link({ sink: () => {}, profileFor: () => undefined });
    const { signal } = new AbortController();
    await link.callTool({ server: "one", tool: "work", arguments: {}, signal, report: () => {} });
    const first = pidOf(held);
    project.write("watched.txt", "changed");
    await restarted(held, first);
    const second = pidOf(held);
    requestRestart("one", { home: home.root, now: Date.now() + 1_000 });
    await restarted(held, second);
    expect(new Set([first, second, pidOf(held)]).size).toBe(3);
  });

  it("for a subtask has no more rights than the parent task", async ({ skip }) => {
    if (!existsSync("/usr/bin/bwrap")) return skip("bwrap is missing");
    const program = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"));
    const { run, project } = await createMcpSetup({ files: { command: process.execPath, args: [program, "/"] } });
    const write = {
      name: "use_mcp_tool",
      input: {
        server_name: "files",
        tool_name: "write_file",
        arguments: { path: project.path("a.txt"), content: "x" },
      },
    };
    const delegated = { name: "new_task", input: { mode: "code", message: "Write it." } };
    const { of } = await run([delegated, write, completion], { mode: "ask", autoApprove: mcp });
    expect(of("tool.end").find(({ name }) => name === "use_mcp_tool")).toMatchObject({ isError: true });
    expect(existsSync(project.path("a.txt"))).toBe(false);
  });
});

describe("a server that sends requests during a call", () => {
  const sampling = { messages: [{ role: "user", content: { type: "text", text: "say hello" } }], maxTokens: 50 };

  it("can use the task's model with the user's approval, at the task's cost", async () => {
    const { run, model } = await createMcpSetup({ one: asks("sampling/createMessage", sampling) });
    const requested: string[] = [];
    const { of, result } = await run([work, { text: "Hello, server." }], {
      approve: ({ subject }) => (requested.push(subject.summary), true),
    });
    expect(requested).toEqual(["work of one", "one sends a request to the model"]);
    expect(of("tool.end")[0]?.content).toContain("Hello, server.");
    expect(of("sample.end")).toMatchObject([{ server: "one", usage: { inputTokens: 100, outputTokens: 10 } }]);
    expect(result.usage).toMatchObject({ inputTokens: 100, outputTokens: 10 });
    expect(JSON.stringify(model.requests[1]?.body?.messages)).toContain("say hello");
    expect(model.requests[1]?.body).not.toHaveProperty("tools");
  });

  it("cannot use the model without approval", async () => {
    const { run } = await createMcpSetup({ one: asks("sampling/createMessage", sampling) });
    const { of } = await run([work], {
      approve: ({ subject }) => !subject.summary.includes("sends a request to the model"),
    });
    expect(of("tool.end")[0]?.content).toContain("denied");
    expect(of("sample.end")).toEqual([]);
  });

  it("can ask the user, and is declined in an unattended run", async () => {
    const requestedSchema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const { run } = await createMcpSetup({ one: asks("elicitation/create", { message: "Where?", requestedSchema }) });
    const attended = await run([work], { approve: () => true, answer: "Bern" });
    expect(attended.of("question.requested")[0]).toMatchObject({
      question: "The MCP server one asks: Where?\ncity?",
      suggestions: ["Decline"],
    });
    expect(JSON.parse(attended.of("tool.end")[0]?.content ?? "")).toEqual({
      action: "accept",
      content: { city: "Bern" },
    });
    const unattended = await run([work], { autoApprove: mcp });
    expect(JSON.parse(unattended.of("tool.end")[0]?.content ?? "")).toEqual({ action: "decline" });
  });
});

it("a server's prompt can be used as a slash command", async () => {
  const program = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"));
  const { host, project } = await createMcpSetup({ all: { command: process.execPath, args: [program] } });
  const configuration = await host.configure(project.root);
  const expanded = await host.expand("/mcp:all:args-prompt Bern Switzerland", configuration);
  expect(expanded?.text).toContain("Bern, Switzerland");
  await expect(host.expand("/mcp:all:nope", configuration)).rejects.toThrow("Available prompts: simple-prompt");
  expect(await host.expand("/mcp:x", configuration)).toBeUndefined();
});

async function hold(held: Promise<HubHandle | undefined>): Promise<HubHandle> {
  const hub = await held;
  if (!hub) throw new Error("there is no hub");
  return hub;
}

function pidOf({ hub }: HubHandle): number | undefined {
  return hub.servers[0]?.instances[0]?.pid;
}

async function restarted(held: HubHandle, before: number | undefined): Promise<void> {
  const hasRestarted = () => pidOf(held) !== undefined && pidOf(held) !== before;
  await expect.poll(hasRestarted).toBe(true);
}
