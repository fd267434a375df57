import * as z from "zod";
import { taskViewSchema } from "../task-view.ts";
import description from "./get-task.md";
import { defineTool, readTaskId, taskIdInput, viewAfter, waitInput } from "./served-tool.ts";

export const getTask = defineTool({
  name: "get_task",
  title: "Task",
  description,
  isReadOnly: true,
  input: z.object({ taskId: taskIdInput, waitSeconds: waitInput }),
  output: taskViewSchema,
  async run({ taskId, waitSeconds }, call) {
    return viewAfter(readTaskId(taskId), waitSeconds, call);
  },
});
