import type { Limits, Settings } from "@roo-code/types";
import { type Configuration, requireMode } from "../configuration/configuration.ts";
import type { Host, RunOptions } from "../host.ts";
import type { RunInput } from "./task-input.ts";

export type PreparedOptions = Omit<RunOptions, "observe"> & {
  readonly configuration: Configuration;
  /** For an existing task: the mode to switch to; undefined keeps its own. */
  readonly mode?: string | undefined;
};

interface PreparedRun {
  readonly options: PreparedOptions;
  /** The text with its slash command expanded. */
  readonly text: string | undefined;
}

/** Loads the configuration, expands slash commands and chooses mode and limits. Throws `RooError` `bad_cwd`, `unknown_mode`. */
export async function prepareRun(
  host: Pick<Host, "configure" | "expand">,
  cwd: string,
  { settings = {}, mode: requested = settings.mode, profile, text, ...input }: RunInput & { text?: string | undefined },
): Promise<PreparedRun> {
  const program = {
    ...settings,
    ...(requested !== undefined && { mode: requested }),
    ...(profile !== undefined && { profile }),
  };
  const configured = await host.configure(cwd, program);
  const expanded = text === undefined ? undefined : await host.expand(text, configured);
  const mode = requested ?? expanded?.mode;
  if (mode !== undefined) requireMode(configured, mode);
  const configuration = mode === undefined ? configured : withMode(configured, mode);
  const { provider = {}, limits, autoApprove = configured.settings.autoApprove, attended = true, parts } = input;
  return {
    text: expanded?.text ?? text,
    options: {
      configuration,
      mode,
      provider,
      limits: { ...limitsOf(configured.settings), ...limits },
      autoApprove: new Set(autoApprove),
      attended,
      parts,
    },
  };
}

export function limitsOf({ maxTurns, maxCost, maxTokens, timeout }: Settings): Limits {
  return { turns: maxTurns, costUsd: maxCost, tokens: maxTokens, seconds: timeout };
}

function withMode(configuration: Configuration, mode: string): Configuration {
  return { ...configuration, settings: { ...configuration.settings, mode } };
}
