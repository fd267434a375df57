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
const cwd = text("DIR", "the folder it is about (default: here)");
const project = toggle("in the project's .roo instead of your own settings");
const local = toggle("in your own settings for this project alone");
const origin = toggle("say where each value comes from");
const revoke = toggle("take it back");

export const config = withSubcommands({
  name: "config",
  help: `roo config show|get|set|edit|path|trust

  show [--origin] [--output json]   what applies here, and where it comes from
  get KEY                           one value
  set KEY VALUE [--project|--local] change one value; without VALUE it is removed
  edit [--project|--local]          open the file in $EDITOR
  path [--project|--local]          where the file is
  trust [--revoke]                  accept this folder's own settings, modes, hooks, servers and tools, as they are now

Settings apply from weakest to strongest: defaults, editor, your own (settings.json), the project's (.roo/settings.json),
your own for this project alone (--local, outside of it), the environment (ROO_MODE, ROO_MAX_COST, …), the command line.`,
  commands: {
    show: subcommand(
      { usage: "roo config show [--origin]", about: "What applies here.", flags: { origin, output, cwd } },
      ({ flags }) => show(flags),
    ),
    get: subcommand(
      { usage: "roo config get KEY", about: "One value.", flags: { output, cwd }, positionals: { min: 1, max: 1 } },
      ({ flags, positionals: [key = ""] }) => get(key, flags),
    ),
    set: subcommand(
      {
        usage: "roo config set KEY [VALUE]",
        about: "Changes one value; JSON, or plain text. Without a value the key is removed.",
        flags: { project, local, cwd },
        positionals: { min: 1, max: 2 },
      },
      ({ flags, positionals: [key = "", value] }) => set(key, value, flags),
    ),
    edit: subcommand(
      { usage: "roo config edit", about: "Opens the file in $VISUAL or $EDITOR.", flags: { project, local, cwd } },
      ({ flags }) => edit(flags),
    ),
    path: subcommand(
      { usage: "roo config path", about: "Where the file is.", flags: { project, local, cwd } },
      ({ flags }) => print(fileOf(flags).path),
    ),
    trust: subcommand(
      {
        usage: "roo config trust",
        about:
          "Accepts this folder's own settings, modes, hooks, servers and tools as they are now; any change to them asks again.",
        flags: { revoke, cwd },
      },
      async ({ flags }) => (await import("../trust-folder.ts")).trustFolder(await configurationOf(flags.cwd), flags),
    ),
  },
});

interface Where {
  readonly cwd: string | undefined;
}

interface Shown extends Where {
  readonly output: "text" | "json" | undefined;
}

async function show(flags: Shown & { origin: boolean | undefined }): Promise<number> {
  const configuration = await configurationOf(flags.cwd);
  const { notices } = await openHost().inventory(configuration);
  const settings = shownSettings(configuration.origins);
  if (flags.output === "json") return print(JSON.stringify({ settings, notices, modes: configuration.modes }, null, 2));
  // All of them: a run names only some, and says that the rest is here.
  showNotices(notices, Number.POSITIVE_INFINITY);
  return print(settings.map((setting) => line(setting, flags.origin ?? false)).join("\n"));
}

function line({ key, value, layer, source }: SettingWithOrigin, withOrigin: boolean): string {
  const said = `${visibleText(key)} = ${visibleText(JSON.stringify(value))}`;
  return withOrigin ? `${said}   (${layer}${source ? `: ${visibleText(source)}` : ""})` : said;
}

async function get(key: string, flags: Shown): Promise<number> {
  const value: unknown = (await configurationOf(flags.cwd)).settings[key];
  if (value === undefined)
    throw new RooError({ code: "not_set", message: `${key} is not set.`, next: "See what is: roo config show" });
  return print(typeof value === "string" && flags.output !== "json" ? visibleText(value) : JSON.stringify(value));
}

interface OneFile extends Where {
  readonly project: boolean | undefined;
  readonly local: boolean | undefined;
}

async function set(key: string, value: string | undefined, flags: OneFile): Promise<number> {
  const file = fileOf(flags);
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

async function edit(flags: OneFile): Promise<number> {
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
  // The variable may hold arguments, as in "code --wait".
  const done = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", file.path], { stdio: "inherit" });
  showNotices((await file.read()).notices);
  return done.status ?? 1;
}

function configurationOf(folder: string | undefined): Promise<Configuration> {
  return openHost().configure(folder ?? process.cwd());
}

function fileOf(flags: OneFile) {
  const { home, clock } = processContext();
  const folder = flags.cwd ?? process.cwd();
  if (flags.local) return localSettingsFile({ home, workspace: realpathSync(folder), clock });
  return flags.project ? projectSettingsFile({ workspace: folder, clock }) : userSettingsFile({ home, clock });
}
