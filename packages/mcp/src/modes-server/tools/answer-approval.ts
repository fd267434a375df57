import { approvalDecisionSchema } from "@roo-code/types";
import * as z from "zod";
import { taskViewSchema } from "../task-view.ts";
import description from "./answer-approval.md";
import { defineTool, readTaskId, taskIdInput, viewAfter, waitInput } from "./served-tool.ts";

export const answerApproval = defineTool({
  name: "answer_approval",
  title: "Answer an approval",
  description,
  isReadOnly: false,
  input: z.object({
    taskId: taskIdInput.describe("the task that asks, as the question names it"),
    callId: z.string().max(200).describe("the question's callId"),
    decision: approvalDecisionSchema,
    feedback: z.string().max(100_000).optional().describe("what to do instead, where it is denied"),
    waitSeconds: waitInput,
  }),
  output: taskViewSchema,
  async run({ taskId: named, waitSeconds, ...answer }, call) {
    const taskId = readTaskId(named);
    await call.tasks.answer(taskId, answer);
    call.use(taskId);
    return viewAfter(taskId, waitSeconds, call);
  },
});
