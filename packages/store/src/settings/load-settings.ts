import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { type Clock, type ConfigurationNotice, type Settings, systemErrorCode } from "@roo-code/types";
import { realPathOf } from "../files/real-path.ts";
import { type EffectiveSettings, Layers } from "./layers.ts";
import { isSensitiveKey } from "./sensitive-keys.ts";
import { type SettingKind, settingKinds } from "./setting-kinds.ts";
import { checkSettings, settingTraits } from "./setting-traits.ts";
import { SettingsFile } from "./settings-file.ts";
import { invalidValue, notTrusted } from "./settings-notices.ts";

export interface SettingsSources {
  /** `$ROO_HOME`, or `~/.roo`. */
  readonly home: string;
  readonly workspace?: string;
  /** The user trusts the workspace in its current state. */
  readonly isTrusted?: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Settings from the editor. */
  readonly editor?: Settings;
  /** Settings from the command line or the embedding program; they override every other layer. */
  readonly program?: Settings;
}

const defaultSettings: Settings = { mode: "code", useAgentRules: true, useRules: true };

/** The effective settings of all layers. Never throws: unusable values are skipped and reported as notices. */
export async function loadSettings(sources: SettingsSources): Promise<EffectiveSettings> {
  const effective = new Layers();
  effective.add("default", { values: defaultSettings, notices: [] });
  if (sources.editor) effective.add("editor", checkSettings(sources.editor, "editor"));
  const userFile = userSettingsFile(sources);
  effective.add("user", await userFile.read(), userFile.path);
  await addProject(effective, sources);
  await addLocal(effective, sources);
  addEnvironment(effective, sources.environment);
  if (sources.program) effective.add("program", checkSettings(sources.program, "program"));
  return effective.result();
}

export function userSettingsFile({ home, clock }: Pick<SettingsSources, "home" | "clock">): SettingsFile {
  return new SettingsFile({ path: join(home, "settings.json"), clock });
}

export function projectSettingsFile({ workspace, clock }: { workspace: string; clock: Clock }): SettingsFile {
  return new SettingsFile({ path: join(workspace, ".roo", "settings.json"), workspace, clock });
}

/** The user's own settings for one workspace, stored outside of it so that the repository cannot change them. */
export function localSettingsFile(options: { home: string; workspace: string; clock: Clock }): SettingsFile {
  const { home, workspace, clock } = options;
  return new SettingsFile({ path: localSettingsPath(home, workspace), clock });
}

/** The name is for readability, the digest distinguishes folders with the same name. */
export function localSettingsPath(home: string, workspace: string): string {
  const digest = process.getBuiltinModule("node:crypto").hash("sha256", workspace, "hex").slice(0, 12);
  return join(home, "projects", `${projectName(workspace)}${digest}`, "settings.json");
}

function projectName(workspace: string): string {
  const name = basename(workspace).replaceAll(/[^\w.-]+/g, "-");
  return `${name.slice(0, 40)}-`;
}

/** False if there are none for sure. The digest takes longer to load than the rest of the settings. */
function mayHaveLocalSettings(home: string, workspace: string): boolean {
  try {
    return readdirSync(join(home, "projects")).some((name) => name.startsWith(projectName(workspace)));
  } catch (error) {
    return systemErrorCode(error) !== "ENOENT";
  }
}

async function addProject(effective: Layers, { home, workspace, isTrusted, clock }: SettingsSources): Promise<void> {
  if (workspace === undefined) return;
  const file = projectSettingsFile({ workspace, clock });
  const read = await file.read();
  const isEmpty = Object.keys(read.values).length === 0 && read.notices.length === 0;
  // When the workspace is the home folder, both paths are the user's own file.
  if (isEmpty || realPathOf(file.path) === realPathOf(join(home, "settings.json"))) return;
  const options = { source: file.path, below: effective.result().values };
  const allowed = isTrusted ? { values: read.values, notices: [] } : filterUntrusted(read.values, options);
  effective.add("project", { values: allowed.values, notices: [...read.notices, ...allowed.notices] }, file.path);
}

async function addLocal(effective: Layers, { home, workspace, clock }: SettingsSources): Promise<void> {
  if (workspace === undefined) return;
  if (!mayHaveLocalSettings(home, workspace)) return;
  const file = localSettingsFile({ home, workspace, clock });
  effective.add("local", await file.read(), file.path);
}

function addEnvironment(effective: Layers, environment: NodeJS.ProcessEnv): void {
  const { values, notices } = readEnvironmentSettings(environment);
  for (const [key, { value, variable }] of values) {
    effective.add("environment", { values: { [key]: value }, notices: [] }, variable);
  }
  effective.add("environment", { values: {}, notices });
}

interface EnvironmentSettings {
  /** By key, each with the name of its variable. */
  readonly values: ReadonlyMap<string, { readonly value: unknown; readonly variable: string }>;
  readonly notices: readonly ConfigurationNotice[];
}

/** Settings from environment variables: `maxTurns` is `ROO_MAX_TURNS`. An empty variable counts as unset. */
function readEnvironmentSettings(environment: NodeJS.ProcessEnv): EnvironmentSettings {
  const values = new Map<string, { value: unknown; variable: string }>();
  const notices: ConfigurationNotice[] = [];
  for (const [key, traits] of settingTraits) {
    const variable = variableOf(key);
    const text = environment[variable];
    if (text === undefined || text === "") continue;
    const kind: SettingKind = settingKinds[traits.kind];
    const value = kind.fromText(text);
    if (kind.accepts(value)) values.set(key, { value, variable });
    else notices.push(invalidValue(variable, { key, expected: kind.expected }));
  }
  return { values, notices };
}

function variableOf(key: string): string {
  return `ROO_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

interface FilteredSettings {
  readonly values: Settings;
  readonly notices: readonly ConfigurationNotice[];
}

/**
 * What an untrusted repository may set: its authors must not decide what is approved, where keys are sent, what runs,
 * or that more is spent than the user allows.
 */
function filterUntrusted(project: Settings, options: { source: string; below: Settings }): FilteredSettings {
  const refusals = Object.entries(project).flatMap(([key, value]) => {
    const reason = refusalReason(key, { value, below: options.below[key] });
    return reason === undefined ? [] : { key, reason };
  });
  const refused = new Set(refusals.map(({ key }) => key));
  return {
    values: Object.fromEntries(Object.entries(project).filter(([key]) => !refused.has(key))),
    notices: refusals.map((refusal) => notTrusted(options.source, refusal)),
  };
}

function refusalReason(key: string, { value, below }: { value: unknown; below: unknown }): string | undefined {
  const traits = settingTraits.get(key);
  const isRefused = traits ? traits.fromProject === "nothing" : isSensitiveKey(key, value);
  if (isRefused) return "an untrusted project cannot set it";
  const isRaised = typeof value === "number" && typeof below === "number" && value > below;
  if (traits?.fromProject === "lower" && isRaised) return "an untrusted project can only lower it";
  return undefined;
}
