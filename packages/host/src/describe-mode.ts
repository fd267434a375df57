import { compileMode } from "@roo-code/engine";
import { loadRules, type ModeWithOrigin } from "@roo-code/store";
import type { Capabilities } from "@roo-code/types";
import { type Configuration, requireMode, ruleOptions } from "./configuration.ts";

/** All there is to know about a mode, for people. */
export interface ModeDescription {
  readonly mode: ModeWithOrigin;
  /** What a task may do in it, where nothing above it says less. */
  readonly capabilities: Capabilities;
  /** Files with rules that apply in it. */
  readonly rules: readonly string[];
}

/** Throws `RooError` `unknown_mode`. */
export function describeMode(
  { home }: { readonly home: string },
  configuration: Configuration,
  slug: string,
): ModeDescription {
  const mode = requireMode(configuration, slug);
  const { workspace, settings } = configuration;
  const { files } = loadRules({ home, workspace, mode: slug, ...ruleOptions(settings) });
  return { mode, capabilities: compileMode(mode), rules: files.map(({ path }) => path) };
}
