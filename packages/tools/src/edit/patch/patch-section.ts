import { ToolFailure } from "@roo-code/types";

/** Lines to find and what they become. */
export interface PatchHunk {
  /** Texts of `@@` lines: the first match below them counts. */
  readonly contexts: readonly string[];
  readonly search: readonly string[];
  readonly replace: readonly string[];
  readonly isEndOfFile: boolean;
  /** The line number in a unified diff, from 1. */
  readonly startLine: number | undefined;
  /** Whether the file ends with a line break afterwards, where the patch says so. */
  readonly endsWithBreak?: boolean;
}

export type PatchSection =
  | {
      readonly kind: "add";
      readonly path: string;
      readonly text: string;
      /** Replaces an existing file. */
      readonly replaces?: boolean;
    }
  | { readonly kind: "delete"; readonly path: string }
  | {
      readonly kind: "update";
      readonly path: string;
      readonly moveTo: string | undefined;
      readonly hunks: readonly PatchHunk[];
    };

export function invalidPatch(reason: string): ToolFailure {
  return new ToolFailure("invalid_patch", `The patch is invalid and nothing was written. ${reason}`);
}
