import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configurationFolders, type Files, rooFolders } from "../../test/configuration-folders.ts";
import { loadCommands } from "./load-commands.ts";

it("loads none if there are none", async () => {
  expect(await load({})).toEqual({ commands: [], notices: [] });
});

it("reads the commands of a Roo Code user; the project's take precedence", async () => {
  const places = rooFolders();
  expect(await loadCommands(places)).toEqual({
    commands: [
      {
        name: "explain",
        content: "Explain the failing test.",
        origin: "project",
        source: join(places.workspace, ".roo/commands/explain.md"),
      },
      {
        name: "release",
        content: "Raise the version, write the changelog and open a pull request.",
        description: "Prepare a release",
        argumentHint: "<version>",
        mode: "code",
        origin: "project",
        source: join(places.workspace, ".roo/commands/release.md"),
      },
      {
        name: "standup",
        content: "Say what changed since yesterday.",
        origin: "user",
        source: join(places.home, "commands/standup.md"),
      },
    ],
    notices: [],
  });
});

it("reads Markdown files of the folder itself, and of folders that symlinks lead to", async () => {
  const places = configurationFolders({
    workspace: {
      ".roo/commands/a.MD": "a",
      ".roo/commands/b.txt": "b",
      ".roo/commands/below/c.md": "c",
      "shared/d.md": "d",
    },
  });
  places.link(".roo/commands/linked", "../../shared");
  const { commands, notices } = await loadCommands(places);
  expect(commands.map(({ name }) => name)).toEqual(["a", "d"]);
  expect(notices).toEqual([]);
});

describe("frontmatter", () => {
  it.each([
    [
      "with line ends of Windows",
      "---\r\ndescription: d\r\n---\r\n\r\nDo it.\r\n",
      { description: "d", content: "Do it." },
    ],
    ["behind a byte order mark", "\uFEFF---\ndescription: d\n---\nDo it.", { description: "d", content: "Do it." }],
    ["that is empty", "---\n---\nDo it.", { content: "Do it." }],
    ["with a list as hint", "---\nargument-hint: [file, line]\n---\nDo it.", { argumentHint: "[file, line]" }],
    ["over several lines", "---\ndescription: |\n  one\n  two\n---\nDo it.", { description: "one two" }],
    ["with keys of other tools", "---\nallowed-tools: Bash\n---\nDo it.", { content: "Do it." }],
    ["that is none but a line", "Do it.\n---\nNow.", { content: "Do it.\n---\nNow." }],
  ])("%s is parsed", async (_, text, expected) => {
    const { commands, notices } = await load({ workspace: { ".roo/commands/x.md": text } });
    expect(commands).toMatchObject([expected]);
    expect(notices).toEqual([]);
  });

  it.each([
    ["without an end", "---\ndescription: d\nDo it.", "no closing ---"],
    ["that is no YAML", "---\ndescription: [\n---\nDo it.", "not valid YAML"],
    ["that is a list", "---\n- a\n---\nDo it.", "keys and values"],
  ])("%s makes the whole file the prompt, and is reported", async (_, text, message) => {
    const { commands, notices } = await load({ workspace: { ".roo/commands/x.md": text } });
    expect(commands).toMatchObject([{ name: "x", content: text }]);
    expect(notices).toMatchObject([{ code: "broken_file", message: expect.stringContaining(message) }]);
  });

  it("with an invalid value loses only that value", async () => {
    const { commands, notices } = await load({
      workspace: { ".roo/commands/x.md": "---\ndescription: {a: 1}\nmode: code\n---\nDo it." },
    });
    expect(commands).toMatchObject([{ name: "x", mode: "code" }]);
    expect(commands[0]?.description).toBeUndefined();
    expect(notices).toMatchObject([
      { code: "invalid_value", message: expect.stringContaining("description is not a string") },
    ]);
  });
});

it("refuses names that cannot be typed, empty prompts and huge ones", async () => {
  const { commands, notices } = await load({
    workspace: {
      ".roo/commands/two words.md": "a",
      ".roo/commands/empty.md": "---\ndescription: d\n---\n",
      ".roo/commands/huge.md": "x".repeat(100_001),
      ".roo/commands/good_1.0.md": "good",
    },
  });
  expect(commands.map(({ name }) => name)).toEqual(["good_1.0"]);
  expect(notices.map(({ code }) => code)).toEqual(["broken_file", "broken_file", "invalid_value"]);
});

function load(files: { home?: Files; workspace?: Files }) {
  return loadCommands(configurationFolders(files));
}
