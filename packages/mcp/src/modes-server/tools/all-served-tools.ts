import { answerApproval } from "./answer-approval.ts";
import { cancelTask } from "./cancel-task.ts";
import { getMode } from "./get-mode.ts";
import { getTask } from "./get-task.ts";
import { listModes } from "./list-modes.ts";
import { newTask } from "./new-task.ts";
import { sendMessage } from "./send-message.ts";
import type { ServedTool } from "./served-tool.ts";
import { switchMode } from "./switch-mode.ts";

export const allServedTools: readonly ServedTool[] = [
  listModes,
  getMode,
  switchMode,
  newTask,
  sendMessage,
  getTask,
  cancelTask,
  answerApproval,
];
