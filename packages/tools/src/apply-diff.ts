import { defineTool } from "@roo-code/types";
import * as z from "zod";
import description from "./apply-diff.md";
import { applyBlocks } from "./edit/apply-blocks.ts";
import { boundNotes } from "./edit/bound-notes.ts";
import { parseDiffBlocks } from "./edit/diff-blocks.ts";
import { openExisting } from "./edit/editable-file.ts";
import { planEdit } from "./edit/plan-edit.ts";
import { looseInput } from "./loose-input.ts";

const input = looseInput(
  {
    path: z.string().describe("Relative to the workspace"),
    diff: z.string().describe("SEARCH/REPLACE blocks"),
  },
  { names: { file_path: "path", filename: "path", file: "path", patch: "diff" } },
);

export const applyDiff = defineTool({
  name: "apply_diff",
  kind: "edit",
  group: "edit",
  description,
  input,
  async plan({ path, diff }, context) {
    const blocks = parseDiffBlocks(diff);
    const file = await openExisting(path, context);
    const applied = applyBlocks({ path: file.path, text: file.current.text, isRead: file.isRead }, blocks);
    return planEdit(file, { text: applied.text, notice: `Saved: ${boundNotes(applied.notes)}.` });
  },
});
