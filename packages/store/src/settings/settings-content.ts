import type { ConfigurationNotice } from "@roo-code/types";
import { parseSettingsText } from "./parse-settings-text.ts";
import { readTextFile } from "./read-text-file.ts";
import { leadsOutOf } from "./real-path.ts";
import { brokenFile } from "./settings-notices.ts";

/** Where a settings file is, and whose it is. */
export interface SettingsPlace {
  readonly path: string;
  /** For a file of a workspace: a link that leads out of it is not followed. */
  readonly workspace?: string;
}

/** What a settings file holds, whether or not it is right. */
export interface SettingsContent {
  /** Empty when there is none that can be used. */
  readonly text: string;
  /** The file's permissions, if there is one that can be read. */
  readonly mode?: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** Why nothing of it can be used. */
  readonly broken?: ConfigurationNotice;
}

/** Never throws and never waits, whatever is there. */
export async function readSettingsContent(place: SettingsPlace): Promise<SettingsContent> {
  const { path } = place;
  const nothing = { text: "", values: {} };
  const reading = readTextFile(path);
  if (reading.state === "missing") return nothing;
  if (leadsOut(place)) return { ...nothing, broken: brokenFile(path, { reason: "leads out of the workspace" }) };
  if (reading.state === "broken") return { ...nothing, broken: brokenFile(path, reading) };
  const { text, mode } = reading;
  const { values, problem } = await parseSettingsText(text);
  return problem ? { ...nothing, mode, broken: brokenFile(path, problem) } : { text, mode, values };
}

export function leadsOut({ path, workspace }: SettingsPlace): boolean {
  return workspace !== undefined && leadsOutOf(workspace, path);
}
