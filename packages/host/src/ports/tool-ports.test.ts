import { createHash } from "node:crypto";
import { FileSecretStore, ProfilesFile } from "@roo-code/store";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { Settings } from "@roo-code/types";
import { expect, it } from "vitest";
import { createToolPorts, type HeldPorts } from "./tool-ports.ts";

it("gives no port for what is not there, and tells the model nothing", async () => {
  await using project = createTempWorkspace();
  const { ports, guide } = await portsOf({ project });
  expect(Object.keys(ports)).toEqual(["outline"]);
  expect(guide).toBe("");
});

it("gives a port for what is found or set", async () => {
  await using project = createTempWorkspace({ ".roo/commands/hello.md": "Say hello." });
  const settings = { imageProfile: "images", codeIndex: true };
  const { ports, guide } = await portsOf({ project, settings, hasBrowser: true });
  expect(Object.keys(ports).sort()).toEqual(["browser", "codeIndex", "images", "library", "outline"]);
  expect(guide).toContain("/hello");
});

it("offers a browser that was named without looking for one", async () => {
  await using project = createTempWorkspace();
  const { ports } = await portsOf({ project, settings: { browser: "/opt/chromium" } });
  expect(ports).toHaveProperty("browser");
});

it("looks for an index only where one was ever built", async () => {
  await using project = createTempWorkspace();
  await using home = createTempWorkspace({ "index/other/index.sqlite": "" });
  expect((await portsOf({ project, home })).ports).not.toHaveProperty("codeIndex");
  home.write(`index/${createHash("sha256").update(project.root).digest("hex").slice(0, 16)}/index.sqlite`, "");
  expect((await portsOf({ project, home })).ports).toHaveProperty("codeIndex");
  const settings = { codeIndex: false };
  expect((await portsOf({ project, home, settings })).ports).not.toHaveProperty("codeIndex");
});

it("outlines code through the index's own parser", async () => {
  await using project = createTempWorkspace();
  const { ports } = await portsOf({ project });
  const found = await ports.outline?.outline("a.ts", "export function greet() {\n  return 1;\n}\n");
  expect(found).toMatchObject([{ kind: "function", name: "greet", line: 1, endLine: 3 }]);
});

it("searches by meaning, and lets the index go with the task", async () => {
  await using project = createTempWorkspace({
    "a.ts": "export function parseInvoice(text: string) {\n  return text;\n}\n",
  });
  const held = await portsOf({ project, settings: { codeIndex: true } });
  const outcome = await held.ports.codeIndex?.search({
    query: "parse an invoice",
    limit: 5,
    signal: new AbortController().signal,
    report: () => {},
  });
  expect(outcome?.hits.map(({ path }) => path)).toContain("a.ts");
  await held.dispose();
  await held.dispose();
});

it("tells the model when the index's settings do not go together, and goes on", async () => {
  await using project = createTempWorkspace();
  const { ports } = await portsOf({ project, settings: { codeIndex: true, embeddings: { store: "qdrant" } } });
  const request = { query: "x", limit: 1, signal: new AbortController().signal, report: () => {} };
  await expect(ports.codeIndex?.search(request)).rejects.toMatchObject({ code: "index_unavailable" });
});

async function portsOf(parts: {
  project: TempWorkspace;
  home?: TempWorkspace;
  settings?: Settings;
  hasBrowser?: boolean;
}): Promise<HeldPorts> {
  const { project, settings = {}, hasBrowser = false } = parts;
  const home = parts.home?.root ?? project.path(".home");
  const clock = new FakeClock();
  return createToolPorts({
    home,
    environment: {},
    profiles: new ProfilesFile({ home, clock, secrets: async () => new FileSecretStore({ home, clock }) }),
    settings,
    workspace: project.workspace,
    mode: "code",
    hasBrowser: async () => hasBrowser,
  });
}
