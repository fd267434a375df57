import type { ParseError } from "jsonc-parser";
import type { FoundFile, FoundImport } from "../import-source.ts";
import { isRecord, isSame, type Plain, recordOf } from "../plain-value.ts";
import { safePath, withSuffix } from "../safe-path.ts";
import { applyMode, applyProfile, applySetting, applyTask } from "./apply-items.ts";
import { ApplySteps, freeName, type StepOutcome } from "./apply-steps.ts";
import type { Choose, ImportReport, ImportTarget } from "./import-target.ts";

const serverFiles: ReadonlySet<string> = new Set(["mcp-settings.json", "mcp.json"]);

/**
 * Imports what was chosen. Nothing existing is replaced: identical items are skipped, different ones are written as
 * `…-imported`. Importing again changes nothing.
 */
export async function applyImport(imported: FoundImport, target: ImportTarget, choose: Choose): Promise<ImportReport> {
  const steps = new ApplySteps(imported, choose);
  for (const [name, profile] of Object.entries(imported.profiles))
    await steps.run({ kind: "profile", name, scope: "user" }, () =>
      applyProfile({ imported, target, steps, name, profile }),
    );
  for (const { scope, ...mode } of imported.modes)
    await steps.run({ kind: "mode", name: mode.slug, scope }, () => applyMode({ target, steps, mode, scope }));
  // After profiles and modes, whose names may have changed.
  for (const file of imported.files)
    await steps.run({ kind: "file", name: file.path, scope: file.scope }, () => applyFile({ target, steps, file }));
  for (const [key, value] of Object.entries(imported.settings))
    await steps.run({ kind: "setting", name: key, scope: "user" }, () => applySetting({ target, steps, key, value }));
  for (const task of imported.tasks)
    await steps.run({ kind: "task", name: task.title || task.originalId, scope: "user" }, () =>
      applyTask({ target, steps, task }),
    );
  return steps.report();
}

async function applyFile(step: {
  readonly target: ImportTarget;
  readonly steps: ApplySteps;
  readonly file: FoundFile;
}): Promise<StepOutcome> {
  const { target, steps, file } = step;
  const { content, scope } = file;
  const path = safePath(withModeName(file.path, steps));
  // Checked again: writes must not rely on the source that created the import.
  if (path === undefined) return { done: "skipped", note: "its name cannot be used for a file here" };
  if (serverFiles.has(path)) {
    const present = await target.readFile(path, scope);
    const outcome = present === undefined ? undefined : await addServers(present, content);
    if (outcome) return writeServers(target, { ...file, path }, outcome);
  }
  const found = await freeName(
    (suffix) => withSuffix(path, suffix),
    async (candidate) => {
      const present = await target.readFile(candidate, scope);
      if (present === undefined) return "free";
      return present === content ? "same" : "different";
    },
  );
  if (found.presence === "same") return { done: "skipped", note: "already exists" };
  await target.writeFile(found.name, content, scope);
  return found.name === path
    ? { done: "imported" }
    : { done: "imported", note: `as ${found.name}, because you have another ${path}` };
}

/** Moves `rules-<mode>` and `skills-<mode>` along with a renamed mode. */
function withModeName(path: string, { modeNames }: ApplySteps): string {
  return path.replace(/^(rules|skills)-([^/]+)(?=\/)/, (folder, kind, slug) =>
    modeNames.has(slug) ? `${kind}-${modeNames.get(slug)}` : folder,
  );
}

async function writeServers(
  target: ImportTarget,
  file: FoundFile,
  outcome: { text: string; added: readonly string[] },
): Promise<StepOutcome> {
  if (outcome.added.length === 0) return { done: "skipped", note: "already exists" };
  await target.writeFile(file.path, outcome.text, file.scope);
  return { done: "imported", note: `added ${outcome.added.join(", ")}` };
}

/**
 * Adds MCP servers to an existing file, keeping comments and everything else. A different server with the same name
 * stays; the new one is added under another name, disabled, for comparison. undefined if the file cannot be parsed.
 */
async function addServers(present: string, imported: string): Promise<{ text: string; added: string[] } | undefined> {
  const { applyEdits, modify, parse } = await import("jsonc-parser");
  const errors: ParseError[] = [];
  const file: unknown = parse(present, errors, { allowTrailingComma: true });
  const incoming: unknown = JSON.parse(imported);
  if (errors.length > 0 || !isRecord(file) || !isRecord(incoming)) return undefined;
  const servers: Plain = { ...recordOf(file.mcpServers) };
  const added: string[] = [];
  let text = present;
  for (const [name, server] of Object.entries(recordOf(incoming.mcpServers))) {
    const found = await freeName(
      (suffix) => name + suffix,
      async (candidate) => presence(servers, candidate, asDisabled(server, candidate !== name)),
    );
    if (found.presence === "same") continue;
    const entry = asDisabled(server, found.name !== name);
    servers[found.name] = entry;
    text = applyEdits(
      text,
      modify(text, ["mcpServers", found.name], entry, { formattingOptions: { tabSize: 2, insertSpaces: true } }),
    );
    added.push(found.name);
  }
  return { text, added };
}

function presence(servers: Plain, name: string, server: unknown): "free" | "same" | "different" {
  if (!Object.hasOwn(servers, name)) return "free";
  return isSame(servers[name], server) ? "same" : "different";
}

function asDisabled(server: unknown, isRenamed: boolean): unknown {
  return isRenamed ? { ...recordOf(server), disabled: true } : server;
}
