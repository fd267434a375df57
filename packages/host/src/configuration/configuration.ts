import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { builtinModes } from "@roo-code/engine";
import { type EffectiveSettings, loadModes, loadRules, loadSettings, type ModeWithOrigin } from "@roo-code/store";
import { type ConfigurationNotice, type Mode, RooError, type Settings, systemErrorCode } from "@roo-code/types";
import type { HostContext } from "../host.ts";
import { WorkspaceTrust } from "./workspace-trust.ts";

/** The settings and modes that apply to a folder, read once: a run keeps those it started with. */
export interface Configuration {
  readonly workspace: string;
  readonly settings: Settings;
  readonly origins: EffectiveSettings["origins"];
  readonly modes: readonly ModeWithOrigin[];
  /** Whether the configuration in the folder may grant more than the user's does. */
  readonly isTrusted: boolean;
  /** Whether files of the user and the project apply. */
  readonly readsFiles: boolean;
  readonly notices: readonly ConfigurationNotice[];
}

export interface ConfigurationRequest {
  readonly workspace: string;
  /** Settings of the command line or a client. */
  readonly program?: Settings | undefined;
  /** Modes of the program. */
  readonly modes?: readonly Mode[] | undefined;
  /** Whether files apply (default: true). */
  readonly readsFiles?: boolean | undefined;
}

/** Never fails: invalid configuration becomes a notice. */
export async function loadConfiguration(
  context: HostContext,
  { workspace, program, modes: own = [], readsFiles = true }: ConfigurationRequest,
): Promise<Configuration> {
  if (!readsFiles) return programConfiguration(workspace, program ?? {}, own);
  const recovered = await recoverCommands(context.home);
  const isTrusted = new WorkspaceTrust(context.home).isTrusted(workspace);
  const [settings, modes, ignored] = await Promise.all([
    loadSettings({ ...context, workspace, isTrusted, program }),
    loadModes({ home: context.home, workspace, builtinModes, isTrusted }),
    ignoreNotices(workspace),
  ]);
  return {
    workspace,
    isTrusted,
    settings: settings.values,
    origins: settings.origins,
    modes: withModes(modes.modes, own),
    readsFiles,
    notices: [...recovered, ...settings.notices, ...modes.notices, ...ignored],
  };
}

/** Of a program that reads no files: its own settings and modes. */
function programConfiguration(workspace: string, settings: Settings, own: readonly Mode[]): Configuration {
  const builtin = builtinModes.map((mode) => ({ ...mode, origin: "builtin" as const }));
  return {
    workspace,
    isTrusted: false,
    // What the folder contains is not used, so there is nothing to trust.
    settings: { ...settings, untrusted: "ignore" },
    origins: [],
    modes: withModes(builtin, own),
    readsFiles: false,
    notices: [],
  };
}

function withModes(modes: readonly ModeWithOrigin[], own: readonly Mode[]): readonly ModeWithOrigin[] {
  if (own.length === 0) return modes;
  const bySlug = new Map(modes.map((mode) => [mode.slug, mode]));
  for (const mode of own) bySlug.set(mode.slug, { ...mode, origin: "user" });
  return [...bySlug.values()];
}

/** Throws `RooError` `unknown_mode`. */
export function requireMode<Known extends Mode>({ modes }: { readonly modes: readonly Known[] }, slug: string): Known {
  const mode = modes.find((candidate) => candidate.slug === slug);
  if (mode) return mode;
  const known = modes.map((candidate) => candidate.slug).join(", ");
  throw new RooError({
    code: "unknown_mode",
    message: `There is no mode "${slug}".`,
    next: `The modes are: ${known}.`,
  });
}

/**
 * The mode a task was in. If it no longer exists, the mode the user has set, else the read-only one: a task whose mode
 * is gone must stay usable without gaining rights.
 */
export function modeOfTask(configuration: Configuration, slug: string): ModeWithOrigin {
  const mode = configuration.modes.find((candidate) => candidate.slug === slug);
  if (mode) return mode;
  const chosen = configuration.origins.find(({ key, layer }) => key === "mode" && layer !== "default")?.value;
  return requireMode(configuration, typeof chosen === "string" ? chosen : "ask");
}

export interface Instructions {
  readonly text: string;
  readonly notices: readonly ConfigurationNotice[];
}

/** Instructions in addition to those of the mode: language, custom instructions, rules. */
export function instructionsFor(context: HostContext, configuration: Configuration, mode: string): Instructions {
  const { settings, workspace } = configuration;
  const { language, customInstructions } = settings;
  const rules = configuration.readsFiles
    ? loadRules({ home: context.home, workspace, mode, ...ruleOptions(settings) })
    : { text: "", notices: [] };
  const texts = [language && `Answer in this language: ${language}`, customInstructions, rules.text];
  return { text: texts.filter(Boolean).join("\n\n"), notices: rules.notices };
}

export function ruleOptions({ useRules, useAgentRules }: Settings): Pick<Settings, "useRules" | "useAgentRules"> {
  return { useRules, useAgentRules };
}

const maxNotices = 5;
const maxFileBytes = 1024 * 1024;

/** Lines of `.rooignore` that do not apply as written. Never throws. */
async function ignoreNotices(workspace: string): Promise<ConfigurationNotice[]> {
  const source = join(workspace, ".rooignore");
  const text = readIfSmall(source);
  // Few files have such rules: the matcher is loaded only for those that may.
  if (text.split("**/").length < 5) return [];
  const { widenedRules } = await import("@roo-code/workspace/folder");
  return widenedRules(text)
    .slice(0, maxNotices)
    .map(({ line, rule, applied }) => {
      const effect =
        applied === undefined ? "so it does not show anything again" : `so it hides more than written: ${applied}`;
      const message = `.rooignore, line ${line}: ${rule.slice(0, 200)} has more than three **/, ${effect}. Use at most three.`;
      return { code: "invalid_value", message, source };
    });
}

/** Regular files only: reading a pipe would block. */
function readIfSmall(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= maxFileBytes ? readFileSync(path, "utf8") : "";
  } catch {
    return "";
  }
}

/**
 * Moves away files that commands of a killed process left behind, before they are read as configuration. Usually it only
 * lists an empty folder.
 */
async function recoverCommands(home: string): Promise<readonly ConfigurationNotice[]> {
  if (!hasLeftovers(join(home, "cache", "sandbox-running"))) return [];
  const { recoverCommands: recover } = await import("@roo-code/workspace/sandbox");
  return recover(home).map((path) => ({
    code: "kept_aside",
    message: `A command created ${path} before roo was killed. Commands may not write protected files, so it was moved to ${join(home, "cache", "sandbox-not-kept")}.`,
    source: path,
  }));
}

function hasLeftovers(folder: string): boolean {
  try {
    const pids = readdirSync(folder).flatMap((name) => /-(\d+)\.json$/.exec(name)?.[1] ?? []);
    return pids.some((pid) => !isAlive(Number(pid)));
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemErrorCode(error) === "EPERM";
  }
}
