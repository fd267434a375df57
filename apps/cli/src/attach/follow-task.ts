import type { IpcClient, TaskItem } from "@roo-code/ipc";
import { type EventOf, isTaskId, messageText, type Op, RooError, type RunResult, type TaskId } from "@roo-code/types";
import type { RunOutput } from "../output/run-output.ts";
import { AttachedQuestions } from "./attached-questions.ts";

interface FollowOptions {
  readonly client: IpcClient;
  readonly output: RunOutput;
  /** Where questions are asked; absent if no one can answer. */
  readonly terminal?: { readonly stdin: NodeJS.ReadableStream; readonly stderr: NodeJS.WritableStream } | undefined;
  /** Detaches; the task keeps running. */
  readonly signal: AbortSignal;
  readonly detach: () => void;
  /** Reports why an answer was not accepted. */
  readonly warn: (line: string) => void;
}

/** Shows a task of another process, past events included, until its run ends. undefined when the user detached. */
export async function followTask(options: FollowOptions): Promise<RunResult | undefined> {
  const { client, output, terminal, signal, detach, warn } = options;
  const submit = (op: Op, taskId: TaskId) =>
    client.request({ commandName: "SubmitOp", data: { op, taskId } }).catch((error: unknown) => warn(messageOf(error)));
  const questions = terminal && new AttachedQuestions({ ...terminal, interrupt: detach, submit });
  const run = new FollowedRun();
  client.on("TaskItem", ({ taskId, agent, item }) => {
    if (!isTaskId(taskId)) return;
    output.observe(item, { taskId, agent });
    if (!("live" in item)) questions?.observe(item, { taskId, agent });
    run.observe({ taskId, agent, item });
  });
  client.on("Disconnect", () => run.disconnect());
  signal.addEventListener("abort", () => run.detach());
  await subscribe(client, terminal !== undefined);
  run.catchUp();
  questions?.begin();
  try {
    const result = await run.ended;
    if (result) output.finish(result);
    return result;
  } finally {
    questions?.stop();
  }
}

async function subscribe(client: IpcClient, answers: boolean): Promise<void> {
  try {
    await client.request({ commandName: "Subscribe", data: { events: [], items: true, answers } });
  } catch (cause) {
    if (!(cause instanceof RooError) || cause.code !== "ipc_no_reply") throw cause;
    const next = "Only tasks of roo run --ipc PATH and roo serve --ipc PATH can be followed.";
    throw new RooError({ code: "ipc_cannot_attach", message: "The server does not show its tasks.", next, cause });
  }
}

/** The newest run of the followed task. A run that ended before we attached counts only if none has started since. */
class FollowedRun {
  readonly ended: Promise<RunResult | undefined>;
  readonly #settle: (result: RunResult | undefined) => void;
  readonly #fail: (error: RooError) => void;
  #isCaughtUp = false;
  #last: RunResult | undefined;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<RunResult | undefined>();
    this.ended = promise;
    this.#settle = resolve;
    this.#fail = reject;
    // It is awaited only after catching up.
    promise.catch(() => {});
  }

  observe({ taskId, agent, item }: TaskItem): void {
    if (agent !== "root") return;
    if (item.type === "run.start") this.#last = undefined;
    if (item.type !== "run.end") return;
    this.#last = resultOf(taskId, item);
    if (this.#isCaughtUp) this.#settle(this.#last);
  }

  catchUp(): void {
    this.#isCaughtUp = true;
    if (this.#last) this.#settle(this.#last);
  }

  detach(): void {
    this.#settle(undefined);
  }

  disconnect(): void {
    const message = "The connection was lost before the task's run ended.";
    this.#fail(new RooError({ code: "ipc_disconnected", message, next: "Check its status with: roo tasks list" }));
  }
}

function resultOf(taskId: string, event: EventOf<"run.end">): RunResult {
  const { status, result, verification = null, turns, usage, durationMs, filesChanged, error } = event;
  return {
    taskId,
    status,
    result,
    verification,
    turns,
    usage,
    durationMs,
    filesChanged,
    error,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For an output that shows a reply while it streams: also shows replies from before it was attached. */
export function replayMissedReplies(output: RunOutput): RunOutput {
  const streamed = new Set<string>();
  return {
    observe(item, source) {
      if (item.type === "text.delta") streamed.add(source.taskId);
      if (item.type === "turn.start") streamed.delete(source.taskId);
      const text = item.type === "turn.end" && !streamed.has(source.taskId) ? messageText(item.message) : "";
      if (text !== "") output.observe({ live: true, type: "text.delta", text }, source);
      output.observe(item, source);
    },
    finish: (result) => output.finish(result),
  };
}
