import { digest, type EventOf, type ToolCallPart } from "@roo-code/types";
import { type CommandOutcome, commandOutcome } from "./command-outcome.ts";
import { type CommandPart, commandParts } from "./command-parts.ts";
import { commandId, commandText } from "./command-text.ts";

/** The newest run of a command. */
export interface CommandRun {
  /** For people: its beginning, in one line. */
  readonly name: string;
  readonly parts: readonly CommandPart[];
  /** When it began, and the event that last told how it stands. */
  readonly began: number;
  seq: number;
  outcome: CommandOutcome;
  /** The last event by which it may have changed files; 0 when it obviously changes none. */
  touched: number;
}

const runsKept = 500;
const longestName = 120;

/** The commands a task ran: of each the newest run, and of those the newest. */
export class CommandRuns {
  /** Whether there were more than are kept. */
  hasForgotten = false;
  readonly #runs = new Map<string, CommandRun>();
  readonly #running = new Map<string, CommandRun>();

  /** The newest last. */
  all(): readonly CommandRun[] {
    return [...this.#runs.values()];
  }

  /** A call of execute_command has ended. */
  ran(end: EventOf<"tool.end">, call: ToolCallPart, began: number): void {
    const text = commandText(call);
    const outcome = commandOutcome(end) ?? plainOutcome(end);
    if (text === undefined || outcome === undefined) return;
    const parts = commandParts(text);
    const touched = parts.every((part) => part.changesNothing) ? 0 : end.seq;
    const run: CommandRun = { name: inOneLine(text), parts, began, seq: end.seq, outcome, touched };
    const key = digest(text.replaceAll(/\s+/g, " ").trim());
    this.#runs.delete(key);
    this.#runs.set(key, run);
    if (outcome.state === "running") this.#running.set(outcome.id, run);
    if (this.#runs.size <= runsKept) return;
    this.#runs.delete(this.#runs.keys().next().value ?? "");
    this.hasForgotten = true;
  }

  /** A call that is about a background command has ended. */
  toldOf(end: EventOf<"tool.end">, call: ToolCallPart): void {
    const id = commandId(call) ?? "";
    const run = this.#running.get(id);
    if (!run) return;
    if (end.name === "send_command_input" && !end.isError && run.touched > 0) run.touched = end.seq;
    const outcome = end.isError ? undefined : commandOutcome(end);
    if (!outcome) return;
    run.outcome = outcome;
    run.seq = end.seq;
    if (outcome.state !== "running") this.#running.delete(id);
  }

  /** Background commands do not outlive the process that started them. */
  processEnded(): void {
    for (const run of this.#running.values())
      run.outcome = { state: "unknown", how: "was still running when the run ended" };
    this.#running.clear();
  }
}

/** Of a tool that says no more than whether something went wrong. */
function plainOutcome({ isError, trouble }: EventOf<"tool.end">): CommandOutcome | undefined {
  if (isError) return undefined;
  return trouble === undefined ? { state: "succeeded" } : { state: "failed", how: `ended with ${trouble}` };
}

function inOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > longestName ? `${line.slice(0, longestName - 1)}…` : line;
}
