import { ToolFailure } from "@roo-code/types";

/** Lines to find and what they become. */
export interface PatchHunk {
  /** Texts of `@@` lines: the place is the first one below them. */
  readonly contexts: readonly string[];
  readonly search: readonly string[];
  readonly replace: readonly string[];
  readonly isEndOfFile: boolean;
  /** Where a unified diff says it is, from 1. */
  readonly startLine: number | undefined;
  /** Whether the file ends with a line break afterwards, where the patch says so. */
  readonly endsWithBreak?: boolean;
}

export type PatchSection =
  | {
      readonly kind: "add";
      readonly path: string;
      readonly text: string;
      /** In place of a file that was there. */
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
  return new ToolFailure("invalid_patch", `The patch cannot be read and nothing was written. ${reason}`);
}
