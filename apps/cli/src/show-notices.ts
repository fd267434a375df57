import type { ConfigurationNotice } from "@roo-code/types";
import { visibleText } from "./terminal-text.ts";

const maxNotices = 8;

/** Notices about the configuration; none of them stops a run. */
export function showNotices(notices: readonly ConfigurationNotice[], max = maxNotices): void {
  for (const { message } of notices.slice(0, max)) process.stderr.write(`! ${visibleText(message)}\n`);
  if (notices.length > max) process.stderr.write(`! ${notices.length - max} more: roo config show\n`);
}

/** Shown even with --quiet: a reason to stop the run. */
export function showWarning(message: string): void {
  process.stderr.write(`! ${visibleText(message)}\n`);
}
