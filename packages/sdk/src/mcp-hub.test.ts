import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { call, complete, scripted } from "../test/scripted.ts";
import { Agent, McpHub, type McpHubOptions, McpModesServer } from "./index.ts";

const fixture = fileURLToPath(new URL("../../mcp/test/fixtures/hostile-server.mjs", import.meta.url));
const echo = { command: process.execPath, args: [fixture, "none"] };

describe("an MCP hub", () => {
  it("lists and calls tools of servers that the program names", async () => {
    const hub = open({ servers: { echo } });
    const tools = await hub.listTools();
    expect(tools.every(({ server, description }) => server === "echo" && description !== "")).toBe(true);
    const [first] = tools;
    if (!first) throw new Error("the server has no tools");
    expect(await hub.listTools("echo")).toEqual(tools);
    await expect(hub.callTool("echo", "nothing")).rejects.toMatchObject({ code: "unknown_tool" });
    await expect(hub.callTool("nobody", first.name)).rejects.toMatchObject({ code: "unknown_server" });
    await expect(hub.listTools("nobody")).rejects.toMatchObject({ code: "unknown_server" });
  });

  it("is shared with agents, whose calls need approval", async () => {
    const hub = open({ servers: { echo } });
    const [tool] = await hub.listTools();
    const use = call("use_mcp_tool", { server_name: "echo", tool_name: tool?.name, arguments: {} });
    const { options } = scripted([use, complete("ok")]);
    const asked: string[] = [];
    const agent = new Agent({
      ...options,
      storage: "memory",
      mcpHub: hub,
      approve: ({ kind, tool: name }) => {
        asked.push(`${kind} ${name}`);
        return true;
      },
    });
    expect(await agent.run("Use it.")).toMatchObject({ status: "completed" });
    expect(asked).toEqual(["mcp use_mcp_tool"]);
  });

  it("reports servers that cannot be used, and its own end", async () => {
    await expect(open({ servers: { wrong: { command: "" } } }).listTools()).rejects.toMatchObject({
      code: "bad_server",
    });
    await expect(open({ servers: { wrong: {} as never } }).listTools()).rejects.toMatchObject({ code: "bad_server" });
    await expect(open({ servers: {} }).listTools()).rejects.toMatchObject({ code: "unknown_server" });
    const gone = open({ servers: { gone: { command: "/nowhere/at/all" } } });
    await expect(gone.listTools()).rejects.toMatchObject({ code: "mcp_failed" });
    await gone.dispose();
    await expect(gone.listTools()).rejects.toMatchObject({ code: "disposed" });
  });
});

describe("an MCP server of modes", () => {
  it("serves tasks over HTTP to clients with its token", async () => {
    const { options, project } = scripted([call("write_to_file", { path: "a.txt", content: "a" }), complete("made")]);
    const server = new McpModesServer({ ...options, autoApprove: ["edit"] });
    onTestFinished(() => server.dispose());
    await expect(server.listen({ token: "short" })).rejects.toMatchObject({ code: "bad_options" });
    const token = "a-token-of-some-length";
    const url = await server.listen({ token });
    const remote = { type: "streamable-http", url } as const;
    const hub = open({
      servers: { roo: { ...remote, headers: { Authorization: `Bearer ${token}` } }, stranger: remote },
    });
    await expect(hub.listTools("stranger")).rejects.toMatchObject({ code: "mcp_failed" });
    const modes = JSON.parse((await hub.callTool("roo", "list_modes")).content);
    expect(JSON.stringify(modes)).toContain("architect");
    const answer = await hub.callTool("roo", "new_task", { prompt: "Make a.txt", waitSeconds: 50 });
    expect(JSON.parse(answer.content)).toMatchObject({ status: "completed", result: "made", filesChanged: ["a.txt"] });
    expect(project.readText("a.txt")).toBe("a");
  });
});

function open(options: McpHubOptions): McpHub {
  const { project } = scripted([]);
  const hub = new McpHub({ cwd: project.root, storage: "memory", ...options });
  onTestFinished(() => hub.dispose());
  return hub;
}
