import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { mcpRows } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { WorkspaceTrust } from "../src/configuration/workspace-trust.ts";
import { createMcpSetup, everything, fixtureServer } from "./mcp-setup.ts";

const mcp = ["mcp"] as const;
const work = { name: "use_mcp_tool", input: { server_name: "one", tool_name: "work", arguments: { words: "hi" } } };

describe("a task with a server", () => {
  it("offers its tools by name from the second run on, and starts it only when one is called", async () => {
    const { run } = await createMcpSetup({ one: fixtureServer("none") });
    const first = await run([work], { autoApprove: mcp });
    expect(first.result).toMatchObject({ status: "completed" });
    expect(first.offered[0]).toEqual(
      expect.arrayContaining(["search_mcp_tools", "use_mcp_tool", "access_mcp_resource"]),
    );
    expect(first.offered[0]).not.toContain("mcp--one--work");
    expect(first.of("tool.end")[0]).toMatchObject({ content: 'work: {"words":"hi"}', isError: false });
    // Tools found during a run are described in text, so that the prefix of requests does not change.
    expect(new Set(first.offered.map((names) => names.join())).size).toBe(1);
    expect(first.of("notice.added").filter(({ code }) => code === "prefix_changed")).toEqual([]);

    const idle = await run([], { autoApprove: mcp });
    expect(idle.offered[0]).toContain("mcp--one--work");
    expect(idle.of("connection.start")).toEqual([]);

    const direct = { name: "mcp--one--work", input: { words: "ho" } };
    const other = { name: "mcp__one__WORK", input: { words: "ha" } };
    const second = await run([direct, other], { autoApprove: mcp });
    expect(
      second
        .of("tool.end")
        .map(({ name, content }) => [name, content])
        .slice(0, 2),
    ).toEqual([
      ["mcp--one--work", 'work: {"words":"ho"}'],
      ["mcp--one--work", 'work: {"words":"ha"}'],
    ]);
    expect(second.of("connection.start")).toHaveLength(1);
  });

  it("is recorded as rows: connections, one benchmark, one call, one resource", async () => {
    const { run } = await createMcpSetup({ all: everything });
    const echo = {
      name: "use_mcp_tool",
      input: { server_name: "all", tool_name: "echo", arguments: { message: "öl" } },
    };
    const read = {
      name: "access_mcp_resource",
      input: { server_name: "all", uri: "demo://resource/static/document/features.md" },
    };
    const called = await run([echo], { autoApprove: mcp });
    const rows = mcpRows(called.events);
    const about = { source: "global", at: expect.any(String) };
    expect(rows).toEqual({
      connections: [
        { serverName: "all", eventType: "start", transport: "stdio", durationMs: null, errorMessage: null, ...about },
        {
          serverName: "all",
          eventType: "established",
          transport: "stdio",
          durationMs: expect.any(Number),
          errorMessage: null,
          ...about,
        },
      ],
      resources: [],
      benchmarks: [
        {
          mcpServerName: "all",
          userIntent: "Go.",
          totalSteps: 1,
          errorCount: 0,
          calls: [
            {
              stepNumber: 1,
              toolName: "echo",
              request: '{"message":"öl"}',
              response: "Echo: öl",
              responseSize: 9,
              durationMs: called.of("mcp.end")[0]?.durationMs,
              errorMessage: null,
              timeoutMs: 60_000,
              ...about,
            },
          ],
        },
      ],
    });
    const [resource, ...others] = mcpRows((await run([read], { autoApprove: mcp })).events).resources;
    expect(others).toEqual([]);
    expect(resource).toMatchObject({
      serverName: "all",
      uri: read.input.uri,
      eventType: "success",
      errorMessage: null,
    });
    expect(resource?.responseSize).toBeGreaterThan(100);
  });

  it("with five hundred tools finds them by search instead of listing them", async () => {
    const { run, model } = await createMcpSetup({ one: fixtureServer("many", "500", "500") });
    await run([{ name: "search_mcp_tools", input: { query: "tool_400" } }], { autoApprove: mcp });
    const { offered, of } = await run(
      [
        { name: "search_mcp_tools", input: { query: "tool_400" } },
        { name: "use_mcp_tool", input: { server_name: "one", tool_name: "tool_400", arguments: {} } },
      ],
      { autoApprove: mcp },
    );
    expect(offered[0]?.some((name) => name.startsWith("mcp--"))).toBe(false);
    expect(of("tool.end")[0]?.content).toContain("tool_name: tool_400");
    expect(of("tool.end")[1]?.content).toBe("tool_400: {}");
    const [, { tools, messages } = {}] = model.requests.slice(-4).map(({ body }) => body ?? {});
    const ours = Array.isArray(tools) ? tools.filter((tool) => /mcp/.test(JSON.stringify(tool))) : [];
    const guide = /MCP servers: .*/.exec(JSON.stringify(messages))?.[0].slice(0, 500) ?? "";
    expect(JSON.stringify(ours).length + guide.length).toBeLessThan(2_000 * 3.5);
  });

  it("is notified when the tools of a server change", async () => {
    const { run } = await createMcpSetup({ one: fixtureServer("changing") });
    const shifty = { name: "use_mcp_tool", input: { server_name: "one", tool_name: "shifty", arguments: {} } };
    const { of } = await run([shifty, ...waitFor("changed: shifty")], { autoApprove: ["mcp", "command"] });
    const notices = of("tool.end")
      .map(({ notice = "" }) => notice)
      .join("\n");
    expect(notices).toContain("The tools of the MCP server one have changed; changed: shifty.");
  });

  it("does not call it without approval", async () => {
    const { run } = await createMcpSetup({ one: fixtureServer("none") });
    const { of } = await run([work]);
    expect(of("tool.end")[0]).toMatchObject({ isError: true, code: "denied" });
    expect(of("mcp.end")).toEqual([]);
  });

  it("has no MCP tools in a mode without MCP", async () => {
    const { run } = await createMcpSetup({ one: fixtureServer("none") });
    const { offered, of } = await run([work], { mode: "orchestrator", autoApprove: mcp });
    expect(offered[0]?.filter((name) => name.includes("mcp"))).toEqual([]);
    expect(of("tool.end")[0]).toMatchObject({ isError: true, code: "tool_not_allowed" });
    expect(of("task.start")[0]?.instructions ?? "").not.toContain("MCP");
  });

  it("passes only the configured environment to it", async () => {
    const { run } = await createMcpSetup({
      one: { ...fixtureServer("environment"), env: { TOKEN: "${env:OPENAI_API_KEY}", QUOTED: 'a"b' } },
    });
    const { of } = await run([work], { autoApprove: mcp });
    const seen: Record<string, string> = JSON.parse(of("tool.end")[0]?.content ?? "{}");
    expect(seen).toMatchObject({ TOKEN: "sk-not-a-key", QUOTED: 'a"b', PATH: expect.any(String) });
    expect(seen).not.toHaveProperty("OPENAI_API_KEY");
  });
});

