import type { Mode, Profile } from "@roo-code/types";
import type { ProfileSecrets } from "../../profiles/profile-secrets.ts";
import type { FoundTask, ImportScope } from "../import-source.ts";

/**
 * Where an import goes. Each member may reject; then that one thing is reported as failed and the rest goes on.
 * Nothing is ever asked to replace what is there, but for the MCP files, to which servers are added.
 */
export interface ImportTarget {
  /** The user's own setting; undefined when it is not set. */
  getSetting(key: string): Promise<unknown>;
  setSetting(key: string, value: unknown): Promise<void>;
  getProfile(name: string): Promise<Profile | undefined>;
  /** With its secrets, which are never shown and never in an error. Only for a name that is free, or to add secrets. */
  addProfile(name: string, profile: Profile): Promise<void>;
  /** What is stored apart from a profile; nothing where there is no such profile. */
  getSecrets(name: string): Promise<ProfileSecrets>;
  getMode(slug: string, scope: ImportScope): Promise<Mode | undefined>;
  /** Only for a slug that is free in its scope. */
  addMode(mode: Mode, scope: ImportScope): Promise<void>;
  /** `path` is below `~/.roo` or the project's `.roo`, with `/`; undefined when there is no such file. */
  readFile(path: string, scope: ImportScope): Promise<string | undefined>;
  /** Makes folders on the way. Replaces a file only where it was read before. */
  writeFile(path: string, content: string, scope: ImportScope): Promise<void>;
  hasTask(taskId: string): Promise<boolean>;
  /** Only for an id that is free; whole or not at all. Events hold the times at which things happened. */
  addTask(task: Pick<FoundTask, "taskId" | "events">): Promise<void>;
}

export type ImportKind = "setting" | "profile" | "mode" | "file" | "task";

/** One thing that can be brought over, for a person to choose. */
export interface ImportItem {
  readonly tool: string;
  readonly kind: ImportKind;
  /** The setting's key, the profile's name, the mode's slug, the file's path, the task's title. */
  readonly name: string;
  readonly scope: ImportScope;
}

/** Whether a thing is wanted. A profile's key goes with the profile. */
export type Choose = (item: ImportItem) => boolean | Promise<boolean>;
