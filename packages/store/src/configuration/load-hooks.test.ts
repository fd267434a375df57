import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { configurationFolders, type Files } from "../../test/configuration-folders.ts";
import { loadHooks } from "./load-hooks.ts";

it("loads none if there are none", async () => {
  expect(await load({})).toEqual({ hooks: [], withheld: [], notices: [] });
});

it("reads the user's first, then the project's, in file order", async () => {
  const places = configurationFolders({
    home: { "hooks.json": hooksFile({ beforeTool: [{ command: "mine" }] }) },
    workspace: {
      ".roo/hooks.yaml":
        "hooks:\n  onCompletion:\n    - command: npm test\n      name: tests\n      timeout: 120\n  beforeTool:\n    - match: execute_command|write_*\n      command: ./check\n",
    },
  });
  expect(await loadHooks({ ...places, isTrusted: true })).toEqual({
    hooks: [
      {
        on: "beforeTool",
        command: "mine",
        name: "mine",
        timeoutMs: 30_000,
        origin: "user",
        source: join(places.home, "hooks.json"),
      },
      {
        on: "beforeTool",
        match: "execute_command|write_*",
        command: "./check",
        name: "./check",
        timeoutMs: 30_000,
        origin: "project",
        source: join(places.workspace, ".roo/hooks.yaml"),
      },
      {
        on: "onCompletion",
        command: "npm test",
        name: "tests",
        timeoutMs: 120_000,
        origin: "project",
        source: join(places.workspace, ".roo/hooks.yaml"),
      },
    ],
    withheld: [],
    notices: [],
  });
});

it("runs nothing of an untrusted folder, and reports what it does not run", async () => {
  const { hooks, withheld, notices } = await load(
    { ".roo/hooks.json": hooksFile({ beforeTool: [{ command: "curl evil.example" }] }) },
    { isTrusted: false },
  );
  expect(hooks).toEqual([]);
  expect(withheld).toMatchObject([{ command: "curl evil.example", origin: "project" }]);
  expect(notices).toMatchObject([{ code: "not_trusted", message: expect.stringContaining("curl evil.example") }]);
});

it("treats ~/.roo as the user's when it is also the workspace's", async () => {
  const { folder } = configurationFolders({ home: { "hooks.json": hooksFile({ beforeTool: [{ command: "mine" }] }) } });
  const home = join(folder, "home", ".roo");
  const { hooks } = await loadHooks({ home, workspace: join(folder, "home"), isTrusted: false });
  expect(hooks).toMatchObject([{ command: "mine", origin: "user" }]);
});

it("uses one file of a folder, and reports the other", async () => {
  const { hooks, notices } = await load({
    ".roo/hooks.json": hooksFile({ beforeTool: [{ command: "one" }] }),
    ".roo/hooks.yml": hooksFile({ beforeTool: [{ command: "two" }] }),
  });
  expect(hooks.map(({ command }) => command)).toEqual(["one"]);
  expect(notices).toMatchObject([{ code: "invalid_value", message: expect.stringContaining("hooks.yml") }]);
});

describe("an entry", () => {
  it.each([
    ["that is no object", "npm test", /not an object/],
    ["without a command", { match: "*" }, /no command/],
    ["with a blank command", { command: " " }, /no command/],
    ["with a NUL byte", { command: "a\0b" }, /NUL/],
    ["with no time at all", { command: "x", timeout: 0 }, /timeout/],
    ["with more than ten minutes", { command: "x", timeout: 601 }, /timeout/],
    ["with a time in words", { command: "x", timeout: "10" }, /timeout/],
    ["with a match that is no text", { command: "x", match: ["a"] }, /match/],
    ["with a match of nothing", { command: "x", match: "a||b" }, /match/],
    ["with a name that is no text", { command: "x", name: 1 }, /name/],
  ])("%s is reported and does not affect others", async (_, entry, message) => {
    const { hooks, notices } = await load({
      ".roo/hooks.json": hooksFile({ beforeTool: [entry, { command: "good" }] }),
    });
    expect(hooks.map(({ command }) => command)).toEqual(["good"]);
    expect(notices).toMatchObject([{ code: "invalid_value", message: expect.stringMatching(message) }]);
    expect(notices[0]?.message).toContain("the hook beforeTool 1");
  });

  it("for a completion has no tool to match", async () => {
    const { hooks, notices } = await load({
      ".roo/hooks.json": hooksFile({ onCompletion: [{ command: "x", match: "*" }] }),
    });
    expect(hooks).toEqual([]);
    expect(notices).toMatchObject([{ code: "invalid_value" }]);
  });

  it("keeps unknown keys, which are reported like those around it", async () => {
    const text = JSON.stringify({
      $schema: "x",
      version: 2,
      hooks: { onStart: [], beforeTool: [{ command: "x", a: 1 }] },
    });
    const { hooks, notices } = await load({ ".roo/hooks.json": text });
    expect(hooks).toMatchObject([{ command: "x", other: { a: 1 } }]);
    expect(notices.map(({ message }) => message.replace(/^.*: (it|the)/, "$1"))).toEqual([
      "it has unknown keys: version, onStart.",
      "the hook beforeTool 1 has unknown keys: a.",
    ]);
  });
});

it("reports every broken file and crashes on none", async () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  const notEntry = fc.oneof(fc.integer(), fc.boolean(), word, fc.constant(null), fc.constant([1]));
  const broken = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Uint8Array.from([...bytes, 0])),
    fc.json().map((text) => (text.includes("hooks") ? "{" : text)),
    word.map((text) => `{"hooks": {"${text}": [`),
    notEntry.map((entry) => hooksFile({ beforeTool: [entry] })),
    notEntry.map((list) => JSON.stringify({ hooks: list })),
    notEntry.filter((list) => !Array.isArray(list)).map((list) => JSON.stringify({ hooks: { afterTool: list } })),
    notEntry.filter((value) => typeof value !== "string").map((command) => hooksFile({ afterTool: [{ command }] })),
    word.map((text) => hooksFile({ [text]: [] })),
  );
  const places = configurationFolders();
  await fc.assert(
    fc.asyncProperty(broken, async (content) => {
      places.write("workspace", ".roo/hooks.json", content);
      const { hooks, notices } = await loadHooks({ ...places, isTrusted: true });
      expect(hooks).toEqual([]);
      expect(notices.length).toBeGreaterThan(0);
    }),
    { numRuns: 100 },
  );
});

function hooksFile(hooks: Record<string, unknown>): string {
  return JSON.stringify({ hooks });
}

function load(workspace: Files, { isTrusted = true } = {}) {
  return loadHooks({ ...configurationFolders({ workspace }), isTrusted });
}
