import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configurationFolders, type Files, rooFolders } from "../../test/configuration-folders.ts";
import { loadMcpServers } from "./load-mcp-servers.ts";

it("loads none if there are none", async () => {
  expect(await load({})).toEqual({ servers: [], withheld: [], notices: [] });
});

it("reads the servers of a Roo Code user; the project's take precedence, and variables stay as written", async () => {
  const places = rooFolders();
  const { servers, withheld, notices } = await loadMcpServers({ ...places, isTrusted: true });
  expect(servers).toEqual([
    {
      name: "files",
      configuration: {
        type: "stdio",
        command: "npx",
        args: ["-y", "@modelcontextprotocol/server-filesystem", "${workspaceFolder}"],
        env: { TOKEN: "${env:FILES_TOKEN}" },
        alwaysAllow: ["list_directory"],
        disabled: false,
        disabledTools: [],
        timeout: 60,
      },
      origin: "project",
      source: join(places.workspace, ".roo/mcp.json"),
    },
    {
      name: "notes",
      configuration: {
        type: "sse",
        url: "https://notes.example/sse",
        disabled: true,
        alwaysAllow: [],
        disabledTools: [],
        timeout: 60,
      },
      origin: "user",
      source: join(places.home, "mcp-settings.json"),
    },
    {
      name: "tickets",
      configuration: {
        type: "streamable-http",
        url: "https://tickets.example/mcp",
        headers: { Authorization: "Bearer ${env:TICKETS_TOKEN}" },
        alwaysAllow: [],
        disabledTools: [],
        timeout: 120,
      },
      origin: "project",
      source: join(places.workspace, ".roo/mcp.json"),
    },
  ]);
  expect(withheld).toEqual([]);
  expect(notices).toEqual([]);
});

it("starts nothing of an untrusted folder, and lets it replace nothing", async () => {
  const places = rooFolders();
  const { servers, withheld, notices } = await loadMcpServers({ ...places, isTrusted: false });
  expect(servers.map(({ name, origin }) => [name, origin])).toEqual([
    ["files", "user"],
    ["notes", "user"],
  ]);
  expect(withheld.map(({ name }) => name)).toEqual(["files", "tickets"]);
  expect(notices.map(({ code }) => code)).toEqual(["not_trusted", "not_trusted"]);
});

describe("an entry", () => {
  it.each([
    [
      { command: "x", cwd: "/tmp", watchPaths: ["a"], disabledTools: ["b"] },
      { type: "stdio", command: "x" },
    ],
    [{ type: "http", url: "https://a.example" }, { type: "streamable-http" }],
    [{ type: "streamableHttp", url: "https://a.example" }, { type: "streamable-http" }],
    [
      { type: "sse", url: "http://127.0.0.1:1/sse", alwaysAllow: ["*"] },
      { type: "sse", alwaysAllow: ["*"] },
    ],
    [{ url: "${env:NOTES_URL}/mcp" }, { type: "sse", url: "${env:NOTES_URL}/mcp" }],
  ])("may be %j", async (entry, expected) => {
    const { servers, notices } = await load({ x: entry });
    expect(servers).toMatchObject([{ name: "x", configuration: expected }]);
    expect(notices).toEqual([]);
  });

  it.each([
    ["not an object", "npx", /not an object/],
    ["both a program and an address", { command: "x", url: "https://a.example" }, /keys of a local server/],
    ["neither", {}, /command/],
    ["a program with the type of an address", { type: "sse", command: "x" }, /type/],
    ["an invalid URL", { url: "not-an-address" }, /http URL/],
    ["a URL of another scheme", { type: "sse", url: "file:///etc/passwd" }, /http URL/],
    ["a timeout of nothing", { command: "x", timeout: 0 }, /timeout/],
    ["a timeout beyond an hour", { command: "x", timeout: 3601 }, /timeout/],
    ["arguments that are no texts", { command: "x", args: [1] }, /args\.0/],
    ["a variable that is no text", { command: "x", env: { A: 1 } }, /env\.A/],
  ])("with %s is reported and does not affect others", async (_, entry, message) => {
    const { servers, notices } = await load({ bad: entry, good: { command: "x" } });
    expect(servers.map(({ name }) => name)).toEqual(["good"]);
    expect(notices).toMatchObject([{ code: "invalid_value", message: expect.stringMatching(message) }]);
    expect(notices[0]?.message).toContain("the server bad");
  });

  it("keeps unknown keys, which are reported", async () => {
    const { servers, notices } = await load({ x: { command: "x", autoApprove: ["a"] } });
    expect(servers[0]?.configuration).toMatchObject({ autoApprove: ["a"] });
    expect(notices).toMatchObject([{ code: "unknown_key", message: expect.stringContaining("autoApprove") }]);
  });
});

describe("a file", () => {
  it("may have comments and trailing commas", async () => {
    const { servers, notices } = await loadText('{ // mine\n "mcpServers": { "x": { "command": "y", }, }, }');
    expect(servers).toHaveLength(1);
    expect(notices).toEqual([]);
  });

  it.each([
    ["", "not valid JSON"],
    ['{"mcpServers": {\n"x": {"command" "y"}}}', "colon expected (line 2)"],
    ["[]", "no mcpServers"],
    ['{"mcpServers": []}', "no mcpServers"],
    ["[".repeat(100_000), "nested too deeply"],
    [
      JSON.stringify({ mcpServers: Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`s${index}`, {}])) }),
      "more than 200",
    ],
  ])("that is invalid is reported: %#", async (text, message) => {
    const { servers, notices } = await loadText(text);
    expect(servers).toEqual([]);
    expect(notices).toMatchObject([{ code: "broken_file", message: expect.stringContaining(message) }]);
  });

  it("with a mistake reveals no key", async () => {
    const texts = [
      '{"mcpServers": {"x": {"command": "y", "env": {"TOKEN": "sk-canary"} "args": []}}}',
      '{"mcpServers": {"x": {"command": "y", "env": {"TOKEN": ["sk-canary"]}}}}',
      '{"mcpServers": {"x": {"url": "sk-canary"}}}',
      '{"mcpServers": {"x": "sk-canary"}}',
      "sk-canary",
    ];
    for (const text of texts) {
      const { notices } = await loadText(text);
      expect(notices).toHaveLength(1);
      expect(JSON.stringify(notices)).not.toContain("canary");
    }
  });

  it("cannot inject keys through prototypes", async () => {
    const { servers } = await loadText(
      '{"mcpServers": {"__proto__": {"command": "a"}, "x": {"command": "b", "__proto__": {"cwd": "/"}}}}',
    );
    expect(servers.map(({ name }) => name)).toEqual(["x"]);
    expect(servers[0]?.configuration).not.toHaveProperty("cwd");
    expect({}).not.toHaveProperty("cwd");
  });
});

function load(mcpServers: Record<string, unknown>) {
  return loadText(Object.keys(mcpServers).length === 0 ? undefined : JSON.stringify({ mcpServers }));
}

function loadText(text: string | undefined) {
  const workspace: Files = text === undefined ? {} : { ".roo/mcp.json": text };
  return loadMcpServers({ ...configurationFolders({ workspace }), isTrusted: true });
}
