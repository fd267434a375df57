import { join } from "node:path";
import type { Mode } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { configurationFolders, type Files, rooFolders } from "../../test/configuration-folders.ts";
import { loadModes } from "./load-modes.ts";

const builtinModes: Mode[] = [
  {
    slug: "code",
    name: "Code",
    roleDefinition: "You code.",
    groups: [{ group: "read" }, { group: "edit" }, { group: "command" }],
  },
  {
    slug: "architect",
    name: "Architect",
    roleDefinition: "You plan.",
    groups: [{ group: "read" }, { group: "edit", filePattern: "\\.md$" }, { group: "mcp" }],
  },
];

it("loads the built-in modes if there are no others", async () => {
  const { modes, notices } = await load({});
  expect(modes).toEqual(builtinModes.map((mode) => ({ ...mode, origin: "builtin" })));
  expect(notices).toEqual([]);
});

it("reads the modes of a Roo Code user", async () => {
  const places = rooFolders();
  const { modes, notices } = await loadModes({ ...places, builtinModes, isTrusted: true });
  const project = join(places.workspace, ".roomodes");
  expect(modes.map(({ slug, origin }) => [slug, origin])).toEqual([
    ["code", "builtin"],
    ["architect", "project"],
    ["docs-writer", "project"],
    ["tester", "project"],
    ["translate", "user"],
  ]);
  expect(modes[2]).toEqual({
    slug: "docs-writer",
    name: "📝 Docs Writer",
    roleDefinition: "You are Roo, a technical writer who keeps the documentation of this project short and true.",
    whenToUse: "Use this mode to write or update documentation.",
    description: "Writes Markdown, changes no code",
    customInstructions: "Read what is there before you write.\nLink instead of repeating.",
    groups: [{ group: "read" }, { group: "edit", filePattern: "\\.(md|mdx)$", description: "Markdown files only" }],
    origin: "project",
    source: project,
  });
  expect(modes[3]).toEqual({
    slug: "tester",
    name: "🧪 Tester",
    roleDefinition: "You write tests that fail for the right reason before they pass.",
    whenToUse: "When behaviour has to be pinned down by tests",
    description: "Writes and repairs tests",
    groups: [{ group: "read" }, { group: "edit", filePattern: "(?:\\.test\\.ts$)|(?:^test/)" }, { group: "command" }],
    origin: "project",
    source: join(places.workspace, ".roo/modes/tester.yaml"),
  });
  expect(notices).toEqual([
    { code: "invalid_value", source: project, message: expect.stringContaining("names the group browser") },
  ]);
});

it("prefers the project's mode to the user's, and the user's to a built-in one, as a whole", async () => {
  const { modes } = await load({
    home: {
      "custom_modes.yaml": list(modeText("code", "mine"), modeText("extra", "mine")),
      "modes/code.yml": one("mine, newer"),
    },
    workspace: { ".roomodes": list(modeText("extra", "ours")) },
  });
  expect(modes.map(({ slug, name, origin }) => [slug, name, origin])).toEqual([
    ["code", "mine, newer", "user"],
    ["architect", "Architect", "builtin"],
    ["extra", "ours", "project"],
  ]);
});

describe("an untrusted folder", () => {
  const widened = list(`{slug: architect, name: A, roleDefinition: R, groups: [read, edit, command]}`);

  it("cannot widen a built-in mode", async () => {
    const { modes, notices } = await load({ workspace: { ".roomodes": widened } }, { isTrusted: false });
    expect(modes[1]).toMatchObject({
      name: "A",
      groups: [{ group: "read" }, { group: "edit", filePattern: "\\.md$" }],
    });
    expect(notices).toMatchObject([
      {
        code: "not_trusted",
        message: expect.stringMatching(/files beyond \\\.md\$ in the group edit, the group command/),
      },
    ]);
  });

  it("gets all its rights once it is trusted", async () => {
    const { modes, notices } = await load({ workspace: { ".roomodes": widened } });
    expect(modes[1]?.groups).toEqual([{ group: "read" }, { group: "edit" }, { group: "command" }]);
    expect(notices).toEqual([]);
  });

  it("keeps its own restriction in addition to that of the mode it replaces", async () => {
    const groups = `[[edit, {fileRegex: "^docs/"}]]`;
    const file = list(`{slug: architect, name: A, roleDefinition: R, groups: ${groups}}`);
    const { modes } = await load({ workspace: { ".roomodes": file } }, { isTrusted: false });
    const pattern = new RegExp(modes[1]?.groups[0]?.filePattern ?? "");
    const paths = ["docs/a.md", "docs/a.ts", "src/docs/a.md", "a.md"];
    expect(paths.filter((path) => pattern.test(path))).toEqual(["docs/a.md"]);
  });

  it.each(["[]", "[command]", "[modes]"])(
    "cannot turn a mode into one that only hands work on, which others would do without its limits: %s",
    async (groups) => {
      const file = list(`{slug: architect, name: A, roleDefinition: R, groups: ${groups}}`);
      const { modes, notices } = await load({ workspace: { ".roomodes": file } }, { isTrusted: false });
      expect(modes[1]).toMatchObject({ name: "A", groups: builtinModes[1]?.groups });
      expect(notices[0]?.message).toContain("delegation without limits");
      const trusted = await load({ workspace: { ".roomodes": file } });
      expect(trusted.modes[1]?.groups).toHaveLength(groups === "[]" ? 0 : 1);
    },
  );

  it("cannot widen the user's own narrower mode", async () => {
    const narrow = `{slug: code, name: Mine, roleDefinition: R, groups: [read]}`;
    const wide = `{slug: code, name: Theirs, roleDefinition: R, groups: [read, edit, command]}`;
    const files = { home: { "custom_modes.yaml": list(narrow) }, workspace: { ".roomodes": list(wide) } };
    const { modes } = await load(files, { isTrusted: false });
    expect(modes[0]).toMatchObject({ name: "Theirs", groups: [{ group: "read" }] });
  });
});

