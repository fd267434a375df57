import {
  type AssistantMessage,
  type EventOf,
  type ImagePart,
  messageText,
  reduceTask,
  type TaskEvent,
  toolCalls,
  type Usage,
  type UserMessage,
} from "@roo-code/types";
import { isRecord } from "../import/plain-value.ts";

/** The version of the Agent Trajectory Interchange Format. */
const schemaVersion = "ATIF-v1.7";

/** The supported images. */
const imageTypes: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

type ContentPart = { type: "text"; text: string } | { type: "image"; source: { media_type: string; path: string } };

interface TrajectoryStep {
  step_id: number;
  timestamp: string;
  source: "user" | "agent";
  message: string | ContentPart[];
  model_name?: string;
  reasoning_content?: string;
  tool_calls?: { tool_call_id: string; function_name: string; arguments: Record<string, unknown> }[];
  observation?: { results: { source_call_id: string; content: string | ContentPart[]; extra?: object }[] };
  metrics?: object;
}

/** The task in Harbor's format, for evaluation and training: one step per message, calls and results with the reply. */
export function toTrajectory(events: readonly TaskEvent[]): object {
  const { taskId, mode, environment, usage, outcome } = reduceTask(events);
  const run = events.findLast((event) => event.type === "run.start");
  const steps = stepsOf(events);
  return {
    schema_version: schemaVersion,
    session_id: taskId,
    agent: { name: "roo-code", version: run?.version ?? "unknown", ...modelOf(run), extra: { mode } },
    // At least one step is required.
    steps: steps.length > 0 ? steps : [{ step_id: 1, source: "user", message: "" }],
    final_metrics: {
      total_prompt_tokens: usage.inputTokens,
      total_completion_tokens: usage.outputTokens,
      total_cached_tokens: usage.cacheReadTokens,
      total_cost_usd: usage.costUsd ?? undefined,
      total_steps: Math.max(1, steps.length),
    },
    extra: { cwd: environment.cwd, status: outcome?.status ?? "unknown" },
  };
}

function stepsOf(events: readonly TaskEvent[]): TrajectoryStep[] {
  const steps: TrajectoryStep[] = [];
  let model: { model_name?: string } = {};
  let open = new Map<string, TrajectoryStep>();
  for (const event of events) {
    const common = { step_id: steps.length + 1, timestamp: event.at };
    if (event.type === "run.start") model = modelOf(event);
    if (event.type === "message.added")
      steps.push({ ...common, source: "user", message: contentOf(event.message.content) });
    if (event.type === "turn.end") {
      const step: TrajectoryStep = {
        ...common,
        source: "agent",
        ...model,
        ...replyOf(event.message),
        metrics: metricsOf(event.usage),
      };
      steps.push(step);
      open = new Map(toolCalls(event.message).map(({ callId }) => [callId, step]));
    }
    const step = event.type === "tool.end" ? open.get(event.callId) : undefined;
    if (event.type !== "tool.end" || !step) continue;
    step.observation ??= { results: [] };
    step.observation.results.push(resultOf(event));
    open.delete(event.callId);
  }
  return steps;
}

function modelOf(run: EventOf<"run.start"> | undefined): { model_name?: string } {
  return run && run.model !== "" ? { model_name: run.model } : {};
}

function replyOf(message: AssistantMessage): Pick<TrajectoryStep, "message" | "reasoning_content" | "tool_calls"> {
  const reasoning = message.content.flatMap((part) => (part.type === "reasoning" ? [part.text] : []));
  const calls = toolCalls(message).map(({ callId, name, input, malformed }) => ({
    tool_call_id: callId,
    function_name: name,
    // Only an object is allowed.
    arguments: malformed === undefined ? (isRecord(input) ? input : { input }) : { malformed },
  }));
  return {
    message: messageText(message),
    reasoning_content: reasoning.length > 0 ? reasoning.join("\n\n") : undefined,
    tool_calls: calls.length > 0 ? calls : undefined,
  };
}

function resultOf(event: EventOf<"tool.end">): {
  source_call_id: string;
  content: string | ContentPart[];
  extra?: object;
} {
  const text = event.notice === undefined ? event.content : `${event.content}\n\n${event.notice}`;
  return {
    source_call_id: event.callId,
    content: contentOf([{ type: "text", text }, ...(event.images ?? [])]),
    extra: event.isError ? { is_error: true } : undefined,
  };
}

/** Plain text stays a string; images make it a list. */
function contentOf(parts: UserMessage["content"]): string | ContentPart[] {
  const items = parts.map(
    (part): ContentPart => (part.type === "text" ? { type: "text", text: part.text } : imageOf(part)),
  );
  const texts = items.flatMap((item) => (item.type === "text" ? [item.text] : []));
  return texts.length === items.length ? texts.join("\n\n") : items;
}

/** Images are files or URLs there; a data URL contains the bytes. */
function imageOf({ mediaType, data }: ImagePart): ContentPart {
  if (!imageTypes.has(mediaType)) return { type: "text", text: `(image, ${mediaType})` };
  return { type: "image", source: { media_type: mediaType, path: `data:${mediaType};base64,${data}` } };
}

/** Prompt tokens include cached ones, there as here. */
function metricsOf(usage: Usage): object {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    cached_tokens: usage.cacheReadTokens,
    cost_usd: usage.costUsd ?? undefined,
  };
}
