import { createHash } from "node:crypto";
import { builtinModes } from "@roo-code/engine";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { Settings, ToolPorts } from "@roo-code/types";
import { expect, it, onTestFinished } from "vitest";
import { partContext } from "../../test/part-context.ts";
import { requireMode } from "../configuration/configuration.ts";
import { browserPart } from "./browser.ts";
import { codeIndexPart, outlinePart } from "./code-index.ts";
import { imagesPart } from "./images.ts";
import { libraryPart } from "./library.ts";
import { TaskParts } from "./task-parts.ts";

const codeMode = requireMode({ modes: builtinModes }, "code");

it("provides no ports or hints for missing abilities", async () => {
  await using project = createTempWorkspace();
  const parts = await partsOf({ project });
  expect(Object.keys(parts.ports({}))).toEqual(["outline"]);
  expect(parts.guide(codeMode).join("")).toBe("");
});

it("provides ports for abilities that are found or configured", async () => {
  await using project = createTempWorkspace({ ".roo/commands/hello.md": "Say hello." });
  const settings = { imageProfile: "images", codeIndex: true };
  const parts = await partsOf({ project, settings, hasBrowser: true });
  expect(Object.keys(parts.ports({})).sort()).toEqual(["browser", "codeIndex", "images", "library", "outline"]);
  expect(parts.guide(codeMode).join("")).toContain("/hello");
});

it("offers a configured browser without looking for one", async () => {
  await using project = createTempWorkspace();
  const ports = await portsOf({ project, settings: { browser: "/opt/chromium" } });
  expect(ports).toHaveProperty("browser");
});

it("looks for an index only if one was ever built", async () => {
  await using project = createTempWorkspace();
  await using home = createTempWorkspace({ "index/other/index.sqlite": "" });
  expect(await portsOf({ project, home })).not.toHaveProperty("codeIndex");
  home.write(`index/${createHash("sha256").update(project.root).digest("hex").slice(0, 16)}/index.sqlite`, "");
  expect(await portsOf({ project, home })).toHaveProperty("codeIndex");
  const settings = { codeIndex: false };
  expect(await portsOf({ project, home, settings })).not.toHaveProperty("codeIndex");
});

it("outlines code through the index's own parser", async () => {
  await using project = createTempWorkspace();
  const ports = await portsOf({ project });
  const found = await ports.outline?.outline("a.ts", "export function greet() {\n  return 1;\n}\n");
  expect(found).toMatchObject([{ kind: "function", name: "greet", line: 1, endLine: 3 }]);
});

it("searches by meaning, and closes the index with the task", async () => {
  await using project = createTempWorkspace({
    "a.ts": "export function parseInvoice(text: string) {\n  return text;\n}\n",
  });
  const parts = await partsOf({ project, settings: { codeIndex: true } });
  const outcome = await parts.ports({}).codeIndex?.search({
    query: "parse an invoice",
    limit: 5,
    signal: new AbortController().signal,
    report: () => {},
  });
  expect(outcome?.hits.map(({ path }) => path)).toContain("a.ts");
  await parts.dispose();
  await parts.dispose();
});

it("reports conflicting settings of the index to the model instead of failing", async () => {
  await using project = createTempWorkspace();
  const ports = await portsOf({ project, settings: { codeIndex: true, embeddings: { store: "qdrant" } } });
  const request = { query: "x", limit: 1, signal: new AbortController().signal, report: () => {} };
  await expect(ports.codeIndex?.search(request)).rejects.toMatchObject({ code: "index_unavailable" });
});

async function portsOf(options: Parameters<typeof partsOf>[0]): Promise<ToolPorts> {
  return (await partsOf(options)).ports({});
}

async function partsOf(options: {
  project: TempWorkspace;
  home?: TempWorkspace;
  settings?: Settings;
  hasBrowser?: boolean;
}): Promise<TaskParts> {
  const { project, home, ...rest } = options;
  const context = await partContext({ ...rest, workspace: project.root, home: home?.root ?? project.path(".home") });
  const factories = [outlinePart, codeIndexPart, browserPart, imagesPart, libraryPart];
  const parts = await TaskParts.create(factories, context);
  onTestFinished(() => parts.dispose());
  return parts;
}
