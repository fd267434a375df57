import type { EventDraft } from "../event.ts";
import type { Mode } from "../mode.ts";
import type { Profiles } from "./profile.ts";
import type { Settings } from "./settings.ts";

/** A file to be written below `~/.roo` or a project's `.roo`, with its path relative to that. */
export interface ImportedFile {
  readonly path: string;
  readonly content: string;
  /** Where it was found. */
  readonly source: string;
}

/** A conversation of another tool, as drafts of our log (without `task.start`'s id, which the importer gives). */
export interface ImportedTask {
  readonly originalId: string;
  readonly title: string;
  readonly createdAt: string;
  readonly cwd: string;
  readonly drafts: readonly EventDraft[];
}

/** What was found of one other tool. Nothing of it has been written anywhere. */
export interface Imported {
  /** `roo`, `cline`, `kilo`, `claude-code`, `codex`, `opencode`. */
  readonly tool: string;
  /** Folders and files it was read from. */
  readonly sources: readonly string[];
  readonly settings: Settings;
  readonly profiles: Profiles;
  /** Profile name → key found in clear. Goes to the secret store; never shown. */
  readonly keys: ReadonlyMap<string, string>;
  readonly modes: readonly Mode[];
  /** Rules, commands, skills, MCP servers. */
  readonly files: readonly ImportedFile[];
  readonly tasks: readonly ImportedTask[];
  /** What could not be brought over, and why, for people. */
  readonly unmapped: readonly string[];
}
