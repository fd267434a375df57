import { join } from "node:path";
import type { Clock, Settings } from "@roo-code/types";
import { checkSettings } from "./check-settings.ts";
import { distrustProject } from "./distrust-project.ts";
import { readEnvironmentSettings } from "./environment-settings.ts";
import { type EffectiveSettings, Layers } from "./layers.ts";
import { localSettingsPath } from "./local-settings-path.ts";
import { realPathOf } from "./real-path.ts";
import { SettingsFile } from "./settings-file.ts";

export interface SettingsSources {
  /** `$ROO_HOME`, or `~/.roo`. */
  readonly home: string;
  readonly workspace?: string;
  /** A person vouched for the workspace as it is now. */
  readonly isTrusted?: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** What an editor's own settings say. */
  readonly editor?: Settings;
  /** What a program or a command line asks for; the last word. */
  readonly program?: Settings;
}

export const defaultSettings: Settings = { mode: "code", useAgentRules: true, useRules: true };

/** What applies, of all layers together. Never throws: what cannot be used is left out and named by a notice. */
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

/** What the person set for one folder, kept apart from it: their own word, whatever the folder says. */
export function localSettingsFile({
  home,
  workspace,
  clock,
}: {
  home: string;
  workspace: string;
  clock: Clock;
}): SettingsFile {
  return new SettingsFile({ path: localSettingsPath(home, workspace), clock });
}

async function addProject(effective: Layers, { home, workspace, isTrusted, clock }: SettingsSources): Promise<void> {
  if (workspace === undefined) return;
  const file = projectSettingsFile({ workspace, clock });
  const read = await file.read();
  const isEmpty = Object.keys(read.values).length === 0 && read.notices.length === 0;
  // Whoever works in their home folder has one file for both, and it is their own.
  if (isEmpty || realPathOf(file.path) === realPathOf(join(home, "settings.json"))) return;
  const given = { source: file.path, below: effective.result().values };
  const allowed = isTrusted ? { values: read.values, notices: [] } : distrustProject(read.values, given);
  effective.add("project", { values: allowed.values, notices: [...read.notices, ...allowed.notices] }, file.path);
}

async function addLocal(effective: Layers, { home, workspace, clock }: SettingsSources): Promise<void> {
  if (workspace === undefined) return;
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
