import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { HubHandle } from "../src/mcp/mcp-hubs.ts";
import { requestRestart } from "../src/mcp/server-status.ts";
import { fixtureServer, mcpPlace } from "./mcp-place.ts";

const mcp = ["mcp", "subtask"] as const;
const work = { name: "use_mcp_tool", input: { server_name: "one", tool_name: "work", arguments: {} } };
const completion = { name: "attempt_completion", input: { result: "Child done." } };
const asks = (method: string, params: object) => fixtureServer("asks", method, JSON.stringify(params));

describe("a server's process", () => {
  it("is one for all tasks of a folder, those that work for others included, and ends with the last", async () => {
    const { run, host, project } = await mcpPlace({ one: fixtureServer("none") });
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

  it("starts anew when a file it watches changes, and when another process asks for it", async () => {
    const { host, home, project } = await mcpPlace({ one: { ...fixtureServer("none"), watchPaths: ["watched.txt"] } });
    const held = await hold(host.mcp(project.root));
    onTestFinished(() => held.release());
    held.follow();
    const link = held.hub.link({ sink: () => {}, profileFor: () => undefined });
    const { signal } = new AbortController();
    await link.callTool({ server: "one", tool: "work", arguments: {}, signal, report: () => {} });
    const first = pidOf(held);
    project.write("watched.txt", "changed");
    await another(held, first);
    const second = pidOf(held);
    requestRestart("one", { home: home.root, now: Date.now() + 1_000 });
    await another(held, second);
    expect(new Set([first, second, pidOf(held)]).size).toBe(3);
  });

  it("of a task that works for one with fewer rights has no more of them", async ({ skip }) => {
    if (!existsSync("/usr/bin/bwrap")) return skip("bwrap is missing");
    const program = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"));
    const { run, project } = await mcpPlace({ files: { command: process.execPath, args: [program, "/"] } });
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

describe("a server that asks in the middle of a call", () => {
  const sampling = { messages: [{ role: "user", content: { type: "text", text: "say hello" } }], maxTokens: 50 };

  it("has the task's model answer, with the person's leave, at the task's cost", async () => {
    const { run, model } = await mcpPlace({ one: asks("sampling/createMessage", sampling) });
    const asked: string[] = [];
    const { of, result } = await run([work, { text: "Hello, server." }], {
      approve: ({ subject }) => (asked.push(subject.summary), true),
    });
    expect(asked).toEqual(["work of one", "one asks the model something"]);
    expect(of("tool.end")[0]?.content).toContain("Hello, server.");
    expect(of("sample.end")).toMatchObject([{ server: "one", usage: { inputTokens: 100, outputTokens: 10 } }]);
    expect(result.usage).toMatchObject({ inputTokens: 100, outputTokens: 10 });
    expect(JSON.stringify(model.requests[1]?.body?.messages)).toContain("say hello");
    expect(model.requests[1]?.body).not.toHaveProperty("tools");
  });

  it("gets no answer of the model where nobody allows it", async () => {
    const { run } = await mcpPlace({ one: asks("sampling/createMessage", sampling) });
    const { of } = await run([work], { approve: ({ subject }) => !subject.summary.includes("asks the model") });
    expect(of("tool.end")[0]?.content).toContain("does not allow");
    expect(of("sample.end")).toEqual([]);
  });

  it("asks the person, and is declined where nobody is there", async () => {
    const requestedSchema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const { run } = await mcpPlace({ one: asks("elicitation/create", { message: "Where?", requestedSchema }) });
    const attended = await run([work], { approve: () => true, answer: "Bern" });
    expect(attended.of("question.requested")[0]).toMatchObject({
      question: "The MCP server one asks: Where?\ncity?",
      suggestions: ["Decline"],
    });
    expect(JSON.parse(attended.of("tool.end")[0]?.content ?? "")).toEqual({
      action: "accept",
      content: { city: "Bern" },
    });
    const alone = await run([work], { autoApprove: mcp });
    expect(JSON.parse(alone.of("tool.end")[0]?.content ?? "")).toEqual({ action: "decline" });
  });
});

it("a server's prompt can be typed as a command", async () => {
  const program = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"));
  const { host, project } = await mcpPlace({ all: { command: process.execPath, args: [program] } });
  const configuration = await host.configure(project.root);
  const expanded = await host.expand("/mcp:all:args-prompt Bern Switzerland", configuration);
  expect(expanded?.text).toContain("Bern, Switzerland");
  await expect(host.expand("/mcp:all:nope", configuration)).rejects.toThrow("Its prompts are: simple-prompt");
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

async function another(held: HubHandle, before: number | undefined): Promise<void> {
  const isAnother = () => pidOf(held) !== undefined && pidOf(held) !== before;
  await vi.waitUntil(isAnother, { timeout: 20_000, interval: 20 });
}
