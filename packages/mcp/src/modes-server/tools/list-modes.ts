import * as z from "zod";
import { modePurpose } from "../find-mode.ts";
import description from "./list-modes.md";
import { defineTool } from "./served-tool.ts";

export const listModes = defineTool({
  name: "list_modes",
  title: "Modes",
  description,
  isReadOnly: true,
  input: z.object({}),
  output: z.object({
    modes: z.array(z.object({ slug: z.string(), name: z.string(), whenToUse: z.string() })),
    current: z.string().nullable().describe("the default mode of new tasks, if set by switch_mode"),
  }),
  async run(_, { modes, session }) {
    const listed = (await modes()).map((mode) => ({
      slug: mode.slug,
      name: mode.name,
      whenToUse: modePurpose(mode),
    }));
    return { modes: listed, current: session.mode ?? null };
  },
});
