import { linkSync, symlinkSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { Workspace } from "@roo-code/types";
import { expect, it } from "vitest";
import { architectMode } from "../../test/builtin-mode.ts";
import { requireEditable } from "../modes/mode-rules.ts";
import { limitWorkspace } from "./limit-workspace.ts";
import { compileMode } from "./task-capabilities.ts";

const rights = { mode: architectMode, own: compileMode(architectMode) };

async function put(workspace: Workspace, path: string): Promise<void> {
  await workspace.files.apply([{ path, before: null, content: new TextEncoder().encode("x") }]);
}

it.each(["a.ts", "docs/../a.ts", "./b.md/../a.ts", "A.MD", "a.md\n.ts", "link/a.ts", "notes.md"])(
  "lets nothing be written to %j by whatever tool",
  async (path) => {
    await using folder = createTempWorkspace({ "src/keep.ts": "kept", "docs/keep.md": "kept" });
    symlinkSync("src", folder.path("link"));
    symlinkSync("src/keep.ts", folder.path("notes.md"));
    const limited = limitWorkspace(folder.workspace, {
      requireEditable: (paths) => requireEditable(rights, paths),
      mayExecute: () => false,
    });
    await expect(put(limited, path)).rejects.toMatchObject({ name: "ToolFailure" });
    expect(folder.readText("src/keep.ts")).toBe("kept");
    await put(limited, "docs/new.md");
    expect(folder.readText("docs/new.md")).toBe("x");
  },
);

it("breaks a hard link: writes the allowed name and keeps the other", async () => {
  await using folder = createTempWorkspace({ "src/keep.ts": "kept" });
  linkSync(folder.path("src/keep.ts"), folder.path("notes.md"));
  const limited = limitWorkspace(folder.workspace, {
    requireEditable: (paths) => requireEditable(rights, paths),
    mayExecute: () => false,
  });
  const { version } = await limited.files.read("notes.md");
  await limited.files.apply([{ path: "notes.md", before: version, content: new TextEncoder().encode("x") }]);
  expect([folder.readText("notes.md"), folder.readText("src/keep.ts")]).toEqual(["x", "kept"]);
});

it("checks all files of a change before any is written", async () => {
  await using folder = createTempWorkspace();
  const limited = limitWorkspace(folder.workspace, {
    requireEditable: (paths) => requireEditable(rights, paths),
    mayExecute: () => false,
  });
  const content = new TextEncoder().encode("x");
  const changes = ["a.md", "b.ts"].map((path) => ({ path, before: null, content }));
  await expect(limited.files.apply(changes)).rejects.toThrow("b.ts was not changed");
  expect(await folder.workspace.files.stat("a.md")).toBeUndefined();
});

it("refuses commands for a task that may not run any", async () => {
  await using folder = createTempWorkspace();
  const request = {
    command: "touch made",
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    maxOutputBytes: 1000,
    onOutput: () => {},
  };
  const may = (isAllowed: boolean) =>
    limitWorkspace(folder.workspace, { requireEditable: () => {}, mayExecute: () => isAllowed });
  await expect(may(false).execute(request)).rejects.toThrow("ToolNotAllowedError");
  expect(await folder.workspace.files.stat("made")).toBeUndefined();
  expect(await may(true).execute(request)).toMatchObject({ exitCode: 0 });
  expect(await folder.workspace.files.stat("made")).toBeDefined();
});
