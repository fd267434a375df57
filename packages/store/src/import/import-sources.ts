import { claudeCode } from "./claude-code.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import type { ImportSource } from "./import-source.ts";
import { kilo } from "./kilo.ts";
import { opencode } from "./opencode.ts";
import { roo } from "./roo.ts";

/** In the order in which they are offered: where two bring the same thing, the first has it. */
export const importSources: readonly ImportSource[] = [roo, kilo, cline, claudeCode, codex, opencode];
