import { openEvalServices } from "@roo-code/evals/control";
import { parseCommandLine } from "../command-line.ts";
import { processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";

const commandLine = {
  usage: "roo evals migrate",
  about: "Migrate the database. Other commands do this automatically.",
  flags: {},
};

export async function evalsMigrate(args: readonly string[]): Promise<number> {
  if (!parseCommandLine(commandLine, args)) return 0;
  await using opened = await openEvalServices(processContext());
  return print(`${opened.database.label} is up to date.`);
}
