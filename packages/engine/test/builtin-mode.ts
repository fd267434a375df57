import type { Mode } from "@roo-code/types";
import { builtinModes } from "../src/modes/builtin-modes.ts";

export const codeMode = builtinMode("code");
export const architectMode = builtinMode("architect");
export const askMode = builtinMode("ask");
export const orchestratorMode = builtinMode("orchestrator");

function builtinMode(slug: string): Mode {
  const mode = builtinModes.find((one) => one.slug === slug);
  if (!mode) throw new Error(`there is no mode ${slug}`);
  return mode;
}
