import type { ConfigurationNotice } from "@roo-code/types";
import { visibleText } from "./terminal-text.ts";

const mostBeforeARun = 8;

/** What a person should know about the configuration; nothing of it stops a run. */
export function showNotices(notices: readonly ConfigurationNotice[], most = mostBeforeARun): void {
  for (const { message } of notices.slice(0, most)) process.stderr.write(`! ${visibleText(message)}\n`);
  if (notices.length > most) process.stderr.write(`! ${notices.length - most} more: roo config show\n`);
}

/** Even with --quiet: what a person must know before the run, and may want to stop it for. */
export function showWarning(message: string): void {
  process.stderr.write(`! ${visibleText(message)}\n`);
}
