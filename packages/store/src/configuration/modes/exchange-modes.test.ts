import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Mode } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { configurationFolders } from "../../../test/configuration-folders.ts";
import { type LoadedModes, loadModes } from "../load-modes.ts";
import { exportModes } from "./export-modes.ts";
import { importModes } from "./import-modes.ts";
import { newModeFile } from "./new-mode-file.ts";

const builtinModes: Mode[] = [{ slug: "code", name: "Code", roleDefinition: "You code.", groups: [{ group: "read" }] }];

const full = `customModes:
  - slug: writer
    name: 📝 Writer
    roleDefinition: "You write: short – and true."
    whenToUse: For guides
    description: Writes
    customInstructions: |-
      First line.
        Indented, with "quotes" and \\ slashes.
    groups:
      - read
      - - edit
        - fileRegex: \\.(md|mdx)$
          description: Markdown files
      - command
      - mcp
    iconName: codicon-book
    somethingNew: { of: [theirs, 1] }
    source: project
`;
const rules = {
  ".roo/rules-writer/01.md": "Be brief.\n",
  ".roo/rules-writer/deep/02.md": "“Quoted” – kept.\r\n\tTab \n",
};

type Places = ReturnType<typeof configurationFolders>;

describe("modes that are exported and imported", () => {
  it("keep their rules and the keys of other tools", async () => {
    const from = configurationFolders({ workspace: { ".roomodes": full, ...rules } });
    const text = await exported(from, ["writer"]);
    const to = configurationFolders();
    const [imported] = await importInto(to, text);
    expect(imported).toMatchObject({ slug: "writer", done: "written" });
    expect(await exported(to, ["writer"])).toBe(text);
    expect(text).toContain("iconName: codicon-book");
    expect(text).toContain("somethingNew:");
    for (const [path, content] of Object.entries(rules)) expect(read(to.workspace, path)).toBe(content);
    const [there, before] = await Promise.all([modesOf(to), modesOf(from)]);
    const plain = ({ modes }: LoadedModes) => modes.map(({ source: _source, ...mode }) => mode);
    expect(plain(there)).toEqual(plain(before));
    expect(there.notices).toMatchObject([{ code: "unknown_key" }]);
  });

  it("change nothing if they exist already", async () => {
    const here = configurationFolders({ workspace: { ".roomodes": full, ...rules } });
    const text = await exported(here, ["writer"]);
    expect(await importInto(here, text)).toEqual([{ slug: "writer", done: "unchanged", files: [] }]);
    expect(existsSync(join(here.workspace, ".roo/modes"))).toBe(false);
  });

  it("keep any text unchanged", async () => {
    const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((text) => text.trim() === text);
    const modes = fc.record(
      { name: words, roleDefinition: words, whenToUse: words, description: words, customInstructions: words },
      { requiredKeys: ["name", "roleDefinition"] },
    );
    await fc.assert(
      fc.asyncProperty(modes, words, async (mode, rule) => {
        const rulesFiles = [{ relativePath: "a.md", content: rule }];
        const text = JSON.stringify({ customModes: [{ slug: "x", groups: ["read"], ...mode, rulesFiles }] });
        const first = configurationFolders();
        await importInto(first, text);
        const second = configurationFolders();
        const sent = await exported(first, ["x"]);
        await importInto(second, sent);
        expect(await exported(second, ["x"])).toBe(sent);
        expect(read(second.workspace, ".roo/rules-x/a.md")).toBe(rule);
      }),
      { numRuns: 12 },
    );
  });

  it("replace others only on request, with their rules", async () => {
    const old = "name: Old\nroleDefinition: R\ngroups: [read]\n";
    const files = { ".roo/modes/writer.yaml": old, ".roo/rules-writer/old.md": "Old rule." };
    const here = configurationFolders({ workspace: files });
    const text = await exported(configurationFolders({ workspace: { ".roomodes": full, ...rules } }), ["writer"]);
    await expect(importInto(here, text)).rejects.toMatchObject({ code: "mode_exists" });
    expect(read(here.workspace, ".roo/modes/writer.yaml")).toBe(old);
    await importInto(here, text, { replaces: true });
    expect(await exported(here, ["writer"])).toBe(text);
    expect(existsSync(join(here.workspace, ".roo/rules-writer/old.md"))).toBe(false);
  });

  it("do not change a list with other modes", async () => {
    const here = configurationFolders({ workspace: { ".roomodes": full } });
    const text = full.replace("Writes", "Writes well");
    await expect(importInto(here, text, { replaces: true })).rejects.toThrow("together with others");
    expect(read(here.workspace, ".roomodes")).toBe(full);
  });

  it("become the user's own on request", async () => {
    const here = configurationFolders();
    await importInto(here, full, { origin: "user" });
    expect((await modesOf(here)).modes.at(-1)).toMatchObject({ slug: "writer", origin: "user" });
    expect(existsSync(join(here.workspace, ".roo"))).toBe(false);
  });
});

