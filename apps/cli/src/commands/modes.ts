import { readFileSync, writeFileSync } from "node:fs";
import { text as readStream } from "node:stream/consumers";
import { describeMode, exportModes, importModes, newModeFile } from "@roo-code/host/import-export";
import { RooError, systemErrorCode } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { choice, text, toggle } from "../flags.ts";
import { formatMode, formatModeRow, modeToJson } from "../output/format-mode.ts";
import { openHost, processContext } from "../process-context.ts";
import { showNotices } from "../show-notices.ts";
import { print, withSubcommands } from "../subcommands.ts";
import { table } from "../table.ts";
import { visibleText } from "../terminal-text.ts";

const output = choice(["text", "json"], "text or json (default: text)");
const cwd = text("DIR", "the project (default: here)");
const global = toggle("in ~/.roo instead of the project");

export const modes = withSubcommands({
  name: "modes",
  help: `roo modes list|show|new|export|import

  list [--output json]             list the modes, and where each comes from
  show SLUG [--output json]        show a mode: what it may do, and which rules apply
  new SLUG [--global]              create a commented file for a new mode; --name, --role, --groups, --pattern
  export SLUG… [--to FILE]         export modes with their rules in Roo Code's format
  import FILE|- [--global]         import such a file; --replace overwrites existing modes`,
  commands: { list, show, new: create, export: exportAll, import: importAll },
});

async function list(args: readonly string[]): Promise<number> {
  const line = { usage: "roo modes list", about: "List the modes.", flags: { output, cwd } };
  const parsed = parseCommandLine(line, args);
  if (!parsed) return 0;
  const configuration = await openHost().configure(parsed.flags.cwd ?? process.cwd());
  if (parsed.flags.output === "json") return print(JSON.stringify(configuration.modes.map(modeToJson), null, 2));
  showNotices(configuration.notices);
  const head = ["slug", "name", "from", "may", "about"];
  return print(table([head, ...configuration.modes.map(formatModeRow)], process.stdout.columns ?? 160));
}

async function show(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo modes show SLUG",
      about: "Show a mode: what it may do, and which rules apply.",
      flags: { output, cwd },
      positionals: { min: 1, max: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const configuration = await openHost().configure(parsed.flags.cwd ?? process.cwd());
  const described = describeMode(processContext(), configuration, parsed.positionals[0] ?? "");
  return print(
    parsed.flags.output === "json" ? JSON.stringify(described, null, 2) : visibleText(formatMode(described)),
  );
}

async function create(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo modes new SLUG",
      about: "Create a commented file for a new mode. Never overwrites anything.",
      flags: {
        name: text("NAME", "the display name (default: the slug)"),
        role: text("TEXT", "the role definition"),
        groups: text("GROUPS", "tool groups: read,edit,command,browser,mcp (default: read)"),
        pattern: text("REGEX", "files it may edit: a regular expression for their path"),
        global,
        cwd,
      },
      positionals: { min: 1, max: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const { name, role, groups, pattern } = parsed.flags;
  const { workspace } = await openHost().configure(parsed.flags.cwd ?? process.cwd());
  const [slug = ""] = parsed.positionals;
  const named = groups
    ?.split(",")
    .map((group) => group.trim())
    .filter(Boolean);
  const origin = parsed.flags.global ? "user" : "project";
  const path = await newModeFile(
    { slug, name, role, pattern, groups: named },
    { ...processContext(), workspace, origin },
  );
  return print(visibleText(`wrote ${path}\nTry it: roo run --mode ${slug} "…"`));
}

async function exportAll(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo modes export SLUG…",
      about: "Export modes with their rules as a .roomodes file of Roo Code.",
      flags: { to: text("FILE", "write to this file instead of standard output"), cwd },
      positionals: { min: 1, max: 200 },
    },
    args,
  );
  if (!parsed) return 0;
  const { modes: found, workspace } = await openHost().configure(parsed.flags.cwd ?? process.cwd());
  const exported = await exportModes({ ...processContext(), workspace, modes: found, slugs: parsed.positionals });
  const { to } = parsed.flags;
  if (to === undefined) return print(exported.trimEnd());
  writeFileSync(to, exported);
  return print(`wrote ${visibleText(to)}`);
}

async function importAll(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo modes import FILE|-",
      about: "Import modes and their rules from a .roomodes file or an export of Roo Code; - reads standard input.",
      flags: { global, replace: toggle("overwrite existing modes and rules"), cwd },
      positionals: { min: 1, max: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const content = await contentOf(parsed.positionals[0] ?? "");
  const { modes: present, workspace } = await openHost().configure(parsed.flags.cwd ?? process.cwd());
  const imported = await importModes({
    ...processContext(),
    workspace,
    text: content,
    origin: parsed.flags.global ? "user" : "project",
    modes: present,
    replaces: parsed.flags.replace ?? false,
  });
  const lines = imported.flatMap(({ slug, done, files }) =>
    done === "unchanged" ? [`${slug} is unchanged`] : files.map((file) => `wrote ${file}`),
  );
  return print(visibleText(lines.join("\n")));
}

async function contentOf(file: string): Promise<string> {
  if (file === "-") return readStream(process.stdin);
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new RooError({
      code: "file_not_read",
      message: `Cannot read ${file} (${systemErrorCode(error) ?? "unknown error"}).`,
      next: "Pass a file with modes, or - for standard input.",
      cause: error,
    });
  }
}
