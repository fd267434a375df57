import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { complete, createProject, type TestProject } from "./roo.ts";

const hostile = fileURLToPath(new URL("../../../packages/mcp/test/fixtures/hostile-server.mjs", import.meta.url));
const program = (vice: string) => ["--", process.execPath, hostile, vice];
const fileOf = ({ home }: TestProject) => join(home, "mcp-settings.json");
const serversOf = (at: TestProject): Record<string, unknown> => JSON.parse(readFileSync(fileOf(at), "utf8")).mcpServers;

describe("roo mcp", () => {
  it("says what to do without servers", async () => {
    using at = createProject();
    expect((await at.roo(["mcp", "list"])).stdout).toContain("Add one with: roo mcp add NAME -- COMMAND");
    const { code, stderr } = await at.roo(["mcp", "call", "x", "y"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("No MCP server is configured here.")]);
    expect(existsSync(fileOf(at))).toBe(false);
  });

  it("adds a program, checks it, lists, calls, reads and removes it", async () => {
    using at = createProject();
    const added = await at.roo(["mcp", "add", "one", "--env", "A=b=c", "--timeout", "30", ...program("none")]);
    expect(added.stdout).toContain("one works: 1 tools (work)");
    expect(serversOf(at)).toEqual({
      one: { command: process.execPath, args: [hostile, "none"], env: { A: "b=c" }, timeout: 30 },
    });
    const again = await at.roo(["mcp", "add", "one", ...program("none")]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('The server "one" already exists')]);

    const listed = await at.roo(["mcp", "list", "--output", "json"]);
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { name: "one", source: "global", transport: "stdio", state: "connected", tools: 1, resources: 1 },
    ]);
    expect((await at.roo(["mcp", "tools", "one"])).stdout).toContain("one/work\n    does work");
    const called = await at.roo(["mcp", "call", "one", "work", "-"], { input: '{"words":"hi"}' });
    expect([called.code, called.stdout]).toEqual([0, 'work: {"words":"hi"}\n']);
    const wrong = await at.roo(["mcp", "call", "one", "work", '{"words":7}']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("words: Invalid input")]);
    expect((await at.roo(["mcp", "read", "one", "note://one"])).stdout).toBe("read 1\n");
    expect((await at.roo(["mcp", "list", "--offline"])).stdout).toMatch(/one +you +stdio +known +1 +2/);
    expect((await at.roo(["mcp", "logs", "one"])).stdout).toContain("Connected in");

    expect((await at.roo(["mcp", "remove", "one"])).stdout).toContain("removed one");
    expect(serversOf(at)).toEqual({});
  });

  it.each([
    ["as an argument", (text: string) => ({ args: [text], input: "" })],
    ["on standard input", (text: string) => ({ args: ["-"], input: text })],
  ])("adds a snippet of a README, %s", async (_, give) => {
    using at = createProject();
    const { args, input } = give(
      '{"mcpServers": {"web": {"url": "http://127.0.0.1:59741/mcp"}, "bad": {"command": "no-such-program"}}}',
    );
    const { code, stderr } = await at.roo(["mcp", "add", ...args], { input });
    expect(code).toBe(0);
    expect(stderr).toContain("web does not work yet: http://127.0.0.1:59741/mcp cannot be reached (ECONNREFUSED).");
    expect(stderr).toContain("bad does not work yet: The program no-such-program is not found.");
    expect(serversOf(at)).toMatchObject({ web: { type: "streamable-http" }, bad: { command: "no-such-program" } });
  });

  it.each([
    [["x"], "Missing argument: COMMAND or URL"],
    [['{"command":"a"}'], "Missing name of the server"],
    [["{"], "The snippet cannot be used: it is not valid JSON"],
    [["x", "https://a.b", "--env", "A=b"], "--env and --start-in only apply to programs"],
    [["x", "--env", "A", "--", "b"], "does not have the form --env KEY=VALUE"],
  ])("rejects invalid input: %s", async (args, message) => {
    using at = createProject();
    const { code, stderr } = await at.roo(["mcp", "add", ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(fileOf(at))).toBe(false);
  });

  it("enables and disables servers and tools, and keeps the rest of the file", async () => {
    using at = createProject();
    const before = `{\n  // mine\n  "other": 1,\n  "mcpServers": {\n    "one": {\n      "command": "x", // starts it\n      "mine": true\n    }\n  }\n}\n`;
    await at.roo(["config", "set", "mode", "code"]);
    writeFileSync(fileOf(at), before);
    await at.roo(["mcp", "disable", "one"]);
    await at.roo(["mcp", "disable", "one", "a", "b"]);
    await at.roo(["mcp", "allow", "one", "c"]);
    expect(JSON.parse(readFileSync(fileOf(at), "utf8").replaceAll(/\/\/.*/g, ""))).toEqual({
      other: 1,
      mcpServers: { one: { command: "x", mine: true, disabled: true, disabledTools: ["a", "b"], alwaysAllow: ["c"] } },
    });
    expect((await at.roo(["mcp", "list"])).stdout).toMatch(/one +you +stdio +disabled/);
    for (const args of [
      ["call", "one", "a"],
      ["read", "one", "x:y"],
      ["tools", "one"],
    ])
      expect((await at.roo(["mcp", ...args])).stderr).toContain('"one" is disabled.\n  → roo mcp enable one\n');
    await at.roo(["mcp", "enable", "one"]);
    expect((await at.roo(["mcp", "call", "one", "a"])).stderr).toContain("→ roo mcp enable one a");
    await at.roo(["mcp", "enable", "one", "a", "b"]);
    await at.roo(["mcp", "allow", "one", "c", "--remove"]);
    expect(readFileSync(fileOf(at), "utf8")).toBe(before);
    expect((await at.roo(["mcp", "disable", "two"])).stderr).toContain(
      'There is no MCP server "two".\n  → The servers are: one.',
    );
  });

  it("shows a project's servers before they are trusted, and uses them only then", async () => {
    using at = createProject();
    const added = await at.roo(["mcp", "add", "--project", "theirs", ...program("none")]);
    expect(added.stdout).toContain("theirs is not used yet");
    expect((await at.roo(["mcp", "list"])).stdout).toMatch(/theirs +project +stdio +not trusted\n.*roo config trust/);
    expect((await at.roo(["mcp", "call", "theirs", "work"])).stderr).toContain("not trusted");
    const trusted = await at.roo(["config", "trust"]);
    expect(trusted.stdout).toContain(`server   theirs: ${process.execPath} ${hostile} none`);
    expect((await at.roo(["mcp", "call", "theirs", "work"])).code).toBe(0);
    // A change made with roo is trusted; another one is not.
    await at.roo(["mcp", "allow", "theirs", "work"]);
    expect((await at.roo(["mcp", "list", "--offline"])).stdout).not.toContain("not trusted");
    at.write(".roo/mcp.json", at.read(".roo/mcp.json").replace("none", "environment"));
    expect((await at.roo(["mcp", "list", "--offline"])).stdout).toContain("not trusted");
  });

  it("needs no login for a program, or if the server requires none", async () => {
    using at = createProject();
    await at.roo(["mcp", "add", "one", "--no-check", ...program("none")]);
    expect((await at.roo(["mcp", "login", "one"])).stderr).toContain("is a local program and has no login");
    expect((await at.roo(["mcp", "logout", "nope"])).stderr).toContain('There is no MCP server "nope"');
  });
});

it("roo run uses a server, and leaves no process behind", async () => {
  using at = createProject();
  await at.roo(["mcp", "add", "one", ...program("none")]);
  const use = { toolCalls: [{ name: "mcp--one--work", input: { words: "hi" } }] };
  const { result } = await at.run([use, complete("done")], "--auto-approve", "mcp");
  expect(result).toMatchObject({ status: "completed" });
  const [taskId = ""] = at.taskIds();
  expect(at.events(taskId).map(({ type }) => type)).toEqual(
    expect.arrayContaining(["connection.start", "connection.added", "mcp.end"]),
  );
  expect(at.events(taskId).find((event) => event.type === "tool.end")).toMatchObject({
    name: "mcp--one--work",
    content: 'work: {"words":"hi"}',
  });
});
