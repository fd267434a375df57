import { homedir } from "node:os";
import { createInterface } from "node:readline/promises";
import { findProvider } from "@roo-code/host";
import { type FoundImport, findImports, formatReport, importFound } from "@roo-code/host/import-export";
import { parseCommandLine } from "../command-line.ts";
import { choice, text, toggle } from "../flags.ts";
import { openHost, processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";

const tools = ["roo", "cline", "kilo", "claude-code", "codex", "opencode"] as const;

const commandLine = {
  usage: "roo import [flags]",
  about:
    "Import settings, profiles, modes, rules, MCP servers, commands, skills and tasks of other agents. Their files are only read; may be run again.",
  flags: {
    tool: choice(tools, "only import from this agent (default: all that are found)"),
    from: text("FILE", "a roo-code-settings.json exported by Roo Code, or the output of roo profiles export"),
    yes: toggle("import everything without asking"),
    cwd: text("DIR", "the project (default: here)"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
};

export async function importCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { tool, from, yes, output } = parsed.flags;
  const host = openHost();
  const { workspace } = await host.configure(parsed.flags.cwd ?? process.cwd());
  process.stderr.write("Looking for other agents…\n");
  const all = await findImports({
    homeFolder: homedir(),
    workspace,
    home: processContext().home,
    environment: process.env,
    isProvider: (id) => findProvider(id) !== undefined,
    rooSettingsFile: from,
  });
  const found = all.filter((candidate) => tool === undefined || candidate.tool === tool);
  if (found.length === 0) return print(output === "json" ? "[]" : "Nothing found to import.");
  const reports = [];
  for (const imported of found) {
    process.stderr.write(`${describeFound(imported)}\n`);
    if (!(yes || (await confirmImport(imported.tool)))) continue;
    reports.push(await importFound(imported, { host, context: processContext(), workspace, choose: () => true }));
  }
  if (output === "json") return print(JSON.stringify(reports, null, 2));
  if (reports.length === 0) return print("Nothing was imported. Use --yes to import everything.");
  return print(visibleText(reports.map(formatReport).join("\n").trimEnd()));
}

function describeFound({ tool, sources, settings, profiles, modes, files, tasks }: FoundImport): string {
  const kinds = [
    ["settings", Object.keys(settings)],
    ["profiles", Object.keys(profiles)],
    ["modes", modes.map(({ slug }) => slug)],
    ["files", files.map(({ path }) => path)],
    ["tasks", tasks.map(({ title, originalId }) => title || originalId)],
  ] as const;
  const found = kinds
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `  ${kind.padEnd(9)} ${formatNames(names)}`);
  const nothing = found.length === 0 ? ["  nothing that can be imported"] : [];
  return ["", `${tool}:`, ...found, ...nothing, `  from      ${formatNames(sources)}`].map(visibleText).join("\n");
}

const maxNames = 6;

function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(", ");
  return names.length > maxNames ? `${shown} and ${names.length - maxNames} more` : shown;
}

async function confirmImport(tool: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`Import from ${tool}? [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
