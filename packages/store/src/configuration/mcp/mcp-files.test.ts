import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { describe, expect, it, onTestFinished } from "vitest";
import { changeMcpFile } from "./change-mcp-file.ts";
import { editMcpText } from "./edit-mcp-text.ts";
import { parseSnippet } from "./parse-snippet.ts";

const file = `{
  // my servers
  "note": "kept",
  "mcpServers": {
    "files": {
      "command": "npx", // starts it
      "args": ["-y", "files"],
      "invented": true
    }, /* between */
    "web": { "url": "https://example.org/mcp", "type": "streamable-http" }
  },
}
`;

describe("a file of servers", () => {
  it("keeps everything that is not changed", async () => {
    const disabled = await editMcpText(file, [{ name: "files", key: "disabled", value: true }]);
    expect(disabled).toBe(file.replace('"invented": true', '"invented": true,\n      "disabled": true'));
    expect(await editMcpText(disabled, [{ name: "files", key: "disabled", value: undefined }])).toBe(file);
  });

  it("can have servers added and removed", async () => {
    const added = await editMcpText(file, [{ name: "new", value: { command: "x", args: ["a"] } }]);
    expect(added).toContain(`    "new": {
      "command": "x",
      "args": [
        "a"
      ]
    }
  },`);
    expect(added).toContain("/* between */");
    const removed = await editMcpText(file, [{ name: "files", value: undefined }]);
    expect(removed).toContain("// my servers");
    expect(removed).toContain('"web"');
    expect(removed).not.toContain("npx");
    expect(await editMcpText("", [{ name: "a", value: { command: "b" } }])).toBe(
      '{\n  "mcpServers": {\n    "a": {\n      "command": "b"\n    }\n  }\n}\n',
    );
  });

  it("is private, created if missing, and unchanged if broken", async () => {
    const place = await places();
    const path = await changeMcpFile({ ...place, source: "global" }, () => [{ name: "a", value: { command: "b" } }]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ mcpServers: { a: { command: "b" } } });
    writeFileSync(path, '{ "mcpServers": { ');
    const change = changeMcpFile({ ...place, source: "global" }, () => [{ name: "c", value: { command: "d" } }]);
    await expect(change).rejects.toMatchObject({ code: "broken_file" });
    expect(readFileSync(path, "utf8")).toBe('{ "mcpServers": { ');
  });

  it("of a project is not written through a symlink out of it", async () => {
    const place = await places();
    mkdirSync(join(place.workspace, ".roo"));
    writeFileSync(join(place.home, "elsewhere.json"), "{}");
    symlinkSync(join(place.home, "elsewhere.json"), join(place.workspace, ".roo", "mcp.json"));
    const change = changeMcpFile({ ...place, source: "project" }, () => [{ name: "a", value: { command: "b" } }]);
    await expect(change).rejects.toMatchObject({ code: "settings_write_failed" });
  });
});

describe("a snippet", () => {
  const stdio = { command: "npx", args: ["-y", "x"] };
  it.each([
    ["a whole file", { mcpServers: { x: stdio } }, [{ name: "x", entry: stdio }]],
    [
      "VS Code's file",
      { servers: { x: { type: "stdio", ...stdio } } },
      [{ name: "x", entry: { type: "stdio", ...stdio } }],
    ],
    ["VS Code's settings", { mcp: { inputs: [], servers: { x: stdio } } }, [{ name: "x", entry: stdio }]],
    [
      "Zed's settings",
      { context_servers: { x: { command: { path: "npx", args: ["-y", "x"] } } } },
      [{ name: "x", entry: { ...stdio, env: undefined } }],
    ],
    ["a part of a file", { x: stdio }, [{ name: "x", entry: stdio }]],
    ["a server alone", stdio, [{ entry: stdio }]],
    [
      "an address",
      { x: { url: "https://a.b/mcp" } },
      [{ name: "x", entry: { url: "https://a.b/mcp", type: "streamable-http" } }],
    ],
    [
      "an older address",
      { x: { url: "https://a.b/sse" } },
      [{ name: "x", entry: { url: "https://a.b/sse", type: "sse" } }],
    ],
    [
      "Gemini's words",
      { mcpServers: { x: { httpUrl: "https://a.b" } } },
      [{ name: "x", entry: { url: "https://a.b", type: "streamable-http" } }],
    ],
    [
      "Cline's words",
      { x: { ...stdio, autoApprove: ["a"] } },
      [{ name: "x", entry: { ...stdio, alwaysAllow: ["a"] } }],
    ],
    [
      "questions",
      { x: { ...stdio, env: { K: "${input:api-key}" } } },
      [{ name: "x", entry: { ...stdio, env: { K: "${env:API_KEY}" } } }],
    ],
  ])("may be %s", async (_, snippet, servers) => {
    expect(await parseSnippet(JSON.stringify(snippet))).toEqual({ servers });
  });

  it("may lack its brackets, and have comments and trailing commas", async () => {
    expect(await parseSnippet(`"x": { "command": "npx", /* c */ "args": ["-y", "x"], },`)).toEqual({
      servers: [{ name: "x", entry: stdio }],
    });
  });

  it.each([
    ["{", "not valid JSON"],
    ["[]", "it contains no server"],
    ['{"mcpServers":{}}', "it contains no server"],
    ['{"x":{"command":"a","url":"https://b"}}', "the server x: it has keys of a local server"],
  ])("without a valid server is refused: %s", async (text, problem) => {
    expect(await parseSnippet(text)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

async function places() {
  const base = mkdtempSync(join(tmpdir(), "roo-mcp-files-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [home, workspace] = [join(base, "home"), join(base, "work")];
  mkdirSync(workspace);
  mkdirSync(home);
  return { home, workspace, clock: new FakeClock() };
}