describe("a file", () => {
  it.each([
    ["JSON", `{"customModes": [{"slug": "x", "name": "X", "roleDefinition": "R", "groups": ["read"]}]}`],
    [
      "JSON that YAML refuses",
      `{"customModes": [{"slug": "x", "name": "X", "roleDefinition": "a\\/b",\n"groups": ["read"] /* all */}]}`,
    ],
    ["a byte order mark", `\uFEFFcustomModes:\n- {slug: x, name: X, roleDefinition: R, groups: [read]}`],
    ["spaces that do not break", `customModes:\n-\u00A0{slug:\u00A0x, name: X, roleDefinition: R, groups: [read]}`],
    [
      "quotes and dashes of a word processor",
      `customModes:\n\u2013 {slug: \u201Cx\u201D, name: \u2018X\u2019, roleDefinition: R, groups: [read]}`,
    ],
    ["characters without width", `custom\u200BModes:\n- {slug: x, name: X, roleDefinition: R, groups: [read]}`],
  ])("may be %s", async (_, text) => {
    const { modes, notices } = await load({ workspace: { ".roomodes": text } });
    expect(modes[2]).toMatchObject({ slug: "x", name: "X", groups: [{ group: "read" }] });
    expect(notices).toEqual([]);
  });

  it.each([
    ["nothing", ""],
    ["comments", "# nothing yet\n"],
    ["an empty list", "customModes: []"],
    ["a list still to be written", "customModes:\n"],
  ])("may be %s", async (_, text) => {
    const { modes, notices } = await load({ home: { "custom_modes.yaml": text }, workspace: { ".roomodes": text } });
    expect(modes).toHaveLength(2);
    expect(notices).toEqual([]);
  });

  it("may name groups as other tools do, or as we do", async () => {
    const groups = "[read, write, {group: command, description: d}]";
    const { modes } = await load({
      workspace: { ".roo/modes/x.yaml": `{name: X, roleDefinition: R, groups: ${groups}}` },
    });
    expect(modes[2]?.groups).toEqual([{ group: "read" }, { group: "edit" }, { group: "command", description: "d" }]);
  });

  it("may have empty keys", async () => {
    const text = "name: X\nroleDefinition: R\ndescription:\nwhenToUse: ''\ngroups: [read]\n";
    const { modes, notices } = await load({ workspace: { ".roo/modes/x.yaml": text } });
    expect(modes[2]).toEqual(expect.not.objectContaining({ description: expect.anything() }));
    expect(notices).toEqual([]);
  });
});

