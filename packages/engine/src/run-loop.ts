import {
  type BudgetLedger,
  limitReached,
  messageText,
  type TaskState,
  type ToolDefinition,
  userMessage,
} from "@roo-code/types";
import type { TaskCapabilities } from "./capabilities/task-capabilities.ts";
import type { RequestMemory } from "./context/request-memory.ts";
import { systemPrompt } from "./context/system-prompt.ts";
import { isOffered } from "./modes/mode-rules.ts";
import type { AgentPorts } from "./ports.ts";
import { settle } from "./settle.ts";
import type { SettleDeps } from "./settle-deps.ts";
import { type Outcome, stopped } from "./stop.ts";
import type { TaskRecord } from "./task-record.ts";
import { takeTurn } from "./turn.ts";

const maxCutReplies = 3;
const maxReminders = 2;

interface LoopDeps extends Omit<SettleDeps, "ports" | "own"> {
  readonly ports: Omit<AgentPorts, "mode">;
  readonly budget: BudgetLedger;
  readonly capabilities: TaskCapabilities;
  readonly memory: RequestMemory;
}

/** Takes the next step according to the state, until the task is done; throws a `Stop` that ends it earlier. Also resumes tasks. */
export async function runLoop(deps: LoopDeps): Promise<Outcome> {
  const { record, budget, capabilities, memory, signal } = deps;
  const { state } = record;
  let head: RequestHead | undefined;
  let reminders = 0;
  for (;;) {
    signal.throwIfAborted();
    const { mode } = capabilities;
    const ports = { ...deps.ports, mode };
    if (state.openCalls.length > 0) {
      await settle({ ...deps, ports, own: capabilities.in(mode) });
      continue;
    }
    const result = completionOf(state);
    if (result !== undefined) {
      const reminder = state.completion === undefined ? ports.completionReminder : undefined;
      if (reminder === undefined) return { status: "completed", result };
      if (reminders === maxReminders) throw stopped("failed", noCompletion);
      reminders += 1;
      const opId = `complete-${state.turns}`;
      record.append({ type: "message.added", opId, message: userMessage(reminder) });
    }
    const exhausted = budget.exhausted();
    if (exhausted) throw stopped("limit", exhausted);
    // A crash may leave a task without its first message; without one a model would do anything.
    if (state.messages.length === 0) throw stopped("failed", noMessage);
    askToContinue(record);
    if (head?.mode !== mode.slug) head = await requestHead(ports, capabilities, state);
    await takeTurn({ ports, record, memory, systemPrompt: head.systemPrompt, tools: head.tools, signal });
  }
}

/** What precedes the messages of a request, in one mode. */
interface RequestHead {
  readonly mode: string;
  readonly systemPrompt: string;
  readonly tools: readonly ToolDefinition[];
}

async function requestHead(
  { mode, tools, client }: AgentPorts,
  capabilities: TaskCapabilities,
  state: TaskState,
): Promise<RequestHead> {
  const own = capabilities.in(mode);
  return {
    mode: mode.slug,
    systemPrompt: systemPrompt(mode, state, capabilities.explain(mode)),
    tools: await tools.definitions((group) => isOffered(own, group), client.model),
  };
}

/** A final answer without calls, or the result of attempt_completion; undefined if the model must continue. */
function completionOf(state: TaskState): string | undefined {
  if (state.completion !== undefined) return state.completion;
  if (state.cutRepliesInRow > 0) return undefined;
  const last = state.messages.at(-1);
  return last?.role === "assistant" ? messageText(last) : undefined;
}

const noCompletion = {
  code: "no_completion",
  message: "The model ended with an answer instead of calling attempt_completion, although it was reminded.",
};

const noMessage = {
  code: "nothing_said",
  message: "The task has no message: it was lost in a crash. Send it again to continue.",
};

/** A reply cut off at the output limit is neither an answer nor the end. */
function askToContinue(record: TaskRecord): void {
  const { cutRepliesInRow, turns, messages } = record.state;
  if (cutRepliesInRow === 0 || messages.at(-1)?.role !== "assistant") return;
  if (cutRepliesInRow > maxCutReplies)
    throw stopped(
      "limit",
      limitReached("length", `${maxCutReplies} replies in a row cut off by the model's output limit`),
    );
  const message = userMessage(
    "Your reply was cut off at the output limit. Continue exactly where it stopped, or do it in smaller parts.",
  );
  record.append({ type: "message.added", opId: `continue-${turns}`, message });
}
