import type { Mode } from "@roo-code/types";
import { architectMode } from "./architect.ts";
import { askMode } from "./ask.ts";
import { codeMode } from "./code.ts";
import { debugMode } from "./debug.ts";

export const builtinModes: readonly Mode[] = [codeMode, architectMode, askMode, debugMode];