describe("a standing approval", () => {
  const shifty = { name: "use_mcp_tool", input: { server_name: "one", tool_name: "shifty", arguments: {} } };

  it("in the configuration is valid for the first definition of a tool: a changed one is asked about, with the difference", async () => {
    const { run } = await createMcpSetup({ one: { ...fixtureServer("changing"), alwaysAllow: ["shifty"] } });
    const details: string[] = [];
    const approve = ({ subject }: { subject: { detail?: string | undefined } }) => (
      details.push(subject.detail ?? ""), true
    );
    const { of } = await run([shifty, ...waitFor("changed: shifty"), shifty, shifty], {
      approve,
      autoApprove: ["command"],
    });
    expect(of("tool.end").filter(({ isError }) => isError)).toEqual([]);
    expect(details).toHaveLength(1);
    expect(details[0]).toContain("The tool has changed since it was allowed:");
    expect(details[0]).toContain("-adds two numbers\n+deletes everything");
  });

  it("is denied after a change in an unattended run", async () => {
    const { run } = await createMcpSetup({ one: { ...fixtureServer("changing"), alwaysAllow: ["*"] } });
    const { of } = await run([shifty, ...waitFor("changed: shifty"), shifty], { autoApprove: ["command"] });
    const ends = of("tool.end").filter(({ name }) => name === "use_mcp_tool");
    expect(ends.map(({ isError }) => isError)).toEqual([false, true]);
    expect(ends[1]).toMatchObject({ code: "denied" });
  });
});

