import type { Profile } from "@roo-code/types";
import type { FoundImport } from "../import-source.ts";
import { isSame } from "../plain-value.ts";
import type { ApplySteps, StepOutcome } from "./apply-steps.ts";
import { freeName, type Presence } from "./free-name.ts";
import type { ImportTarget } from "./import-target.ts";

interface ProfileStep {
  readonly imported: FoundImport;
  readonly target: ImportTarget;
  readonly steps: ApplySteps;
  readonly name: string;
  readonly profile: Profile;
}

/** A profile and its keys are one thing: with another key it is another profile. */
export async function applyProfile({ imported, target, steps, name, profile }: ProfileStep): Promise<StepOutcome> {
  const keys = keysOf(imported.keys, name);
  const found = await freeName(
    (suffix) => name + suffix,
    (candidate) => look(target, { name: candidate, profile, keys }),
  );
  if (found.name !== name) steps.profileNames.set(name, found.name);
  if (found.presence === "free") await target.addProfile(found.name, profile);
  const added = await addKeys(target, found.name, keys);
  const renamed = found.name === name ? undefined : `as ${found.name}, because you have another ${name}`;
  if (found.presence === "free")
    return { done: "brought", note: renamed ?? (keys.size > 0 ? "with its key" : undefined) };
  return added > 0 ? { done: "brought", note: "its key" } : { done: "skipped", note: "there already" };
}

/** Field → secret of one profile. */
function keysOf(all: ReadonlyMap<string, string>, profile: string): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [name, value] of all) {
    if (name === profile) keys.set("apiKey", value);
    else if (name.startsWith(`${profile}/`)) keys.set(name.slice(profile.length + 1), value);
  }
  return keys;
}

async function look(
  target: ImportTarget,
  wanted: { name: string; profile: Profile; keys: ReadonlyMap<string, string> },
): Promise<Presence> {
  const present = await target.getProfile(wanted.name);
  if (present === undefined) return "free";
  if (!isSame(present, wanted.profile)) return "different";
  for (const [field, value] of wanted.keys) {
    const stored = await target.getSecret(secretName(wanted.name, field));
    if (stored !== undefined && stored !== value) return "different";
  }
  return "same";
}

async function addKeys(target: ImportTarget, profile: string, keys: ReadonlyMap<string, string>): Promise<number> {
  let added = 0;
  for (const [field, value] of keys) {
    const name = secretName(profile, field);
    if ((await target.getSecret(name)) !== undefined) continue;
    await target.setSecret(name, value);
    added += 1;
  }
  return added;
}

function secretName(profile: string, field: string): string {
  return `profile/${profile}/${field}`;
}
