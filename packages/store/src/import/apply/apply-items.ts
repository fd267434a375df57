import type { Mode, Profile, TaskEvent } from "@roo-code/types";
import { type ProfileSecrets, splitProfile } from "../../profiles/profile-secrets.ts";
import type { FoundImport, FoundTask, ImportScope } from "../import-source.ts";
import { isRecord, isSame, textOf } from "../plain-value.ts";
import { type ApplySteps, freeName, type Presence, type StepOutcome } from "./apply-steps.ts";
import type { ImportTarget } from "./import-target.ts";

interface ProfileStep {
  readonly imported: FoundImport;
  readonly target: ImportTarget;
  readonly steps: ApplySteps;
  readonly name: string;
  readonly profile: Profile;
}

/** A profile includes its secrets: with another key it is another profile. */
export async function applyProfile({ imported, target, steps, name, profile }: ProfileStep): Promise<StepOutcome> {
  const secrets = imported.secrets.get(name) ?? {};
  const whole = { ...profile, ...secrets, ...allHeaders(profile, secrets) };
  const found = await freeName(
    (suffix) => name + suffix,
    (candidate) => findPresence(target, candidate, whole),
  );
  if (found.name !== name) steps.profileNames.set(name, found.name);
  const isNew = found.presence === "free";
  const lacksKey = !isNew && !(await hasAll(target, found.name, secrets));
  if (isNew || lacksKey) await target.addProfile(found.name, whole);
  const renamed = found.name === name ? undefined : `as ${found.name}, because you have another ${name}`;
  const withKey = Object.keys(secrets).length > 0 ? "with its key" : undefined;
  if (isNew) return { done: "imported", note: renamed ?? withKey };
  return lacksKey ? { done: "imported", note: "its key" } : { done: "skipped", note: "already exists" };
}

function allHeaders({ headers }: Profile, secrets: ProfileSecrets): Pick<Profile, "headers"> {
  const all = { ...headers, ...secrets.headers };
  return Object.keys(all).length > 0 ? { headers: all } : {};
}

async function findPresence(target: ImportTarget, name: string, profile: Profile): Promise<Presence> {
  const present = await target.getProfile(name);
  if (present === undefined) return "free";
  const { open, secrets } = splitProfile(profile);
  if (!isSame(present, open)) return "different";
  const stored = await target.getSecrets(name);
  const isOther = partsOf(secrets).some((part) => stored[part] !== undefined && !isSame(stored[part], secrets[part]));
  return isOther ? "different" : "same";
}

async function hasAll(target: ImportTarget, name: string, secrets: ProfileSecrets): Promise<boolean> {
  const stored = await target.getSecrets(name);
  return partsOf(secrets).every((part) => stored[part] !== undefined);
}

function partsOf(secrets: ProfileSecrets): (keyof ProfileSecrets)[] {
  const parts = ["apiKey", "credentials", "headers"] as const;
  return parts.filter((part) => secrets[part] !== undefined);
}

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
  if (found.presence === "same") return { done: "skipped", note: "already exists" };
  await target.addMode({ ...mode, slug: found.name }, scope);
  if (found.name === mode.slug) return { done: "imported" };
  return { done: "imported", note: `as ${found.name}, because you have another ${mode.slug}` };
}

/** Existing settings stay; missing entries of an object are added. */
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
    return { done: "imported" };
  }
  if (isSame(present, value)) return { done: "skipped", note: "already exists" };
  if (!isRecord(present) || !isRecord(value))
    return { done: "skipped", note: `yours differs; theirs is ${show(value)}` };
  const missing = Object.entries(value).filter(([name]) => !Object.hasOwn(present, name));
  const different = Object.keys(value).filter(
    (name) => Object.hasOwn(present, name) && !isSame(present[name], value[name]),
  );
  const note = different.length > 0 ? `kept yours for ${different.join(", ")}` : undefined;
  if (missing.length === 0) return { done: "skipped", note: note ?? "already exists" };
  await target.setSetting(key, { ...present, ...Object.fromEntries(missing) });
  return { done: "imported", note };
}

/** Profiles and modes may have been renamed. */
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

/** Recognized by its id: an imported task may have been continued since. */
export async function applyTask(step: {
  readonly target: ImportTarget;
  readonly steps: ApplySteps;
  readonly task: FoundTask;
}): Promise<StepOutcome> {
  const { target, steps, task } = step;
  const { taskId } = task;
  if (await target.hasTask(taskId)) return { done: "skipped", note: "already exists" };
  await target.addTask({ taskId, events: () => task.events().map((event) => withModeName(event, steps)) });
  return { done: "imported" };
}

/** Its mode may have been renamed; the original slug is another mode here. */
function withModeName(event: TaskEvent, { modeNames }: ApplySteps): TaskEvent {
  if (event.type !== "task.start" && event.type !== "mode.start") return event;
  return { ...event, mode: modeNames.get(event.mode) ?? event.mode };
}
