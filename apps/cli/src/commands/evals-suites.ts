import { builtinSuites, describeSuite, loadSuite } from "@roo-code/evals";
import { parseCommandLine } from "../command-line.ts";
import { choice } from "../flags.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";

const commandLine = {
  usage: "roo evals suites [DIR]",
  about: "List the built-in suites, or one in a folder: their exercises, and missing toolchains.",
  flags: { output: choice(["text", "json"], "text or json (default: text)") },
  positionals: { min: 0, max: 1 },
};

export async function evalsSuites(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const [folder] = parsed.positionals;
  const names = folder === undefined ? builtinSuites.map(({ name }) => name) : [folder];
  const loaded = await Promise.all(names.map(loadSuite));
  const suites = await Promise.all(loaded.map(describeSuite));
  if (parsed.flags.output === "json")
    return print(JSON.stringify({ suites, problems: loaded.flatMap(({ problems }) => problems) }, null, 2));
  const lines = suites.flatMap(({ name, languages }, index) => [
    `${name}${about(name)}`,
    ...languages.flatMap(({ language, exercises, missing }) => [
      `  ${language}  ${exercises.length}: ${exercises.join(", ")}`,
      ...(missing === null ? [] : [`    ! ${missing}`]),
    ]),
    ...(loaded[index]?.problems ?? []).map(({ path, message }) => `  ! ${path}: ${message}`),
    "",
  ]);
  return print(visibleText(lines.join("\n").trimEnd()));
}

function about(name: string): string {
  const builtin = builtinSuites.find((suite) => suite.name === name);
  return builtin ? `: ${builtin.description}` : "";
}