describe("files that are refused as a whole", () => {
  it.each(["../evil.md", "a/../../evil.md", "/etc/evil", "..\\evil.md", "C:\\evil", "a//b", "", "a\0b"])(
    "with rules at %j",
    async (relativePath) => {
      const here = configurationFolders();
      const entry = { slug: "x", name: "X", roleDefinition: "R", groups: ["read"] };
      const bad = { ...entry, slug: "y", rulesFiles: [{ relativePath, content: "x" }] };
      const text = JSON.stringify({ customModes: [entry, bad] });
      await expect(importInto(here, text)).rejects.toMatchObject({ code: "invalid_modes" });
      expect(existsSync(join(here.workspace, ".roo"))).toBe(false);
      const good = { ...bad, rulesFiles: [{ relativePath: "rules-y/fine.md", content: "x" }] };
      await importInto(here, JSON.stringify({ customModes: [good] }));
      expect(read(here.workspace, ".roo/rules-y/fine.md")).toBe("x");
    },
  );

  it.each([
    ["broken", "customModes: ["],
    ["empty", ""],
    ["without a role", "customModes: [{slug: x, name: X, groups: [read]}]"],
    ["with an unknown group", "customModes: [{slug: x, name: X, roleDefinition: R, groups: [fly]}]"],
    ["with a slug that is a path", "customModes: [{slug: ../x, name: X, roleDefinition: R, groups: [read]}]"],
    [
      "with a pattern without end",
      `customModes: [{slug: x, name: X, roleDefinition: R, groups: [[edit, {fileRegex: "(a+)+$"}]]}]`,
    ],
    ["with a mode twice", `customModes: [${`{slug: x, name: X, roleDefinition: R, groups: [read]},`.repeat(2)}]`],
  ])("%s", async (_, text) => {
    const here = configurationFolders();
    await expect(importInto(here, text)).rejects.toMatchObject({ code: "invalid_modes", next: expect.any(String) });
    expect(existsSync(join(here.workspace, ".roo"))).toBe(false);
  });

  it("because a symlink would redirect the write", async () => {
    const here = configurationFolders({ workspace: { "elsewhere/keep": "" } });
    symlinkSync(here.home, join(here.workspace, ".roo"));
    await expect(importInto(here, full)).rejects.toMatchObject({ code: "outside_workspace" });
    expect(existsSync(join(here.home, "modes"))).toBe(false);
  });
});

describe("a new mode", () => {
  it("is a commented file that can be used at once", async () => {
    const here = configurationFolders();
    const path = await newModeFile(
      { slug: "docs", name: "Docs: ours", role: 'You "write".', groups: ["read", "command"], pattern: "\\.md$" },
      { ...here, origin: "project" },
    );
    expect(path).toBe(join(here.workspace, ".roo/modes/docs.yaml"));
    const { modes, notices } = await modesOf(here);
    expect(notices).toEqual([]);
    expect(modes.at(-1)).toMatchObject({
      slug: "docs",
      name: "Docs: ours",
      roleDefinition: 'You "write".',
      groups: [{ group: "read" }, { group: "edit", filePattern: "\\.md$" }, { group: "command" }],
    });
    await expect(newModeFile({ slug: "docs" }, { ...here, origin: "project" })).rejects.toMatchObject({
      code: "mode_exists",
    });
  });

  it("may have no description and no tools", async () => {
    const here = configurationFolders();
    await newModeFile({ slug: "a" }, { ...here, origin: "user" });
    await newModeFile({ slug: "b", groups: [] }, { ...here, origin: "user" });
    const { modes, notices } = await modesOf(here);
    expect(modes.slice(1).map(({ slug, groups, origin }) => [slug, groups, origin])).toEqual([
      ["a", [{ group: "read" }], "user"],
      ["b", [], "user"],
    ]);
    expect(notices).toEqual([]);
  });

  it.each([
    { slug: "../x" },
    { slug: "x", groups: ["fly"] },
    { slug: "x", pattern: "(a+)+$" },
    { slug: "x", pattern: "[" },
  ])("is refused as %j", async (mode) => {
    const here = configurationFolders();
    await expect(newModeFile(mode, { ...here, origin: "project" })).rejects.toMatchObject({ code: "invalid_mode" });
  });
});

it("accepts the browser group of a mode in a file of its own, in our format", async () => {
  const here = configurationFolders({
    workspace: { ".roo/modes/code.yaml": "name: C\nroleDefinition: R\ngroups: [read, browser]\n" },
  });
  const { modes, notices } = await modesOf(here);
  expect(modes[0]?.groups).toEqual([{ group: "read" }, { group: "browser" }]);
  expect(notices).toEqual([]);
});

function modesOf(places: Places): Promise<LoadedModes> {
  return loadModes({ ...places, builtinModes, isTrusted: true });
}

async function exported(places: Places, slugs: readonly string[]): Promise<string> {
  return exportModes({ ...places, slugs, modes: (await modesOf(places)).modes });
}

async function importInto(
  places: Places,
  text: string,
  { replaces = false, origin = "project" as const }: { replaces?: boolean; origin?: "project" | "user" } = {},
) {
  return importModes({ ...places, text, origin, replaces, modes: (await modesOf(places)).modes });
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), "utf8");
}
