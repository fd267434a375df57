import { modeSchema } from "@roo-code/types";
import * as z from "zod";
import { findMode } from "../find-mode.ts";
import description from "./get-mode.md";
import { defineTool, modeInput } from "./served-tool.ts";

export const getMode = defineTool({
  name: "get_mode",
  title: "Mode",
  description,
  isReadOnly: true,
  input: z.object({ mode: modeInput }),
  output: modeSchema,
  async run({ mode }, { modes }) {
    return findMode(await modes(), mode);
  },
});