describe("a mistake", () => {
  const good = modeText("good", "Good");

  it.each([
    ["a slug with a slash", `{slug: a/b, name: N, roleDefinition: R, groups: []}`, /slug/],
    ["no name", `{slug: x, roleDefinition: R, groups: []}`, /name: expected string/],
    ["no role", `{slug: x, name: N, groups: []}`, /neither a roleDefinition nor a promptFile/],
    ["a prompt file that is not there", `{slug: x, name: N, promptFile: no.md, groups: []}`, /promptFile/],
    ["no groups", `{slug: x, name: N, roleDefinition: R}`, /groups: expected array/],
    ["a group twice", `{slug: x, name: N, roleDefinition: R, groups: [edit, [edit, {fileRegex: a}]]}`, /listed twice/],
    [
      "a pattern that is none",
      `{slug: x, name: N, roleDefinition: R, groups: [[edit, {fileRegex: "("}]]}`,
      /is not a regular/,
    ],
    [
      "a pattern with catastrophic backtracking",
      `{slug: x, name: N, roleDefinition: R, groups: [[edit, {fileRegex: "(a+)+$"}]]}`,
      /extremely slow/,
    ],
    ["a text in place of a mode", `just words`, /slug/],
    ["a second mode of the name", good, /two modes good/],
  ])("(%s) affects only that mode", async (_, entry, message) => {
    const { modes, notices } = await load({ workspace: { ".roomodes": list(good, entry, modeText("last", "Last")) } });
    expect(modes.slice(2).map(({ slug }) => slug)).toEqual(["good", "last"]);
    expect(notices).toMatchObject([{ code: "invalid_value", message: expect.stringMatching(message) }]);
  });

  it.each([
    ["YAML", "customModes:\n  - slug: [", /not valid YAML: .* \(line 2\)/],
    ["the root", "- a\n- b", /should contain customModes/],
    ["the list", "customModes: 3", /is not a list/],
    ["a missing list", "modes: []", /no customModes/],
    ["two documents", "customModes: []\n---\ncustomModes: []", /more than one/],
    ["text that grows without end", bomb(), /not valid YAML/],
  ])("in %s affects only that file", async (_, text, message) => {
    const { modes, notices } = await load({ workspace: { ".roomodes": text, ".roo/modes/good.yaml": one("Good") } });
    expect(modes.slice(2).map(({ slug }) => slug)).toEqual(["good"]);
    expect(notices).toMatchObject([{ code: "broken_file", message: expect.stringMatching(message) }]);
  });

  it("in a key's name is reported", async () => {
    const text = "name: X\nroleDefinition: R\nrole: R\ngroups: [read]\n";
    const { modes, notices } = await load({ workspace: { ".roo/modes/x.yaml": text } });
    expect(modes).toHaveLength(3);
    expect(notices).toMatchObject([{ code: "unknown_key", message: expect.stringContaining("role") }]);
  });

  it("is reported without quoting the file", async () => {
    const files = {
      ".roomodes": "customModes: *sk-canary",
      ".roo/modes/a.yaml": "name: !sk-canary x",
      ".roo/modes/b.yaml": "sk-canary",
    };
    const { notices } = await load({ workspace: files });
    expect(notices).toHaveLength(3);
    expect(JSON.stringify(notices)).not.toContain("canary");
  });
});

it("reports which of two files takes precedence", async () => {
  const { modes, notices } = await load({
    workspace: { ".roomodes": list(modeText("x", "old")), ".roo/modes/x.yaml": one("new") },
  });
  expect(modes[2]).toMatchObject({ name: "new" });
  expect(notices).toMatchObject([
    { source: expect.stringMatching(/\.roomodes$/), message: expect.stringContaining("replaced") },
  ]);
});

it("reads no prompt file from outside of the project", async () => {
  const places = configurationFolders({
    workspace: { ".roo/modes/x.yaml": "name: X\ngroups: []\npromptFile: ../../../secret.md" },
  });
  places.write("workspace", "../secret.md", "private");
  const { modes, notices } = await loadModes({ ...places, builtinModes, isTrusted: true });
  expect(modes).toHaveLength(2);
  expect(JSON.stringify({ modes, notices })).not.toContain("private");
});

it("treats the modes of the home folder as the user's, also when it is the workspace", async () => {
  const { folder, write } = configurationFolders();
  write("home", "modes/x.yaml", one("Mine"));
  const home = join(folder, "home");
  const { modes, notices } = await loadModes({
    home: join(home, ".roo"),
    workspace: home,
    builtinModes,
    isTrusted: false,
  });
  expect(modes[2]).toMatchObject({ slug: "x", origin: "user" });
  expect(notices).toEqual([]);
});

async function load(files: { home?: Files; workspace?: Files }, { isTrusted = true } = {}) {
  return loadModes({ ...configurationFolders(files), builtinModes, isTrusted });
}

function modeText(slug: string, name: string): string {
  return `{slug: ${slug}, name: ${name}, roleDefinition: R, groups: [read]}`;
}

function list(...entries: string[]): string {
  return `customModes:\n${entries.map((entry) => `- ${entry}\n`).join("")}`;
}

function one(name: string): string {
  return `name: ${name}\nroleDefinition: R\ngroups: [read]\n`;
}

/** Nested aliases: a few kilobytes that expand to more than fits into memory. */
function bomb(): string {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 15; level += 1) lines.push(`a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`);
  return `${lines.join("\n")}\ncustomModes: *a14\n`;
}
