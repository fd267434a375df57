import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { modes } from "./modes.ts";

let base = "";
let said = "";

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "roo-modes-")));
  said = "";
  vi.stubEnv("ROO_HOME", join(base, "home"));
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    said += String(chunk);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

async function roo(...args: string[]): Promise<string> {
  said = "";
  expect(await modes([...args, "--cwd", base])).toBe(0);
  return said;
}

it("lists modes with their origin and groups", async () => {
  await roo("new", "docs", "--name", "Docs", "--groups", "read", "--pattern", "\\.md$", "--global");
  const listed = await roo("list");
  expect(listed).toMatch(/^slug +name +from +may +about$/m);
  expect(listed).toMatch(/^architect +Architect +builtin +read, edit \(Markdown files: \\\.md\$\), mcp/m);
  expect(listed).toMatch(/^orchestrator +Orchestrator +builtin +delegate only/m);
  expect(listed).toMatch(/^docs +Docs +user +read, edit \(\\\.md\$\)/m);
  const found: unknown = JSON.parse(await roo("list", "--output", "json"));
  expect(found).toContainEqual({
    slug: "docs",
    name: "Docs",
    origin: "user",
    source: join(base, "home/modes/docs.yaml"),
    groups: ["read", "edit"],
    filePattern: "\\.md$",
  });
});

it("shows one mode with its rules", async () => {
  await roo("new", "docs", "--role", "You write.", "--groups", "read,command", "--pattern", "\\.md$");
  writeFileSync(join(base, "AGENTS.md"), "Be kind.");
  const shown = await roo("show", "docs");
  expect(shown).toContain("writes    files whose path matches \\.md$");
  expect(shown).toContain("commands  yes, if they can be kept from writing anything else");
  expect(shown).toContain(join(base, "AGENTS.md"));
  expect(shown).toContain("  You write.");
  expect(JSON.parse(await roo("show", "ask", "--output", "json"))).toMatchObject({
    mode: { slug: "ask", origin: "builtin" },
    capabilities: { write: "none", exec: false },
    rules: [join(base, "AGENTS.md")],
  });
  await expect(roo("show", "poet")).rejects.toMatchObject({ code: "unknown_mode" });
});

it("exports a mode and imports it unchanged", async () => {
  await roo("new", "docs", "--role", "You write.", "--pattern", "\\.md$");
  const file = join(base, "sent.yaml");
  const exported = await roo("export", "docs");
  await roo("export", "docs", "--to", file);
  expect(readFileSync(file, "utf8")).toBe(exported);
  expect(await roo("import", file)).toBe("docs is unchanged\n");
  rmSync(join(base, ".roo"), { recursive: true });
  expect(await roo("import", file)).toBe(`wrote ${join(base, ".roo/modes/docs.yaml")}\n`);
  expect(await roo("export", "docs")).toBe(exported);
});

it("reports what is wrong with a file, and writes nothing", async () => {
  const file = join(base, "bad.yaml");
  const rules = "rulesFiles: [{relativePath: ../../evil, content: x}]";
  writeFileSync(file, `customModes: [{slug: x, name: X, roleDefinition: R, groups: [read], ${rules}}]`);
  await expect(roo("import", file)).rejects.toMatchObject({ code: "invalid_modes" });
  await expect(roo("import", join(base, "none"))).rejects.toMatchObject({ code: "file_not_read" });
  await expect(roo("new", "../x")).rejects.toMatchObject({ code: "invalid_mode" });
  expect(existsSync(join(base, ".roo"))).toBe(false);
});
