import { claudeCode } from "./claude-code/claude-code.ts";
import { cline } from "./cline/cline.ts";
import { codex } from "./codex/codex.ts";
import type { ImportSource } from "./import-source.ts";
import { opencode } from "./opencode/opencode.ts";
import { kilo } from "./roo/kilo.ts";
import { roo } from "./roo/roo.ts";

/** In the order in which they are offered; of identical items the first source's is used. */
export const importSources: readonly ImportSource[] = [roo, kilo, cline, claudeCode, codex, opencode];
