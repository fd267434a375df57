import type { TaskId } from "@roo-code/types";
import * as z from "zod";
import type { TaskOverview, TaskQuestion } from "./modes-server-ports.ts";

const maxResultLength = 20_000;
const maxQuestionLength = 4_000;
const maxFiles = 200;

const questionSchema = z.object({
  taskId: z.string().describe("the task that asks: this one or a subtask"),
  callId: z.string(),
  kind: z.enum(["approval", "question"]),
  tool: z.string().optional().describe("for an approval: the tool to be used"),
  text: z.string().describe("what is asked"),
  choices: z.array(z.string()).optional(),
});

/** A task as clients see it. */
export const taskViewSchema = z.object({
  taskId: z.string(),
  mode: z.string(),
  status: z
    .string()
    .describe("running, waiting (for the answer to a question below), completed, failed, aborted, interrupted, …"),
  result: z.string().nullable().describe("its result, or its last message"),
  error: z.string().optional(),
  questions: z.array(questionSchema),
  turns: z.number(),
  tokens: z.object({ input: z.number(), output: z.number() }),
  costUsd: z.number().nullable(),
  filesChanged: z.array(z.string()),
  lastEvent: z.number().describe("the number of its newest event"),
});
export type TaskView = z.infer<typeof taskViewSchema>;

export function viewOf(taskId: TaskId, overview: TaskOverview): TaskView {
  const { state, questions, status } = overview;
  const { usage, outcome } = state;
  return {
    taskId,
    mode: state.mode,
    status: status === "running" && questions.length > 0 ? "waiting" : status,
    result: lastMessage(overview)?.slice(0, maxResultLength) ?? null,
    error: status !== "running" && outcome?.error ? outcome.error.message : undefined,
    questions: questions.map(questionOf),
    turns: state.turns,
    tokens: { input: usage.inputTokens, output: usage.outputTokens },
    costUsd: usage.costUsd,
    filesChanged: [...state.filesChanged].slice(0, maxFiles),
    lastEvent: state.lastSeq,
  };
}

function lastMessage({ state }: TaskOverview): string | undefined {
  const { completion, lastReply } = state;
  const text = lastReply?.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return completion ?? (text || undefined);
}

function questionOf(question: TaskQuestion): TaskView["questions"][number] {
  const { taskId, callId } = question;
  if (question.type === "question.requested") {
    const { question: text, suggestions } = question;
    return { taskId, callId, kind: "question", text, choices: suggestions };
  }
  const { name: tool, subject } = question;
  const text = [subject.summary, subject.detail].filter(Boolean).join("\n");
  return { taskId, callId, kind: "approval", tool, text: shortened(text, taskId) };
}

/** Nothing should be approved unseen: names what was omitted, and where to find it. */
function shortened(text: string, taskId: TaskId): string {
  if (text.length <= maxQuestionLength) return text;
  return `${text.slice(0, maxQuestionLength)}\n… ${text.length - maxQuestionLength} more characters are in task://${taskId}/events`;
}
