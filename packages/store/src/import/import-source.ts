import type { Mode, Profiles, Settings, TaskEvent, TaskId } from "@roo-code/types";
import type { ProfileSecrets } from "../profiles/profile-secrets.ts";
import type { Findings } from "./findings.ts";

/** Where to look. */
export interface ImportPlaces {
  readonly homeFolder: string;
  /** The project whose settings of other tools are stamps at. */
  readonly workspace: string;
  /** `$ROO_HOME`, where that is not `~/.roo`. */
  readonly home?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** As `process.platform`, which it is when absent. */
  readonly platform?: string;
  /** A `roo-code-settings.json` that Roo Code exported, wherever the person put it. */
  readonly rooSettingsFile?: string;
  /** Whether there is such a provider here; any, when absent. */
  readonly isProvider?: (id: string) => boolean;
}

/** One other tool. Reads only; what cannot be read is noted in the findings, and nothing is thrown for it. */
export interface ImportSource {
  readonly tool: string;
  /** What people call it. */
  readonly label: string;
  find(places: ImportPlaces, findings: Findings): Promise<void>;
}

/** Whose it is: what a project brings along never becomes the user's own. */
export type ImportScope = "user" | "project";

/** A file to be written below `~/.roo` or a project's `.roo`, with its path relative to that. */
export interface FoundFile {
  readonly path: string;
  readonly content: string;
  /** Where it was found. */
  readonly source: string;
  readonly scope: ImportScope;
}

export type FoundMode = Mode & { readonly scope: ImportScope };

/** A conversation of another tool, read from there whenever it is asked for: many large ones need little memory. */
export interface FoundTask {
  readonly taskId: TaskId;
  readonly originalId: string;
  readonly title: string;
  readonly createdAt: string;
  readonly cwd: string;
  /** As a log would hold it, with the times at which things happened. */
  events(): TaskEvent[];
}

/** What was found of one other tool. Nothing of it has been written anywhere. */
export interface FoundImport {
  /** `roo`, `cline`, `kilo`, `claude-code`, `codex`, `opencode`. */
  readonly tool: string;
  /** Folders and files it was read from. */
  readonly sources: readonly string[];
  readonly settings: Settings;
  readonly profiles: Profiles;
  /** Profile name → what was found in clear of what lets somebody in. Goes to the secret store; never shown. */
  readonly secrets: ReadonlyMap<string, ProfileSecrets>;
  readonly modes: readonly FoundMode[];
  /** Rules, commands, skills, MCP servers. */
  readonly files: readonly FoundFile[];
  readonly tasks: readonly FoundTask[];
  /** What could not be brought over, and why, for people. */
  readonly unmapped: readonly string[];
}
