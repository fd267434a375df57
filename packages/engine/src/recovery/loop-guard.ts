import { digest, type EventOf, type TaskEvent, type ToolCallPart, toolCalls } from "@roo-code/types";

/** Repetitions: the third warns the model, the fourth ends the run. */
const warnAt = 3;
const stopAt = 4;
const maxCycle = 3;
const memory = warnAt * maxCycle;
const callsRemembered = 200;

interface Step {
  readonly name: string;
  readonly signature: string;
  readonly outcome: string;
  readonly isError: boolean;
}

/** Detects loops. A fold over the task's events, so it survives a crash. */
export class LoopGuard {
  #signatures = new Map<string, string>();
  #actions = new Set<string>();
  #steps: Step[] = [];
  /** Number of steps of the newest reply, whose outcomes the model has not seen. */
  #unseen = 0;
  /** Call and outcome → number of repetitions since something last changed; the oldest are dropped. */
  readonly #sinceChange = new Map<string, number>();
  /** Calls that had the same outcome too often and may not be repeated. */
  readonly #exhausted = new Set<string>();

  fold(event: TaskEvent): void {
    if (event.type === "turn.end") {
      this.#signatures = new Map(toolCalls(event.message).map((call) => [call.callId, signatureOf(call)]));
      this.#actions.clear();
      this.#unseen = 0;
    } else if (event.type === "tool.start" && event.kind === "action") this.#actions.add(event.callId);
    else if (event.type === "tool.end") this.#remember(event);
    else if (event.type === "message.added" || event.type === "run.end") this.#forget();
  }

  /** Before a call acts: why it must not, or undefined. */
  blocks(call: ToolCallPart): string | undefined {
    const signature = signatureOf(call);
    const cycle = cycleLength(this.#steps);
    if (cycle !== undefined && this.#steps.at(-cycle)?.signature === signature) {
      return cycle === 1
        ? `the same ${call.name} call with the same result, four times`
        : `the same ${cycle} calls in turn, four times`;
    }
    return this.#exhausted.has(signature)
      ? `the same ${call.name} call a fourth time though nothing had changed`
      : undefined;
  }

  /** Before a result is sent to the model: a warning to add to it, or undefined. */
  warning(call: ToolCallPart, result: { content: string; isError: boolean }): string | undefined {
    const step: Step = {
      name: call.name,
      signature: signatureOf(call),
      outcome: digest(result.content),
      isError: result.isError,
    };
    const advice = "Do something different, or say what stops you: once more and the task is stopped.";
    const cycle = cycleLength([...this.#steps, step]);
    if (cycle === 1) return `This is the same call with the same result for the third time. ${advice}`;
    if (cycle !== undefined)
      return `These ${cycle} calls have been made three times in turn with the same results. ${advice}`;
    if (step.isError && this.#sameErrors(step) === warnAt - 1)
      return `This is the same error for the third time. ${advice}`;
    if (this.#sinceChange.get(keyOf(step)) === warnAt - 1)
      return `This call was made three times and nothing changed in between. ${advice}`;
    return undefined;
  }

  /** After a result: whether the same error occurred too often, although the model had seen it. */
  hasTripped(): boolean {
    const last = this.#steps.at(-1);
    if (last?.isError !== true) return false;
    const count = this.#sameErrors(last);
    return count >= stopAt && count > this.#unseen;
  }

  #remember(event: EventOf<"tool.end">): void {
    const signature = this.#signatures.get(event.callId) ?? event.name;
    const name = event.calledAs ?? event.name;
    const step: Step = { name, signature, outcome: digest(event.content), isError: event.isError };
    this.#steps = [...this.#steps, step].slice(-memory);
    this.#unseen += 1;
    const key = keyOf(step);
    const mayHaveChanged = this.#actions.has(event.callId) && !this.#sinceChange.has(key);
    if (mayHaveChanged || (event.steps?.length ?? 0) > 0) this.#resetCounts();
    const count = (this.#sinceChange.get(key) ?? 0) + 1;
    this.#sinceChange.delete(key);
    this.#sinceChange.set(key, count);
    if (count >= warnAt) this.#exhausted.add(signature);
    if (this.#sinceChange.size > callsRemembered) this.#sinceChange.delete(this.#sinceChange.keys().next().value ?? "");
  }

  #resetCounts(): void {
    this.#sinceChange.clear();
    this.#exhausted.clear();
  }

  #forget(): void {
    this.#steps = [];
    this.#resetCounts();
  }

  #sameErrors(error: Step): number {
    const other = this.#steps
      .toReversed()
      .findIndex((step) => !step.isError || step.name !== error.name || step.outcome !== error.outcome);
    return other === -1 ? this.#steps.length : other;
  }
}

/** Length of the shortest cycle repeated three times by the newest steps, outcomes included. */
function cycleLength(steps: readonly Step[]): number | undefined {
  for (let length = 1; length <= maxCycle; length += 1) {
    const newest = steps.slice(-length * warnAt);
    if (newest.length === length * warnAt && newest.every((step, index) => isSame(step, newest[index % length])))
      return length;
  }
  return undefined;
}

function isSame(left: Step, right: Step | undefined): boolean {
  return left.signature === right?.signature && left.outcome === right.outcome;
}

function keyOf(step: Step): string {
  return `${step.signature} ${step.outcome}`;
}

/** Ignores the order of keys. */
function signatureOf(call: ToolCallPart): string {
  return `${call.name}/${digest(call.malformed ?? stableJson(call.input))}`;
}

function stableJson(value: unknown): string {
  const sorted = (_key: string, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? "";
}
