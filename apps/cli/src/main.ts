import { closedOutput } from "./closed-output.ts";
import { commands } from "./commands.ts";
import { exitCodes } from "./exit-codes.ts";
import { reportError } from "./report-error.ts";

/** Runs one command and returns the process's exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const [name = "help", ...rest] = args;
  process.stdout.on("error", closedOutput);
  process.stderr.on("error", closedOutput);
  if (name === "help" || name === "--help" || name === "-h") return help();
  const entry = commands.find((command) => command.name === name);
  if (!entry) {
    process.stderr.write(`There is no command "${name}".\n\n`);
    help(process.stderr);
    return exitCodes.usage;
  }
  try {
    return await entry.run(rest);
  } catch (error) {
    return reportError(error);
  }
}

function help(stream: NodeJS.WriteStream = process.stdout): number {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  roo ${usage.padEnd(width)}  ${summary}`);
  stream.write(
    `roo: an AI coding agent\n\n${lines.join("\n")}\n  roo ${"--version".padEnd(width)}  print the version\n\nroo <command> --help says more. Without a key, try: roo demo\n`,
  );
  return exitCodes.completed;
}
