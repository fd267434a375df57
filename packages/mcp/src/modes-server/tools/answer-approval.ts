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
    taskId: taskIdInput.describe("the question's taskId"),
    callId: z.string().max(200).describe("the question's callId"),
    decision: approvalDecisionSchema,
    feedback: z.string().max(100_000).optional().describe("if denied: what to do instead"),
    waitSeconds: waitInput,
  }),
  output: taskViewSchema,
  async run({ taskId: id, waitSeconds, ...answer }, call) {
    const taskId = readTaskId(id);
    await call.tasks.answer(taskId, answer);
    call.use(taskId);
    return viewAfter(taskId, waitSeconds, call);
  },
});
