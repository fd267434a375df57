import { builtinTools } from "@roo-code/tools";

export const builtinToolNames: ReadonlySet<string> = new Set(builtinTools.map(({ name }) => name));
