import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { settingsSchema } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { configurationFolders } from "../../test/configuration-folders.ts";
import { parseJsonc } from "../settings/parse-jsonc.ts";
import { initProject } from "./init-project.ts";
import { loadCommands } from "./load-commands.ts";
import { loadModes } from "./load-modes.ts";
import { loadRules } from "./load-rules.ts";

const paths = [
  ".roo/settings.json",
  ".roo/rules/project.md",
  ".roo/modes/example.yaml",
  ".roo/commands/review.md",
  ".rooignore",
  ".roo/schemas/settings.schema.json",
  ".roo/schemas/modes.schema.json",
  ".roo/schemas/mcp.schema.json",
];

it("writes a small .roo, and nothing when called again", () => {
  const { workspace } = configurationFolders();
  expect(initProject(workspace)).toEqual({ written: paths, kept: [] });
  expect(initProject(workspace)).toEqual({ written: [], kept: paths });
});

it("changes no existing file", () => {
  const { workspace, link } = configurationFolders({ workspace: { ".roo/settings.json": "mine", ".rooignore": "" } });
  link(".roo/rules/project.md", "../../nowhere.md");
  const { written, kept } = initProject(workspace);
  expect(kept).toEqual([".roo/settings.json", ".roo/rules/project.md", ".rooignore"]);
  expect(written).toEqual(paths.filter((path) => !kept.includes(path)));
  expect(readFileSync(join(workspace, ".roo/settings.json"), "utf8")).toBe("mine");
  expect(existsSync(join(workspace, "nowhere.md"))).toBe(false);
});

describe("the written configuration", () => {
  it("has no effect until it is edited, and causes no notices", async () => {
    const folders = configurationFolders();
    initProject(folders.workspace);
    const settings = parseJsonc(readFileSync(join(folders.workspace, ".roo/settings.json"), "utf8"));
    expect(settings).toEqual({ $schema: "./schemas/settings.schema.json" });
    expect(loadRules({ ...folders, mode: "code" })).toEqual({ files: [], text: "", notices: [] });
    expect(await loadModes({ ...folders, builtinModes: [], isTrusted: true })).toEqual({ modes: [], notices: [] });
    expect(await loadCommands(folders)).toMatchObject({ commands: [{ name: "review" }], notices: [] });
    expect(readFileSync(join(folders.workspace, ".rooignore"), "utf8")).toMatch(/^(#.*\n)+$/);
  });

  it("is valid once it is uncommented", async () => {
    const folders = configurationFolders();
    initProject(folders.workspace);
    const settings = edit(join(folders.workspace, ".roo/settings.json"), (text) => text.replace(/\/\/ (?=")/g, ""));
    const parsed = parseJsonc(settings);
    expect(
      Object.keys(settingsSchema.strict().extend({ $schema: settingsSchema.shape.mode }).parse(parsed)),
    ).toHaveLength(5);
    edit(join(folders.workspace, ".roo/modes/example.yaml"), (text) => text.replace(/^# (?=(?: |-|\w+:))/gm, ""));
    const { modes, notices } = await loadModes({ ...folders, builtinModes: [], isTrusted: true });
    expect(modes).toMatchObject([
      { slug: "example", groups: [{ group: "read" }, { group: "edit", filePattern: "\\.md$" }] },
    ]);
    expect(notices).toEqual([]);
  });

  it("includes every schema it refers to", () => {
    const { workspace } = configurationFolders();
    initProject(workspace);
    for (const path of [".roo/settings.json", ".roo/modes/example.yaml"]) {
      const text = readFileSync(join(workspace, path), "utf8");
      const named = /\$schema(?:=|": ")([^"\s]+)/.exec(text)?.[1] ?? "";
      const schema: unknown = JSON.parse(readFileSync(join(workspace, dirname(path), named), "utf8"));
      expect(schema).toMatchObject({ $schema: "http://json-schema.org/draft-07/schema#" });
    }
  });
});

it("writes nothing through a symlink out of the project", () => {
  const { workspace, folder } = configurationFolders();
  mkdirSync(join(folder, "elsewhere"));
  symlinkSync(join(folder, "elsewhere"), join(workspace, ".roo"));
  expect(() => initProject(workspace)).toThrow(
    expect.objectContaining({ name: "RooError", code: "outside_workspace" }),
  );
  expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
});

it("reports why it cannot write", () => {
  const { workspace } = configurationFolders({ workspace: { ".roo": "a file" } });
  expect(() => initProject(workspace)).toThrow(
    expect.objectContaining({ name: "RooError", code: "project_not_writable" }),
  );
  expect(() => initProject(join(workspace, "missing"))).toThrow(
    expect.objectContaining({ code: "workspace_not_found" }),
  );
});

function edit(path: string, change: (text: string) => string): string {
  const text = change(readFileSync(path, "utf8"));
  writeFileSync(path, text);
  return text;
}
