import type { FoundImport } from "../import-source.ts";
import { applyFile } from "./apply-file.ts";
import { applyMode, applyProfile, applySetting, applyTask } from "./apply-items.ts";
import { ApplySteps } from "./apply-steps.ts";
import type { Choose, ImportReport, ImportTarget } from "./import-target.ts";

/**
 * Imports what was chosen. Nothing existing is replaced: identical things are skipped, different ones are written as
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
