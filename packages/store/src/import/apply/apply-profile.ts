import type { Profile } from "@roo-code/types";
import { type ProfileSecrets, splitProfile } from "../../profiles/profile-secrets.ts";
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
  const secrets = imported.secrets.get(name) ?? {};
  const whole = { ...profile, ...secrets, ...allHeaders(profile, secrets) };
  const found = await freeName(
    (suffix) => name + suffix,
    (candidate) => look(target, candidate, whole),
  );
  if (found.name !== name) steps.profileNames.set(name, found.name);
  const isNew = found.presence === "free";
  const lacksKey = !isNew && !(await hasAll(target, found.name, secrets));
  if (isNew || lacksKey) await target.addProfile(found.name, whole);
  const renamed = found.name === name ? undefined : `as ${found.name}, because you have another ${name}`;
  const withKey = Object.keys(secrets).length > 0 ? "with its key" : undefined;
  if (isNew) return { done: "brought", note: renamed ?? withKey };
  return lacksKey ? { done: "brought", note: "its key" } : { done: "skipped", note: "there already" };
}

function allHeaders({ headers }: Profile, secrets: ProfileSecrets): Pick<Profile, "headers"> {
  const all = { ...headers, ...secrets.headers };
  return Object.keys(all).length > 0 ? { headers: all } : {};
}

async function look(target: ImportTarget, name: string, wanted: Profile): Promise<Presence> {
  const present = await target.getProfile(name);
  if (present === undefined) return "free";
  const { open, secrets } = splitProfile(wanted);
  if (!isSame(present, open)) return "different";
  const held = await target.getSecrets(name);
  const isOther = partsOf(secrets).some((part) => held[part] !== undefined && !isSame(held[part], secrets[part]));
  return isOther ? "different" : "same";
}

async function hasAll(target: ImportTarget, name: string, secrets: ProfileSecrets): Promise<boolean> {
  const held = await target.getSecrets(name);
  return partsOf(secrets).every((part) => held[part] !== undefined);
}

function partsOf(secrets: ProfileSecrets): (keyof ProfileSecrets)[] {
  const parts = ["apiKey", "credentials", "headers"] as const;
  return parts.filter((part) => secrets[part] !== undefined);
}
