import { defineTool, type EditPlan, type ToolContext } from "@roo-code/types";
import * as z from "zod";
import description from "./apply-diff.md";
import { applyBlocks } from "./edit/apply-blocks.ts";
import { type DiffBlock, parseDiffBlocks } from "./edit/diff-blocks.ts";
import { openExisting } from "./edit/editable-file.ts";
import { boundNotes, planAll, planEdit } from "./edit/plan-edit.ts";
import { looseInput, takeFirst } from "./loose-input.ts";

const input = looseInput(
  {
    path: z.string().describe("Relative to the workspace"),
    diff: z.string().describe("SEARCH/REPLACE blocks"),
    files: z
      .array(z.object({ path: z.string(), diff: z.string() }))
      .optional()
      .describe("More files; all are changed or none"),
  },
  {
    names: { file_path: "path", filename: "path", file: "path", target_file: "path", patch: "diff" },
    adapt: takeFirst({ list: "files", unless: "path" }),
  },
);

export const applyDiff = defineTool({
  name: "apply_diff",
  kind: "edit",
  group: "edit",
  description,
  input,
  async plan({ files = [], ...first }, context) {
    const changes = await joinByPath([first, ...files], context);
    return planAll([...changes], ([path, diffs]) => planDiff(path, diffs, context));
  },
});

/** One file may be named twice. */
async function joinByPath(
  changes: readonly { path: string; diff: string }[],
  { workspace }: ToolContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const diffs = new Map<string, string[]>();
  for (const { path, diff } of changes) {
    const resolved = await workspace.files.resolve(path);
    diffs.set(resolved, [...(diffs.get(resolved) ?? []), diff]);
  }
  return diffs;
}

async function planDiff(path: string, diffs: readonly string[], context: ToolContext): Promise<EditPlan> {
  const blocks = diffs.flatMap(parseDiffBlocks).map((block, index): DiffBlock => ({ ...block, number: index + 1 }));
  const file = await openExisting(path, context);
  const applied = applyBlocks({ path: file.path, text: file.current.text, isRead: file.isRead }, blocks);
  return planEdit(file, { text: applied.text, notice: `Saved: ${boundNotes(applied.notes)}.` });
}
