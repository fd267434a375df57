import type { Mode, Profile } from "@roo-code/types";
import type { ProfileSecrets } from "../../profiles/profile-secrets.ts";
import type { FoundTask, ImportScope } from "../import-source.ts";

/**
 * The destination of an import. Each member may reject; then that item is reported as failed and the rest continues.
 * Nothing existing is replaced, except MCP files, to which servers are added.
 */
export interface ImportTarget {
  /** The user's own setting; undefined when it is not set. */
  getSetting(key: string): Promise<unknown>;
  setSetting(key: string, value: unknown): Promise<void>;
  getProfile(name: string): Promise<Profile | undefined>;
  /** With its secrets, which must never be shown or occur in an error. Only for a new name, or to add secrets. */
  addProfile(name: string, profile: Profile): Promise<void>;
  /** The stored secrets of a profile; empty if there is no such profile. */
  getSecrets(name: string): Promise<ProfileSecrets>;
  getMode(slug: string, scope: ImportScope): Promise<Mode | undefined>;
  /** Only for a slug that is unused in its scope. */
  addMode(mode: Mode, scope: ImportScope): Promise<void>;
  /** `path` is below `~/.roo` or the project's `.roo`, with `/`; undefined when there is no such file. */
  readFile(path: string, scope: ImportScope): Promise<string | undefined>;
  /** Creates parent folders. Replaces a file only if it was read before. */
  writeFile(path: string, content: string, scope: ImportScope): Promise<void>;
  hasTask(taskId: string): Promise<boolean>;
  /** Only for an unused id; atomically. Events have their original times. */
  addTask(task: Pick<FoundTask, "taskId" | "events">): Promise<void>;
}

type ImportKind = "setting" | "profile" | "mode" | "file" | "task";

/** Something that can be imported, for the user to choose. */
export interface ImportItem {
  readonly tool: string;
  readonly kind: ImportKind;
  /** The setting's key, the profile's name, the mode's slug, the file's path, the task's title. */
  readonly name: string;
  readonly scope: ImportScope;
}

/** Whether to import an item. A profile includes its key. */
export type Choose = (item: ImportItem) => boolean | Promise<boolean>;

export interface ReportLine extends ImportItem {
  /** Never contains a secret. */
  readonly note?: string;
}

/** The result of an import. */
export interface ImportReport {
  readonly tool: string;
  readonly imported: readonly ReportLine[];
  /** Existing already, or not chosen. */
  readonly skipped: readonly ReportLine[];
  readonly failed: readonly ReportLine[];
  /** What has no equivalent, or is unreadable. */
  readonly unmapped: readonly string[];
}

export function formatReport(report: ImportReport): string {
  const { tool, imported, skipped, failed, unmapped } = report;
  const parts = [
    section(`Imported from ${tool}`, imported.map(formatLine)),
    section("Skipped", skipped.map(formatLine)),
    section("Failed", failed.map(formatLine)),
    section("Could not be imported", unmapped),
  ];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return text === "" ? `Nothing to import from ${tool}.\n` : `${text}\n`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [`${title}:`, ...lines.map((line) => `  - ${line}`)].join("\n");
}

function formatLine({ kind, name, scope, note }: ReportLine): string {
  const suffix = scope === "project" ? " (project)" : "";
  return `${kind} ${name}${suffix}${note === undefined ? "" : `: ${note}`}`;
}
