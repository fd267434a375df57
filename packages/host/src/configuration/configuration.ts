import { builtinModes } from "@roo-code/engine";
import { type EffectiveSettings, loadModes, loadRules, loadSettings, type ModeWithOrigin } from "@roo-code/store";
import { type ConfigurationNotice, type Mode, RooError, type Settings } from "@roo-code/types";
import type { HostContext } from "../host.ts";
import { ignoreNotices, recoverCommands } from "./start-notices.ts";
import { WorkspaceTrust } from "./workspace-trust.ts";

/** The settings and modes that apply to a folder, read once: a run keeps those it started with. */
export interface Configuration {
  readonly workspace: string;
  readonly settings: Settings;
  readonly origins: EffectiveSettings["origins"];
  readonly modes: readonly ModeWithOrigin[];
  /** Whether the folder's own configuration may grant more than the user's. */
  readonly isTrusted: boolean;
  readonly notices: readonly ConfigurationNotice[];
}

/** Never fails: what cannot be used becomes a notice. `program` holds the settings of the command line or a client. */
export async function loadConfiguration(
  context: HostContext,
  { workspace, program }: { workspace: string; program?: Settings | undefined },
): Promise<Configuration> {
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
    modes: modes.modes,
    notices: [...recovered, ...settings.notices, ...modes.notices, ...ignored],
  };
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
 * The mode a task was in. Where that no longer exists, the user's chosen mode, else the read-only one: a task must
 * neither be lost with its mode nor gain rights without it.
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

/** Instructions beside those of the mode: language, custom instructions, rules. */
export function instructionsFor(context: HostContext, configuration: Configuration, mode: string): Instructions {
  const { settings, workspace } = configuration;
  const { language, customInstructions } = settings;
  const rules = loadRules({ home: context.home, workspace, mode, ...ruleOptions(settings) });
  const texts = [language && `Answer in this language: ${language}`, customInstructions, rules.text];
  return { text: texts.filter(Boolean).join("\n\n"), notices: rules.notices };
}

export function ruleOptions({ useRules, useAgentRules }: Settings): Pick<Settings, "useRules" | "useAgentRules"> {
  return { useRules, useAgentRules };
}
