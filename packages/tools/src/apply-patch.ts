import { defineTool } from "@roo-code/types";
import * as z from "zod";
import description from "./apply-patch.md";
import { parsePatch } from "./edit/patch/parse-patch.ts";
import { planPatch } from "./edit/patch/plan-patch.ts";
import { looseInput } from "./loose-input.ts";

const input = looseInput(
  { patch: z.string().describe("From *** Begin Patch to *** End Patch") },
  { names: { input: "patch", diff: "patch", content: "patch" } },
);

export const applyPatch = defineTool({
  name: "apply_patch",
  kind: "edit",
  group: "edit",
  description,
  input,
  plan: ({ patch }, context) => planPatch(parsePatch(patch), context),
});
