import { openEvalServices } from "@roo-code/evals/control";
import { parseCommandLine } from "../command-line.ts";
import { places } from "../places.ts";
import { print } from "../subcommands.ts";

const commandLine = {
  usage: "roo evals migrate",
  about: "Brings the tables up to date. Every other command does so by itself; this one only does that.",
  flags: {},
  words: { least: 0, most: 0 },
};

export async function evalsMigrate(args: readonly string[]): Promise<number> {
  if (!parseCommandLine(commandLine, args)) return 0;
  await using opened = await openEvalServices(places());
  return print(`${opened.database.place} is up to date.`);
}
