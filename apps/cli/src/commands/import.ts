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
    "Brings settings, profiles, modes, rules, MCP servers, commands, skills and tasks of other agents over. Their files are only read; may be run again.",
  flags: {
    tool: choice(tools, "only this one (default: all that are found)"),
    from: text("FILE", "a roo-code-settings.json that Roo Code exported, or what roo profiles export wrote"),
    yes: toggle("bring everything over without asking"),
    cwd: text("DIR", "the project to look at and bring things to (default: here)"),
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
    ...(from !== undefined && { rooSettingsFile: from }),
  });
  const found = all.filter((candidate) => tool === undefined || candidate.tool === tool);
  if (found.length === 0) return print(output === "json" ? "[]" : "Nothing found to bring over.");
  const reports = [];
  for (const imported of found) {
    process.stderr.write(`${overview(imported)}\n`);
    if (!(yes || (await isWanted(imported.tool)))) continue;
    reports.push(await importFound(imported, { host, context: processContext(), workspace, choose: () => true }));
  }
  if (output === "json") return print(JSON.stringify(reports, null, 2));
  if (reports.length === 0) return print("Nothing was imported. Use --yes to import everything.");
  return print(visibleText(reports.map(formatReport).join("\n").trimEnd()));
}

function overview({ tool, sources, settings, profiles, modes, files, tasks }: FoundImport): string {
  const kinds = [
    ["settings", Object.keys(settings)],
    ["profiles", Object.keys(profiles)],
    ["modes", modes.map(({ slug }) => slug)],
    ["files", files.map(({ path }) => path)],
    ["tasks", tasks.map(({ title, originalId }) => title || originalId)],
  ] as const;
  const found = kinds
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `  ${kind.padEnd(9)} ${some(names)}`);
  const nothing = found.length === 0 ? ["  nothing that can be imported"] : [];
  return ["", `${tool}:`, ...found, ...nothing, `  from      ${some(sources)}`].map(visibleText).join("\n");
}

const mostNames = 6;

function some(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(", ");
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown;
}

async function isWanted(tool: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`Bring over what ${tool} has? [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