describe("a project's servers", () => {
  const files = (vice: string) => ({
    ".roo/mcp.json": JSON.stringify({ mcpServers: { one: { ...fixtureServer(vice), alwaysAllow: ["*"] } } }),
  });

  it("are inactive until the folder is trusted, and again after a change", async () => {
    const { run, home, project } = await createMcpSetup({ mine: fixtureServer("none") }, { files: files("none") });
    home.write("settings.json", JSON.stringify({ untrusted: "ignore" }));
    const before = await run([work], { autoApprove: mcp });
    expect(before.of("tool.end")[0]).toMatchObject({ isError: true, code: "not_trusted" });
    expect(before.of("connection.start").filter(({ server }) => server === "one")).toEqual([]);
    new WorkspaceTrust(home.root).trust(project.root);
    const trusted = await run([work]);
    expect(trusted.of("tool.end")[0]).toMatchObject({ isError: false });
    expect(trusted.of("mcp.end")[0]).toMatchObject({ source: "project" });
    project.write(".roo/mcp.json", files("forward")[".roo/mcp.json"]);
    const after = await run([work], { autoApprove: mcp });
    expect(after.of("tool.end")[0]).toMatchObject({ isError: true, code: "not_trusted" });
  });

  it("that change while a task is running are no longer called", async () => {
    const { run, home, project } = await createMcpSetup({}, { files: files("none") });
    new WorkspaceTrust(home.root).trust(project.root);
    const change = () => {
      project.write(".roo/mcp.json", files("environment")[".roo/mcp.json"]);
      return { name: "execute_command", input: { command: "true" } };
    };
    const calls = [work, change, ...waitFor("MCP server one is no longer available"), work];
    const { of } = await run(calls, { autoApprove: ["mcp", "command"] });
    const ends = of("tool.end").filter(({ name }) => name === "use_mcp_tool");
    expect(ends.map(({ code }) => code)).toEqual([undefined, "not_trusted"]);
  });
});

it("a running task picks up changes of the configuration", async () => {
  const { run, home } = await createMcpSetup({ one: fixtureServer("none") });
  const add = () => {
    home.write(
      "mcp-settings.json",
      JSON.stringify({ mcpServers: { one: fixtureServer("none"), two: fixtureServer("twice") } }),
    );
    return { name: "execute_command", input: { command: "true" } };
  };
  const search = { name: "search_mcp_tools", input: { query: "same" } };
  const use = { name: "use_mcp_tool", input: { server_name: "two", tool_name: "same", arguments: {} } };
  const calls = [work, add, ...waitFor("MCP server two is now available"), search, use];
  const { of } = await run(calls, { autoApprove: ["mcp", "command"] });
  const ends = of("tool.end").filter(({ name }) => name.includes("mcp"));
  expect(ends[1]?.content).toContain("server_name: two\ntool_name: same");
  expect(ends[2]).toMatchObject({ content: "same: {}" });
});

// The file server may replace its folders with our roots during its first call, which then fails.
it("a read-only mode keeps servers from writing to the workspace (needs bwrap)", { retry: 2 }, async ({ skip }) => {
  if (!existsSync("/usr/bin/bwrap")) return skip("bwrap is missing");
  const { run, project } = await createMcpSetup({
    files: {
      command: process.execPath,
      args: [fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js")), "/"],
    },
  });
  const write = (name: string) => ({
    name: "use_mcp_tool",
    input: { server_name: "files", tool_name: "write_file", arguments: { path: project.path(name), content: "x" } },
  });
  const confined = await run([write("a.txt")], { mode: "ask", autoApprove: mcp });
  expect(confined.of("tool.end")[0]).toMatchObject({ isError: true, content: expect.stringContaining("EROFS") });
  expect(existsSync(project.path("a.txt"))).toBe(false);
  const free = await run([write("b.txt")], { mode: "code", autoApprove: mcp });
  expect(free.of("tool.end")[0]).toMatchObject({ isError: false, content: expect.stringContaining("b.txt") });
  expect(readFileSync(project.path("b.txt"), "utf8")).toBe("x");
});

/** Calls that wait until a request to the model contains a text, for at most ten seconds. */
function waitFor(text: string) {
  return Array.from({ length: 10 }, (_, index) => (requests: readonly { raw: Buffer }[]) => {
    const isFound = requests.at(-1)?.raw.toString().includes(text) ?? false;
    return { name: "execute_command", input: { command: `${isFound ? "" : "sleep 1; "}echo ${index}` } };
  });
}
