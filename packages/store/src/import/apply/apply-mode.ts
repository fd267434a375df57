import type { Mode } from "@roo-code/types";
import type { ImportScope } from "../import-source.ts";
import { isSame } from "../plain-value.ts";
import type { ApplySteps, StepOutcome } from "./apply-steps.ts";
import { freeName } from "./free-name.ts";
import type { ImportTarget } from "./import-target.ts";

export async function applyMode(step: {
  readonly target: ImportTarget;
  readonly steps: ApplySteps;
  readonly mode: Mode;
  readonly scope: ImportScope;
}): Promise<StepOutcome> {
  const { target, steps, mode, scope } = step;
  const found = await freeName(
    (suffix) => mode.slug + suffix,
    async (slug) => {
      const present = await target.getMode(slug, scope);
      if (present === undefined) return "free";
      return isSame(present, { ...mode, slug }) ? "same" : "different";
    },
  );
  if (found.name !== mode.slug) steps.modeNames.set(mode.slug, found.name);
  if (found.presence === "same") return { done: "skipped", note: "there already" };
  await target.addMode({ ...mode, slug: found.name }, scope);
  if (found.name === mode.slug) return { done: "brought" };
  return { done: "brought", note: `as ${found.name}, because you have another ${mode.slug}` };
}
