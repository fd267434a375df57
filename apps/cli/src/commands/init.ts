import { initProject } from "@roo-code/host/import-export";
import { parseCommandLine } from "../command-line.ts";
import { text } from "../flags.ts";
import { print } from "../subcommands.ts";

const commandLine = {
  usage: "roo init",
  about: "Create a small commented .roo/ in a project. Never overwrites anything; may be run again.",
  flags: { cwd: text("DIR", "the project (default: here)") },
};

export async function init(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { written, kept } = initProject(parsed.flags.cwd ?? process.cwd());
  const lines = [...written.map((path) => `wrote ${path}`), ...kept.map((path) => `kept  ${path}`)];
  return print([...lines, "", 'Next: roo run "explain this project"   or, without a key: roo demo'].join("\n"));
}
