import type { Mode, Profiles, Settings, TaskEvent, TaskId } from "@roo-code/types";
import type { ProfileSecrets } from "../profiles/profile-secrets.ts";
import type { Findings } from "./findings.ts";

/** What to import from. */
export interface ImportOptions {
  readonly homeFolder: string;
  /** The project whose configuration of other tools is read. */
  readonly workspace: string;
  /** `$ROO_HOME`, if it is not `~/.roo`. */
  readonly home?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `process.platform` by default. */
  readonly platform?: string;
  /** A `roo-code-settings.json` exported by Roo Code. */
  readonly rooSettingsFile?: string;
  /** Whether a provider exists here; by default all do. */
  readonly isProvider?: (id: string) => boolean;
}

/** Another tool. Read-only; what cannot be read is recorded in the findings and does not throw. */
export interface ImportSource {
  readonly tool: string;
  /** Its display name. */
  readonly label: string;
  find(options: ImportOptions, findings: Findings): Promise<void>;
}

/** Project configuration never becomes the user's own. */
export type ImportScope = "user" | "project";

/** A file to write below `~/.roo` or a project's `.roo`; its path is relative to that. */
export interface FoundFile {
  readonly path: string;
  readonly content: string;
  /** Where it was found. */
  readonly source: string;
  readonly scope: ImportScope;
}

export type FoundMode = Mode & { readonly scope: ImportScope };

/** A conversation of another tool, read on demand so that many large ones need little memory. */
export interface FoundTask {
  readonly taskId: TaskId;
  readonly originalId: string;
  readonly title: string;
  readonly createdAt: string;
  readonly cwd: string;
  /** The events of its log, with the original times. */
  events(): TaskEvent[];
}

/** What was found of one other tool. Nothing has been written yet. */
export interface FoundImport {
  /** `roo`, `cline`, `kilo`, `claude-code`, `codex`, `opencode`. */
  readonly tool: string;
  /** The folders and files that were read. */
  readonly sources: readonly string[];
  readonly settings: Settings;
  readonly profiles: Profiles;
  /** Profile name → secrets found in plain text. They go to the secret store and are never shown. */
  readonly secrets: ReadonlyMap<string, ProfileSecrets>;
  readonly modes: readonly FoundMode[];
  /** Rules, commands, skills, MCP servers. */
  readonly files: readonly FoundFile[];
  readonly tasks: readonly FoundTask[];
  /** What could not be imported, and why. */
  readonly unmapped: readonly string[];
}
