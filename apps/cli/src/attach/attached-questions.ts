import type { RuleKeeper, TaskSource } from "@roo-code/host";
import { closesAsked, isAsked, type Op, type TaskEvent, type TaskId } from "@roo-code/types";
import { promptUser } from "../prompt-user.ts";

interface QuestionsOptions {
  readonly submit: (op: Op, taskId: TaskId) => Promise<void>;
  /** The user does not want to answer. */
  readonly interrupt: () => void;
  readonly stdin: NodeJS.ReadableStream;
  readonly stderr: NodeJS.WritableStream;
  /** Offers to save an answer as a rule; without it none are offered. */
  readonly rules?: RuleKeeper;
}

interface OpenPrompt {
  readonly taskId: TaskId;
  readonly callId: string;
  readonly ask: () => Promise<void>;
  readonly stop: AbortController;
}

/**
 * Asks the questions of tasks in another process, one at a time. A question that is answered there meanwhile is withdrawn.
 */
export class AttachedQuestions {
  readonly #options: QuestionsOptions;
  readonly #open = new Map<string, OpenPrompt>();
  readonly #allowed = new Set<string>();
  #isAsking = false;
  #isReady = false;

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  observe(event: TaskEvent, source: TaskSource): void {
    for (const [key, { taskId, callId }] of this.#open)
      if (taskId === source.taskId && closesAsked(event, callId)) this.#close(key);
    if (!isAsked(event)) return;
    const stop = new AbortController();
    const ask = () => this.#ask(event, source, stop.signal);
    this.#open.set(`${source.taskId} ${event.callId}`, { taskId: source.taskId, callId: event.callId, ask, stop });
    this.#next();
  }

  /** Called after past events were replayed: only questions that are still open are asked. */
  begin(): void {
    this.#isReady = true;
    this.#next();
  }

  stop(): void {
    for (const key of this.#open.keys()) this.#close(key);
  }

  #close(key: string): void {
    this.#open.get(key)?.stop.abort();
    this.#open.delete(key);
  }

  #next(): void {
    const [first] = this.#open;
    if (!this.#isReady || this.#isAsking || !first) return;
    const [key, { ask }] = first;
    this.#isAsking = true;
    void ask().finally(() => {
      this.#isAsking = false;
      this.#open.delete(key);
      this.#next();
    });
  }

  /** Resolves when it was answered, here or in the other process. */
  #ask(event: TaskEvent, source: TaskSource, signal: AbortSignal): Promise<void> {
    const { submit, interrupt, stdin, stderr, rules } = this.#options;
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        stderr.write("\n");
        resolve();
      });
      const ask = promptUser({
        submit: (op, taskId) => submit(op, taskId).finally(resolve),
        interrupt: () => {
          interrupt();
          resolve();
        },
        stdin,
        stderr,
        signal,
        allowed: this.#allowed,
        rules,
      });
      ask(event, source);
    });
  }
}
