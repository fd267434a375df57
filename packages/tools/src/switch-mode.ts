import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { looseInput } from "./loose-input.ts";
import description from "./switch-mode.md";

const input = looseInput(
  { mode_slug: z.string(), reason: z.string().optional() },
  { names: { mode: "mode_slug", slug: "mode_slug", modeSlug: "mode_slug" } },
);

export const switchMode = defineTool({
  name: "switch_mode",
  kind: "flow",
  group: "modes",
  description,
  input,
  async run({ mode_slug: mode, reason = "" }, { ports }) {
    const modes = ports.modes ?? [];
    if (!modes.includes(mode)) {
      throw new ToolFailure(
        "unknown_mode",
        `This task cannot switch to mode "${mode.slice(0, 80)}". Available modes: ${modes.join(", ")}.`,
      );
    }
    return { content: `The mode is now ${mode}.`, control: { type: "switch-mode", mode, reason } };
  },
});
