import type { ConfigurationNotice } from "@roo-code/types";
import { readTextFile } from "../files/read-text-file.ts";
import { leadsOutOf } from "../files/real-path.ts";
import { parseSettingsText } from "./parse-jsonc.ts";
import { brokenFile } from "./settings-notices.ts";

/** The path of a settings file, and the workspace it belongs to. */
export interface SettingsLocation {
  readonly path: string;
  /** For a file of a workspace: a symlink that leads out of it is not followed. */
  readonly workspace?: string;
}

/** The content of a settings file, not validated yet. */
export interface SettingsContent {
  /** Empty when the file is missing or unusable. */
  readonly text: string;
  /** The file's permissions, if it can be read. */
  readonly mode?: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** Why the file is unusable. */
  readonly broken?: ConfigurationNotice;
}

/** Never throws and never blocks, whatever is at the path. */
export async function readSettingsContent(location: SettingsLocation): Promise<SettingsContent> {
  const { path } = location;
  const empty = { text: "", values: {} };
  const reading = readTextFile(path);
  if (reading.state === "missing") return empty;
  if (leadsOut(location)) return { ...empty, broken: brokenFile(path, { reason: "leads out of the workspace" }) };
  if (reading.state === "broken") return { ...empty, broken: brokenFile(path, reading) };
  const { text, mode } = reading;
  const { values, problem } = await parseSettingsText(text);
  return problem ? { ...empty, mode, broken: brokenFile(path, problem) } : { text, mode, values };
}

export function leadsOut({ path, workspace }: SettingsLocation): boolean {
  return workspace !== undefined && leadsOutOf(workspace, path);
}
