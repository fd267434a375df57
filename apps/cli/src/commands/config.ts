import { realpathSync } from "node:fs";
import {
  type Configuration,
  localSettingsFile,
  projectSettingsFile,
  shownSettings,
  userSettingsFile,
} from "@roo-code/host";
import { RooError, type SettingWithOrigin } from "@roo-code/types";
import { choice, text, toggle } from "../flags.ts";
import { openHost, processContext } from "../process-context.ts";
import { showNotices } from "../show-notices.ts";
import { print, subcommand, withSubcommands } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";

const output = choice(["text", "json"], "text or json (default: text)");
const cwd = text("DIR", "the project folder (default: here)");
const project = toggle("the project's settings in .roo instead of your own");
const local = toggle("your own settings for this project only");
const origin = toggle("show where each value comes from");
const revoke = toggle("stop trusting the folder");

export const config = withSubcommands({
  name: "config",
  help: `roo config show|get|set|edit|path|trust

  show [--origin] [--output json]   show the effective settings, and where they come from
  get KEY                           print one value
  set KEY VALUE [--project|--local] change one value; without VALUE, remove it
  edit [--project|--local]          open the file in $EDITOR
  path [--project|--local]          print the path of the file
  trust [--revoke]                  trust this folder's settings, modes, hooks, servers and tools as they are now

Later layers override earlier ones: defaults, editor, your own (settings.json), the project's (.roo/settings.json), your own
for this project only (--local, stored outside of it), the environment (ROO_MODE, ROO_MAX_COST, …), the command line.`,
  commands: {
    show: subcommand(
      { usage: "roo config show [--origin]", about: "Show the effective settings.", flags: { origin, output, cwd } },
      ({ flags }) => show(flags),
    ),
    get: subcommand(
      {
        usage: "roo config get KEY",
        about: "Print one value.",
        flags: { output, cwd },
        positionals: { min: 1, max: 1 },
      },
      ({ flags, positionals: [key = ""] }) => get(key, flags),
    ),
    set: subcommand(
      {
        usage: "roo config set KEY [VALUE]",
        about: "Change one value, as JSON or plain text. Without a value, remove it.",
        flags: { project, local, cwd },
        positionals: { min: 1, max: 2 },
      },
      ({ flags, positionals: [key = "", value] }) => set(key, value, flags),
    ),
    edit: subcommand(
      { usage: "roo config edit", about: "Open the file in $VISUAL or $EDITOR.", flags: { project, local, cwd } },
      ({ flags }) => edit(flags),
    ),
    path: subcommand(
      { usage: "roo config path", about: "Print the path of the file.", flags: { project, local, cwd } },
      ({ flags }) => print(fileOf(flags).path),
    ),
    trust: subcommand(
      {
        usage: "roo config trust",
        about:
          "Trust this folder's settings, modes, hooks, servers and tools as they are now; any change to them needs trust again.",
        flags: { revoke, cwd },
      },
      async ({ flags }) => (await import("../trust-folder.ts")).trustFolder(await configurationOf(flags.cwd), flags),
    ),
  },
});

interface FolderFlag {
  readonly cwd: string | undefined;
}

interface ShowFlags extends FolderFlag {
  readonly output: "text" | "json" | undefined;
}

async function show(flags: ShowFlags & { origin: boolean | undefined }): Promise<number> {
  const configuration = await configurationOf(flags.cwd);
  const { notices } = await openHost().inventory(configuration);
  const settings = shownSettings(configuration.origins);
  if (flags.output === "json") return print(JSON.stringify({ settings, notices, modes: configuration.modes }, null, 2));
  // All of them: a run shows only some and refers to this command.
  showNotices(notices, Number.POSITIVE_INFINITY);
  return print(settings.map((setting) => line(setting, flags.origin ?? false)).join("\n"));
}

function line({ key, value, layer, source }: SettingWithOrigin, withOrigin: boolean): string {
  const setting = `${visibleText(key)} = ${visibleText(JSON.stringify(value))}`;
  return withOrigin ? `${setting}   (${layer}${source ? `: ${visibleText(source)}` : ""})` : setting;
}

async function get(key: string, flags: ShowFlags): Promise<number> {
  const value: unknown = (await configurationOf(flags.cwd)).settings[key];
  if (value === undefined)
    throw new RooError({ code: "not_set", message: `${key} is not set.`, next: "List settings with: roo config show" });
  return print(typeof value === "string" && flags.output !== "json" ? visibleText(value) : JSON.stringify(value));
}

interface FileFlags extends FolderFlag {
  readonly project: boolean | undefined;
  readonly local: boolean | undefined;
}

async function set(key: string, value: string | undefined, flags: FileFlags): Promise<number> {
  const file = fileOf(flags);
  showNotices(await file.change({ [key]: value === undefined ? undefined : valueOf(value) }));
  return print(`${value === undefined ? "removed" : "set"} ${visibleText(key)} in ${visibleText(file.path)}`);
}

/** JSON if it parses (`3`, `true`, `["edit"]`), else text. */
function valueOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

async function edit(flags: FileFlags): Promise<number> {
  const editor = process.env.VISUAL || process.env.EDITOR;
  const file = fileOf(flags);
  if (!editor)
    throw new RooError({
      code: "no_editor",
      message: "Neither VISUAL nor EDITOR is set.",
      next: `Set one, or open ${file.path} yourself.`,
    });
  await file.change(({ settingsVersion }) => ({ settingsVersion: settingsVersion ?? 1 }));
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  // The variable may contain arguments, as in "code --wait".
  const done = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", file.path], { stdio: "inherit" });
  showNotices((await file.read()).notices);
  return done.status ?? 1;
}

function configurationOf(folder: string | undefined): Promise<Configuration> {
  return openHost().configure(folder ?? process.cwd());
}

function fileOf(flags: FileFlags) {
  const { home, clock } = processContext();
  const folder = flags.cwd ?? process.cwd();
  if (flags.local) return localSettingsFile({ home, workspace: realpathSync(folder), clock });
  return flags.project ? projectSettingsFile({ workspace: folder, clock }) : userSettingsFile({ home, clock });
}
