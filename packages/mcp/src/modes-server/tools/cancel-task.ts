import * as z from "zod";
import { taskViewSchema } from "../task-view.ts";
import description from "./cancel-task.md";
import { defineTool, readTaskId, taskIdInput, viewAfter } from "./served-tool.ts";

export const cancelTask = defineTool({
  name: "cancel_task",
  title: "Cancel a task",
  description,
  isReadOnly: false,
  input: z.object({ taskId: taskIdInput }),
  output: taskViewSchema,
  async run({ taskId: id }, call) {
    const taskId = readTaskId(id);
    await call.tasks.cancel(taskId);
    return viewAfter(taskId, 0, call);
  },
});
