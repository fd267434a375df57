import type { Limits, Settings } from "@roo-code/types";
import { type Configuration, requireMode } from "../configuration/configuration.ts";
import type { Host, RunOptions } from "../host.ts";
import type { RunInput } from "./task-input.ts";

export type PreparedOptions = Omit<RunOptions, "observe"> & {
  readonly configuration: Configuration;
  /** For a task that exists: the mode to switch to; undefined keeps its own. */
  readonly mode?: string | undefined;
};

export interface PreparedRun {
  readonly options: PreparedOptions;
  /** What a slash command in the text stands for; the text itself where there is none. */
  readonly text: string | undefined;
}

/** Configures, expands and chooses mode and limits. Throws `RooError`: `bad_cwd`, `unknown_mode`. */
export async function prepareRun(
  host: Pick<Host, "configure" | "expand">,
  cwd: string,
  { settings = {}, mode: asked = settings.mode, profile, text, ...input }: RunInput & { text?: string | undefined },
): Promise<PreparedRun> {
  const program = {
    ...settings,
    ...(asked !== undefined && { mode: asked }),
    ...(profile !== undefined && { profile }),
  };
  const configured = await host.configure(cwd, program);
  const expanded = text === undefined ? undefined : await host.expand(text, configured);
  const mode = asked ?? expanded?.mode;
  if (mode !== undefined) requireMode(configured, mode);
  const configuration = mode === undefined ? configured : withMode(configured, mode);
  const { provider = {}, limits, autoApprove = configured.settings.autoApprove, attended = true } = input;
  return {
    text: expanded?.text ?? text,
    options: {
      configuration,
      mode,
      provider,
      limits: { ...limitsOf(configured.settings), ...limits },
      autoApprove: new Set(autoApprove),
      attended,
    },
  };
}

export function limitsOf({ maxTurns, maxCost, maxTokens, timeout }: Settings): Limits {
  return {
    turns: maxTurns,
    costUsd: maxCost,
    tokens: maxTokens,
    seconds: timeout,
  };
}

function withMode(configuration: Configuration, mode: string): Configuration {
  return { ...configuration, settings: { ...configuration.settings, mode } };
}
