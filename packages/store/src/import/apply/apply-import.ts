import type { FoundImport } from "../import-source.ts";
import { applyFile } from "./apply-file.ts";
import { applyMode } from "./apply-mode.ts";
import { applyProfile } from "./apply-profile.ts";
import { applySetting } from "./apply-setting.ts";
import { ApplySteps } from "./apply-steps.ts";
import { applyTask } from "./apply-task.ts";
import type { ImportReport } from "./import-report.ts";
import type { Choose, ImportTarget } from "./import-target.ts";

/**
 * Brings over what was chosen. What is there is never replaced: the same is skipped, something different is written
 * beside it as `…-imported`. Doing it again changes nothing.
 */
export async function applyImport(imported: FoundImport, target: ImportTarget, choose: Choose): Promise<ImportReport> {
  const steps = new ApplySteps(imported, choose);
  for (const [name, profile] of Object.entries(imported.profiles))
    await steps.run({ kind: "profile", name, scope: "user" }, () =>
      applyProfile({ imported, target, steps, name, profile }),
    );
  for (const { scope, ...mode } of imported.modes)
    await steps.run({ kind: "mode", name: mode.slug, scope }, () => applyMode({ target, steps, mode, scope }));
  // From here on after profiles and modes, whose names may have changed.
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
