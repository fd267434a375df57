import { ProviderError, RooError } from "@roo-code/types";
import { exitCodes } from "./exit-codes.ts";
import { visibleText } from "./terminal-text.ts";

/** Errors of the machine rather than of what was asked. */
const failures = new Set(["disk_full", "log_write_failed", "task_lost", "internal_error"]);

/** Says what failed, on what and what to do next; returns the exit code. */
export function reportError(error: unknown): number {
  if (error instanceof RooError) {
    process.stderr.write(`roo: ${visibleText(error.message)}\n`);
    if (error.next) process.stderr.write(`  → ${visibleText(error.next)}\n`);
    return error instanceof ProviderError || failures.has(error.code) ? exitCodes.failed : exitCodes.usage;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`roo: something broke that should not have. What was done so far is kept.\n${detail}\n`);
  return exitCodes.failed;
}
