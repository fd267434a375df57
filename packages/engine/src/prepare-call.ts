import type {
  ApprovalSubject,
  EditPlan,
  FileStep,
  Tool,
  ToolCallPart,
  ToolContext,
  ToolOutput,
  WorkspaceFiles,
} from "@roo-code/types";
import { parseToolInput } from "./tool-input.ts";

/** A call prepared without any effect: what must be approved, and how to perform it. */
export interface PreparedCall {
  readonly tool: Tool;
  /** What must be approved; absent if nothing. */
  readonly subject?: ApprovalSubject;
  readonly steps?: readonly FileStep[];
  /** Performs the call. Called once. */
  perform(): Promise<ToolOutput>;
}

/** Throws `ToolFailure` when the call cannot be done. */
export async function prepareCall(options: {
  tool: Tool;
  call: ToolCallPart;
  context: ToolContext;
}): Promise<PreparedCall> {
  const { tool, call, context } = options;
  const { input, notes } = parseToolInput(tool, call);
  const noted = async (output: Promise<ToolOutput> | ToolOutput) => withNotes(await output, notes);
  switch (tool.kind) {
    case "read":
    case "flow":
      return { tool, perform: () => noted(tool.run(input, context)) };
    case "action": {
      const subject = tool.fullSubject ? await tool.fullSubject(input, context) : tool.subject(input);
      return { tool, subject, perform: () => noted(tool.run(input, context)) };
    }
    case "edit": {
      const plan = await tool.plan(input, context);
      const perform = async () => {
        await context.workspace.files.apply(plan.changes);
        return noted(plan.output);
      };
      if (plan.changes.length === 0) return { tool, perform };
      return { tool, subject: editSubject(plan), steps: stepsOf(plan, context.workspace.files), perform };
    }
  }
}

function stepsOf(plan: EditPlan, files: WorkspaceFiles): FileStep[] {
  return plan.changes.map(({ path, before, content }) => ({
    path,
    before,
    after: content === null ? null : files.versionOf(content),
  }));
}

function editSubject(plan: EditPlan): ApprovalSubject {
  const paths = plan.changes.map((change) => change.path);
  return { kind: "edit", summary: paths.join(", "), detail: plan.diff, paths };
}

function withNotes(output: ToolOutput, notes: readonly string[]): ToolOutput {
  return notes.length === 0 ? output : { ...output, content: `${output.content}\n\n${notes.join("\n")}` };
}
