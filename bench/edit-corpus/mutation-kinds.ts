import { characterKinds } from "./character-kinds.ts";
import { doubtfulKinds } from "./doubtful-kinds.ts";
import { lineKinds } from "./line-kinds.ts";
import type { Mutation } from "./mutations.ts";
import { spacingKinds } from "./spacing-kinds.ts";

/**
 * How edits of models go wrong, as reported in public issues about failed edits in Roo Code, Cline, Aider, Claude Code,
 * Codex, Qwen Code and others.
 */
export const mutationKinds: Readonly<Record<string, Mutation>> = {
  ...spacingKinds,
  ...characterKinds,
  ...lineKinds,
  ...doubtfulKinds,
};
