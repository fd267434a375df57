import type { Imported, ImportedFile, ImportedTask, Mode, TaskEvent, TaskId } from "@roo-code/types";
import type { Findings } from "./findings.ts";

/** Where to look. */
export interface ImportPlaces {
  readonly homeFolder: string;
  /** The project whose settings of other tools are looked at. */
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** As `process.platform`, which it is when absent. */
  readonly platform?: string;
  /** A `roo-code-settings.json` that Roo Code exported, wherever the person put it. */
  readonly rooSettingsFile?: string;
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

export interface FoundFile extends ImportedFile {
  readonly scope: ImportScope;
}

export type FoundMode = Mode & { readonly scope: ImportScope };

/** `drafts` are read from the source whenever they are asked for, so that many large tasks need little memory. */
export interface FoundTask extends ImportedTask {
  readonly taskId: TaskId;
  /** The drafts as a log would hold them, with the times at which they happened. Reads the source again. */
  events(): TaskEvent[];
}

/** `keys` also holds a profile's further secrets, as `<profile>/<field>`. */
export interface FoundImport extends Imported {
  readonly files: readonly FoundFile[];
  readonly modes: readonly FoundMode[];
  readonly tasks: readonly FoundTask[];
}
