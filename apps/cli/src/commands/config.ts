import { type Configuration, projectSettingsFile, userSettingsFile, WorkspaceTrust } from "@roo-code/host";
import { RooError, type SettingWithOrigin } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { choice, isSet, text } from "../flags.ts";
import { openHost } from "../open-host.ts";
import { places } from "../places.ts";
import { showNotices } from "../show-notices.ts";
import { print, withSubcommands } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";

const output = choice(["text", "json"], "text or json (default: text)");
const cwd = text("DIR", "the folder it is about (default: here)");
const project = isSet("in the project's .roo instead of your own settings");

export const config = withSubcommands({
  name: "config",
  help: `roo config show|get|set|edit|path|trust

  show [--origin] [--output json]   what applies here, and where it comes from
  get KEY                           one value
  set KEY VALUE [--project]         change one value; without VALUE it is removed
  edit [--project]                  open the file in $EDITOR
  path [--project]                  where the file is
  trust [--revoke]                  accept this folder's own settings, modes, hooks and tools, as they are now

Settings apply from weakest to strongest: defaults, editor, your own (settings.json), the project's (.roo/settings.json),
the environment (ROO_MODE, ROO_MAX_COST, …), the command line.`,
  commands: { show, get, set, edit, path, trust },
});

async function show(args: readonly string[]): Promise<number> {
  const origin = isSet("say where each value comes from");
  const parsed = parseCommandLine(
    {
      usage: "roo config show [--origin]",
      about: "What applies here.",
      flags: { origin, output, cwd },
      words: { least: 0, most: 0 },
    },
    args,
  );
  if (!parsed) return 0;
  const configuration = await configurationOf(parsed.flags.cwd);
  const { notices } = await openHost().inventory(configuration);
  if (parsed.flags.output === "json")
    return print(JSON.stringify({ settings: configuration.origins, notices, modes: configuration.modes }, null, 2));
  // All of them: a run names only some, and says that the rest is here.
  showNotices(notices, Number.POSITIVE_INFINITY);
  return print(configuration.origins.map((setting) => line(setting, parsed.flags.origin ?? false)).join("\n"));
}

function line({ key, value, layer, source }: SettingWithOrigin, withOrigin: boolean): string {
  const said = `${visibleText(key)} = ${visibleText(JSON.stringify(value))}`;
  return withOrigin ? `${said}   (${layer}${source ? `: ${visibleText(source)}` : ""})` : said;
}

async function get(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    { usage: "roo config get KEY", about: "One value.", flags: { output, cwd }, words: { least: 1, most: 1 } },
    args,
  );
  if (!parsed) return 0;
  const [key = ""] = parsed.words;
  const value: unknown = (await configurationOf(parsed.flags.cwd)).settings[key];
  if (value === undefined)
    throw new RooError({ code: "not_set", message: `${key} is not set.`, next: "See what is: roo config show" });
  return print(
    typeof value === "string" && parsed.flags.output !== "json" ? visibleText(value) : JSON.stringify(value),
  );
}

async function set(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo config set KEY [VALUE]",
      about: "Changes one value; JSON, or plain text. Without a value the key is removed.",
      flags: { project, cwd },
      words: { least: 1, most: 2 },
    },
    args,
  );
  if (!parsed) return 0;
  const [key = "", value] = parsed.words;
  const file = fileOf(parsed.flags);
  showNotices(await file.change({ [key]: value === undefined ? undefined : valueOf(value) }));
  return print(`${value === undefined ? "removed" : "set"} ${visibleText(key)} in ${visibleText(file.path)}`);
}

/** `3`, `true` and `["edit"]` are what they look like; everything else is text. */
function valueOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

async function edit(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo config edit",
      about: "Opens the file in $VISUAL or $EDITOR.",
      flags: { project, cwd },
      words: { least: 0, most: 0 },
    },
    args,
  );
  if (!parsed) return 0;
  const editor = process.env.VISUAL || process.env.EDITOR;
  const file = fileOf(parsed.flags);
  if (!editor)
    throw new RooError({
      code: "no_editor",
      message: "Neither VISUAL nor EDITOR is set.",
      next: `Set one, or open ${file.path} yourself.`,
    });
  await file.change(({ settingsVersion }) => ({ settingsVersion: settingsVersion ?? 1 }));
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  // The variable may hold arguments, as in "code --wait".
  const done = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", file.path], { stdio: "inherit" });
  showNotices((await file.read()).notices);
  return done.status ?? 1;
}

async function path(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    { usage: "roo config path", about: "Where the file is.", flags: { project, cwd }, words: { least: 0, most: 0 } },
    args,
  );
  return parsed ? print(fileOf(parsed.flags).path) : 0;
}

async function trust(args: readonly string[]): Promise<number> {
  const revoke = isSet("take it back");
  const parsed = parseCommandLine(
    {
      usage: "roo config trust",
      about:
        "Accepts this folder's own settings, modes, hooks, tools and MCP servers as they are now; any change to them asks again.",
      flags: { revoke, cwd },
      words: { least: 0, most: 0 },
    },
    args,
  );
  if (!parsed) return 0;
  const configuration = await configurationOf(parsed.flags.cwd);
  const { workspace } = configuration;
  const trusted = new WorkspaceTrust(places().home);
  if (parsed.flags.revoke) trusted.revoke(workspace);
  else {
    for (const program of await whatItRuns(configuration)) print(program);
    trusted.trust(workspace);
  }
  return print(`${parsed.flags.revoke ? "no longer trusted" : "trusted"}: ${visibleText(workspace)}`);
}

/** The exact commands and programs that the folder brings along: whoever accepts them must have seen them. */
async function whatItRuns(configuration: Configuration): Promise<string[]> {
  const { hooks, customTools, mcpServers } = await openHost().inventory(configuration);
  const own = <Item extends { readonly origin: string }>(items: readonly Item[]): Item[] =>
    items.filter(({ origin }) => origin === "project");
  return [
    ...own(hooks).map(({ name, command }) => (name === command ? `hook  ${command}` : `hook  ${name}: ${command}`)),
    ...own(customTools).map(({ name, source }) => `tool  ${source ?? name}`),
    ...own(mcpServers).map(({ name, command }) => `MCP server  ${name}: ${command}`),
  ].map(visibleText);
}

function configurationOf(folder: string | undefined): Promise<Configuration> {
  return openHost().configure(folder ?? process.cwd());
}

function fileOf(flags: { project: boolean | undefined; cwd: string | undefined }) {
  const { home, clock } = places();
  return flags.project
    ? projectSettingsFile({ workspace: flags.cwd ?? process.cwd(), clock })
    : userSettingsFile({ home, clock });
}
