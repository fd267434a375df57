import { isRecord, isSame, textOf } from "../plain-value.ts";
import type { ApplySteps, StepOutcome } from "./apply-steps.ts";
import type { ImportTarget } from "./import-target.ts";

/** A setting that is set stays; of a table, what is missing is added. */
export async function applySetting(step: {
  readonly target: ImportTarget;
  readonly steps: ApplySteps;
  readonly key: string;
  readonly value: unknown;
}): Promise<StepOutcome> {
  const { target, key } = step;
  const value = withNewNames(step);
  const present = await target.getSetting(key);
  if (present === undefined) {
    await target.setSetting(key, value);
    return { done: "brought" };
  }
  if (isSame(present, value)) return { done: "skipped", note: "there already" };
  if (!isRecord(present) || !isRecord(value))
    return { done: "skipped", note: `you have another; theirs is ${show(value)}` };
  const missing = Object.entries(value).filter(([name]) => !Object.hasOwn(present, name));
  const different = Object.keys(value).filter(
    (name) => Object.hasOwn(present, name) && !isSame(present[name], value[name]),
  );
  const note = different.length > 0 ? `yours stays for ${different.join(", ")}` : undefined;
  if (missing.length === 0) return { done: "skipped", note: note ?? "there already" };
  await target.setSetting(key, { ...present, ...Object.fromEntries(missing) });
  return { done: "brought", ...(note !== undefined && { note }) };
}

/** Profiles and modes that were written beside others go by another name now. */
function withNewNames({ steps, key, value }: { steps: ApplySteps; key: string; value: unknown }): unknown {
  const profile = (name: unknown): unknown => steps.profileNames.get(textOf(name) ?? "") ?? name;
  const mode = (slug: string): string => steps.modeNames.get(slug) ?? slug;
  if (key === "profile") return profile(value);
  if (key === "mode") return typeof value === "string" ? mode(value) : value;
  if (key !== "modeProfiles" || !isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([slug, name]) => [mode(slug), profile(name)]));
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
