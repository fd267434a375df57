import { RooError, systemErrorCode } from "@roo-code/types";

/** Errors of the file system as data; others as they are. */
export function asWorktreeFailure(id: string, what: string, error: unknown): unknown {
  if (error instanceof RooError || systemErrorCode(error) === undefined) return error;
  return new RooError({
    code: "worktree_failed",
    message: `The copy ${id} of the workspace could not be ${what}: ${error instanceof Error ? error.message : String(error)}`,
    next: "Check free space and permissions, then try again: it goes on where it was, and every file is old or new.",
    cause: error,
  });
}
