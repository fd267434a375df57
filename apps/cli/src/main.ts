import { ProviderError, RooError } from "@roo-code/types";
import { commands } from "./commands.ts";
import { exitCodes } from "./exit-codes.ts";
import { closedOutput } from "./interrupts.ts";
import { visibleText } from "./terminal-text.ts";
import { checkArgument } from "./update/check-argument.ts";

/** Runs one command and returns the process's exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const [name = "help", ...rest] = args;
  process.stdout.on("error", closedOutput);
  process.stderr.on("error", closedOutput);
  if (name === "help" || name === "--help" || name === "-h") return help();
  if (name === checkArgument) return (await import("./update/check-for-update.ts")).checkForUpdate();
  const entry = commands.find((command) => command.name === name);
  if (!entry) {
    process.stderr.write(`Unknown command: ${name}\n\n`);
    help(process.stderr);
    return exitCodes.usage;
  }
  try {
    const exitCode = await entry.run(rest);
    if (process.stdout.isTTY && process.stderr.isTTY) await (await import("./update/update-notice.ts")).noticeUpdate();
    return exitCode;
  } catch (error) {
    return reportError(error);
  }
}

function help(stream: NodeJS.WriteStream = process.stdout): number {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  roo ${usage.padEnd(width)}  ${summary}`);
  stream.write(
    `roo: an AI coding agent\n\n${lines.join("\n")}\n  roo ${"--version".padEnd(width)}  print the version\n\nRun roo <command> --help for details. Without an API key, try: roo demo\n`,
  );
  return exitCodes.completed;
}

/** Errors of the machine rather than of the command line. */
const failures = new Set(["disk_full", "log_write_failed", "task_lost", "internal_error"]);

/** Prints what failed, on what and what to do next; returns the exit code. */
function reportError(error: unknown): number {
  if (error instanceof RooError) {
    process.stderr.write(`roo: ${visibleText(error.message)}\n`);
    if (error.next) process.stderr.write(`  → ${visibleText(error.next)}\n`);
    return error instanceof ProviderError || failures.has(error.code) ? exitCodes.failed : exitCodes.usage;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`roo: internal error. Everything done so far is saved.\n${detail}\n`);
  return exitCodes.failed;
}
