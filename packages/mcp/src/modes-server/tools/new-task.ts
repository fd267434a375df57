import * as z from "zod";
import { taskViewSchema } from "../task-view.ts";
import description from "./new-task.md";
import { defineTool, modeInput, viewAfter, waitInput } from "./served-tool.ts";

export const newTask = defineTool({
  name: "new_task",
  title: "New task",
  description,
  isReadOnly: false,
  input: z.object({
    prompt: z.string().min(1).max(1_000_000).describe("what to do, as you would tell a colleague"),
    mode: modeInput.optional(),
    waitSeconds: waitInput,
  }),
  // The name of the agent's own tool.
  otherNames: { message: "prompt" },
  output: taskViewSchema,
  async run({ prompt, mode, waitSeconds }, call) {
    const taskId = await call.tasks.start({ prompt, mode: mode ?? call.session.mode });
    call.use(taskId, prompt);
    return viewAfter(taskId, waitSeconds, call);
  },
});
