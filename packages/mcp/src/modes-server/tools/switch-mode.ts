import { RooError } from "@roo-code/types";
import * as z from "zod";
import { findMode } from "../find-mode.ts";
import { defineTool, modeInput, readTaskId, taskIdInput } from "./served-tool.ts";
import description from "./switch-mode.md";

export const switchMode = defineTool({
  name: "switch_mode",
  title: "Switch mode",
  description,
  isReadOnly: false,
  input: z.object({
    mode: modeInput,
    taskId: taskIdInput.optional(),
    reason: z.string().max(1000).optional().describe("why; kept in the task's log"),
  }),
  otherNames: { mode_slug: "mode" },
  output: z.object({ mode: z.string(), taskId: z.string().nullable() }),
  async run({ mode: slug, taskId: id, reason = "requested by an MCP client" }, { modes, session, tasks, use }) {
    const { slug: mode } = findMode(await modes(), slug);
    if (id === undefined) {
      if (!session.isPersistent) throw noSession();
      session.mode = mode;
      return { mode, taskId: null };
    }
    const taskId = readTaskId(id);
    await tasks.switchMode(taskId, { mode, reason });
    use(taskId);
    return { mode, taskId };
  },
});

function noSession(): RooError {
  const message = "This client has no session, so its mode cannot be stored.";
  return new RooError({ code: "no_session", message, next: "Pass the mode to new_task, or pass a taskId." });
}
