import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EditPlan, type ToolContext, ToolFailure } from "@roo-code/types";
import { applyBlocks } from "../../packages/tools/src/edit/apply-blocks.ts";
import { parseDiffBlocks } from "../../packages/tools/src/edit/diff-blocks.ts";
import { openExisting } from "../../packages/tools/src/edit/editable-file.ts";
import { parsePatch } from "../../packages/tools/src/edit/patch/parse-patch.ts";
import { planPatch } from "../../packages/tools/src/edit/patch/plan-patch.ts";
import { planEdit } from "../../packages/tools/src/edit/plan-edit.ts";
import { replaceText } from "../../packages/tools/src/edit/replace-text.ts";
import { LocalWorkspace } from "../../packages/workspace/src/local-workspace.ts";
import type { EditCall, EditCase } from "./edit-case.ts";

/** `wrong`: the file is neither as expected nor unchanged. */
export type Outcome = "right" | "refused" | "wrong";

/** Runs cases against real files in one folder. */
export class CaseRunner {
  readonly #folder = mkdtempSync(join(tmpdir(), "roo-edits-"));
  readonly #workspace = new LocalWorkspace({ root: this.#folder });

  async run(one: EditCase): Promise<{ outcome: Outcome; message: string }> {
    const absolute = join(this.#folder, one.path);
    writeFileSync(absolute, one.file);
    const message = await this.#attempt(one);
    const now = readFileSync(absolute);
    if (now.equals(one.file)) return { outcome: one.expected === "refused" ? "right" : "refused", message };
    const isRight = one.expected !== "refused" && now.equals(one.expected);
    return { outcome: isRight ? "right" : "wrong", message };
  }

  async dispose(): Promise<void> {
    await this.#workspace.dispose();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #attempt({ path, call, file, read = file }: EditCase): Promise<string> {
    const { files } = this.#workspace;
    const context: ToolContext = {
      workspace: this.#workspace,
      signal: new AbortController().signal,
      ports: {},
      report: () => undefined,
      seenVersion: () => files.versionOf(read),
    };
    try {
      const plan = await planCall(call, path, context);
      await files.apply(plan.changes);
      return plan.output.content;
    } catch (error) {
      if (error instanceof ToolFailure) return `${error.code}: ${error.message}`;
      throw error;
    }
  }
}

/** Does what the tools do, without loading their descriptions, which need the bundler. */
async function planCall(call: EditCall, path: string, context: ToolContext): Promise<EditPlan> {
  if (call.tool === "apply_patch") return planPatch(parsePatch(call.patch), context);
  const file = await openExisting(path, context);
  const target = { path, text: file.current.text, isRead: file.isRead };
  if (call.tool === "edit") return planEdit(file, replaceText(target, { ...call, expected: 1 }));
  const { text } = applyBlocks(target, parseDiffBlocks(call.diff));
  return planEdit(file, { text, notice: "" });
}
