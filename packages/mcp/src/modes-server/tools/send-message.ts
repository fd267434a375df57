import * as z from "zod";
import { taskViewSchema } from "../task-view.ts";
import description from "./send-message.md";
import { defineTool, readTaskId, taskIdInput, viewAfter, waitInput } from "./served-tool.ts";

export const sendMessage = defineTool({
  name: "send_message",
  title: "Send a message to a task",
  description,
  isReadOnly: false,
  input: z.object({ taskId: taskIdInput, text: z.string().min(1).max(1_000_000), waitSeconds: waitInput }),
  output: taskViewSchema,
  async run({ taskId: id, text, waitSeconds }, call) {
    const taskId = readTaskId(id);
    await call.tasks.say(taskId, text);
    call.use(taskId);
    return viewAfter(taskId, waitSeconds, call);
  },
});
