import type { FoundFile } from "../import-source.ts";
import { safePath, withSuffix } from "../safe-path.ts";
import { addServers } from "./add-servers.ts";
import type { ApplySteps, StepOutcome } from "./apply-steps.ts";
import { freeName } from "./free-name.ts";
import type { ImportTarget } from "./import-target.ts";

const serverFiles: ReadonlySet<string> = new Set(["mcp-settings.json", "mcp.json"]);

export async function applyFile(step: {
  readonly target: ImportTarget;
  readonly steps: ApplySteps;
  readonly file: FoundFile;
}): Promise<StepOutcome> {
  const { target, steps, file } = step;
  const { content, scope } = file;
  const path = safePath(besideItsMode(file.path, steps));
  // Looked at again: what is written never depends on who put the import together.
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
  if (found.presence === "same") return { done: "skipped", note: "there already" };
  await target.writeFile(found.name, content, scope);
  return found.name === path
    ? { done: "brought" }
    : { done: "brought", note: `as ${found.name}, because you have another ${path}` };
}

/** `rules-<mode>` and `skills-<mode>` go with a mode that had to get another name. */
function besideItsMode(path: string, { modeNames }: ApplySteps): string {
  return path.replace(/^(rules|skills)-([^/]+)(?=\/)/, (folder, kind, slug) =>
    modeNames.has(slug) ? `${kind}-${modeNames.get(slug)}` : folder,
  );
}

async function writeServers(
  target: ImportTarget,
  file: FoundFile,
  outcome: { text: string; added: readonly string[] },
): Promise<StepOutcome> {
  if (outcome.added.length === 0) return { done: "skipped", note: "there already" };
  await target.writeFile(file.path, outcome.text, file.scope);
  return { done: "brought", note: `added ${outcome.added.join(", ")}` };
}
