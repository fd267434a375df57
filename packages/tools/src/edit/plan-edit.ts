import { type EditPlan, ToolFailure } from "@roo-code/types";
import { encodeText, plainFormat, type TextFormat } from "../text/text-encoding.ts";
import type { EditableFile } from "./editable-file.ts";
import { rememberText } from "./known-texts.ts";
import { unifiedDiff } from "./unified-diff.ts";

const maxNotes = 20;

/** The plan to replace a file's text. */
export function planEdit(
  file: EditableFile,
  edit: { readonly text: string; readonly format?: TextFormat; readonly notice: string },
): EditPlan {
  const { path, current } = file;
  if (current && current.text === edit.text && (edit.format ?? current.format) === current.format) {
    const notice = "The file already has exactly this content; nothing was written.";
    const seen = [{ path, version: current.version }];
    return { changes: [], diff: "", output: { content: report(path, "unchanged", notice), seen } };
  }
  const content = encodeText(edit.text, edit.format ?? current?.format ?? plainFormat);
  rememberText(file.workspace, file.workspace.files.versionOf(content), edit.text);
  return {
    changes: [{ path, before: current?.version ?? null, content }],
    diff: unifiedDiff(path, current?.text, edit.text),
    output: { content: report(path, current ? "modified" : "created", edit.notice) },
  };
}

/** The result for the model about one file. */
export function report(
  path: string,
  operation: "created" | "modified" | "deleted" | "moved" | "unchanged",
  notice: string,
): string {
  return JSON.stringify({ path, operation, notice });
}

/** Plans several edits: all or none. Throws a `ToolFailure` that lists every failure. */
export async function planAll<Item>(
  items: readonly Item[],
  plan: (item: Item) => Promise<EditPlan>,
): Promise<EditPlan> {
  const plans: EditPlan[] = [];
  const failures: ToolFailure[] = [];
  for (const item of items) {
    try {
      plans.push(await plan(item));
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      failures.push(error);
    }
  }
  const [first] = failures;
  if (first) throw new ToolFailure(first.code, failures.map(({ message }) => message).join("\n\n"));
  return joinPlans(plans);
}

function joinPlans(plans: readonly EditPlan[]): EditPlan {
  const seen = plans.flatMap(({ output }) => output.seen ?? []);
  return {
    changes: plans.flatMap(({ changes }) => changes),
    diff: plans.map(({ diff }) => diff).join(""),
    output: { content: plans.map(({ output }) => output.content).join("\n"), seen: seen.length > 0 ? seen : undefined },
  };
}

/** Notes of an edit as one text: the unusual ones, and the first of the others. */
export function boundNotes(notes: readonly string[]): string {
  if (notes.length <= maxNotes) return notes.join("; ");
  const unusual = notes.filter((note) => note.includes("ignoring"));
  const others = notes.filter((note) => !note.includes("ignoring"));
  const shown = [...unusual, ...others].slice(0, maxNotes);
  return `${shown.join("; ")}; and ${notes.length - shown.length} more`;
}
