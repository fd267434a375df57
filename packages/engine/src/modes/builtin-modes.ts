import type { Mode } from "@roo-code/types";
import { architectMode } from "./architect.ts";
import { askMode } from "./ask.ts";
import { codeMode } from "./code.ts";
import { debugMode } from "./debug.ts";
import { orchestratorMode } from "./orchestrator.ts";

export const builtinModes: readonly Mode[] = [codeMode, architectMode, askMode, debugMode, orchestratorMode];
