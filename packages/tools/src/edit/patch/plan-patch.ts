import { type EditPlan, type ToolContext, ToolFailure } from "@roo-code/types";
import { encodeText } from "../../text/text-encoding.ts";
import { openExisting, openForEdit } from "../editable-file.ts";
import { boundNotes, planAll, planEdit, report } from "../plan-edit.ts";
import { unifiedDiff } from "../unified-diff.ts";
import { applyHunks } from "./apply-hunks.ts";
import { invalidPatch, type PatchSection } from "./patch-section.ts";

/** The plan of a patch: all files are computed before any is written. Throws a `ToolFailure` that lists every failure. */
export async function planPatch(sections: readonly PatchSection[], context: ToolContext): Promise<EditPlan> {
  const plan = await planAll(mergeSections(sections), (section) => planSection(section, context));
  const paths = plan.changes.map(({ path }) => path);
  const duplicate = paths.find((path, index) => paths.indexOf(path) !== index);
  if (duplicate !== undefined) throw invalidPatch(`It changes "${duplicate}" twice. Merge the sections.`);
  return plan;
}

/** Models start a new section for each hunk of a file, and delete a file to rewrite it. */
function mergeSections(sections: readonly PatchSection[]): PatchSection[] {
  const merged: PatchSection[] = [];
  for (const section of sections) {
    const same = merged.findIndex(({ path }) => path === section.path);
    const before = merged[same];
    if (section.kind === "add" && before?.kind === "delete") {
      merged[same] = { ...section, replaces: true };
    } else if (section.kind === "update" && before?.kind === "update") {
      const moveTo = before.moveTo ?? section.moveTo;
      merged[same] = { ...before, moveTo, hunks: [...before.hunks, ...section.hunks] };
    } else merged.push(section);
  }
  return merged;
}

async function planSection(section: PatchSection, context: ToolContext): Promise<EditPlan> {
  switch (section.kind) {
    case "add":
      return planAdd(section, context);
    case "delete":
      return planDelete(section.path, context);
    case "update":
      return planUpdate(section, context);
  }
}

async function planAdd(
  { path, text, replaces }: Extract<PatchSection, { kind: "add" }>,
  context: ToolContext,
): Promise<EditPlan> {
  const file = await (replaces === true ? openExisting : openForEdit)(path, context);
  if (replaces !== true && file.current && file.current.text !== text)
    throw exists(file.path, "Use `*** Update File:` to change it.");
  return planEdit(file, { text, notice: "Saved." });
}

async function planDelete(given: string, context: ToolContext): Promise<EditPlan> {
  const { files } = context.workspace;
  const path = await files.resolve(given);
  const { version } = await files.read(path, { maxBytes: 1 });
  const text = await openForEdit(path, context).then(
    ({ current }) => current?.text,
    (error: unknown) => {
      // Binary files can still be deleted.
      if (error instanceof ToolFailure && ["binary_file", "too_large"].includes(error.code)) return undefined;
      throw error;
    },
  );
  return {
    changes: [{ path, before: version, content: null }],
    diff: text === undefined ? `(${path}, a binary file, is deleted)\n` : unifiedDiff(path, text, undefined),
    output: { content: report(path, "deleted", "Deleted.") },
  };
}

async function planUpdate(section: Extract<PatchSection, { kind: "update" }>, context: ToolContext): Promise<EditPlan> {
  const file = await openExisting(section.path, context);
  const { path, isRead } = file;
  const { text, version, format } = file.current;
  const applied = section.hunks.length === 0 ? { text, notes: [] } : applyHunks({ path, text, isRead }, section.hunks);
  const notice = applied.notes.length === 0 ? "Saved." : `Saved: ${boundNotes(applied.notes)}.`;
  if (section.moveTo === undefined) return planEdit(file, { text: applied.text, notice });
  const target = await openForEdit(section.moveTo, context);
  if (target.path === path) return planEdit(file, { text: applied.text, notice });
  if (target.current) throw exists(target.path, "A file cannot be moved over another.");
  const edit = text === applied.text ? "" : unifiedDiff(path, text, applied.text);
  return {
    // In this order, so that a crash in between loses no content.
    changes: [
      { path: target.path, before: null, content: encodeText(applied.text, format), movedFrom: path },
      { path, before: version, content: null },
    ],
    diff: `rename from ${path}\nrename to ${target.path}\n${edit}`,
    output: { content: report(target.path, "moved", `${notice} It was "${path}" before.`) },
  };
}

function exists(path: string, advice: string): ToolFailure {
  return new ToolFailure("exists", `"${path}" exists already; nothing was written. ${advice}`);
}
