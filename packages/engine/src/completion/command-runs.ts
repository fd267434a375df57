import { digest, type EventOf, type ToolCallPart } from "@roo-code/types";
import { commandId, commandText } from "./call-command.ts";
import { type CommandPart, commandParts } from "./command-parts.ts";

/** The newest run of a command. */
export interface CommandRun {
  /** Its beginning, in one line, for people. */
  readonly name: string;
  readonly parts: readonly CommandPart[];
  /** The events of its start and of its latest known outcome. */
  readonly startSeq: number;
  seq: number;
  outcome: CommandOutcome;
  /** The last event at which it may have changed files; 0 if it obviously changes none. */
  lastChangeSeq: number;
}

const runsKept = 500;
const maxNameLength = 120;

/** The newest run of each command of a task; the oldest ones are dropped. */
export class CommandRuns {
  /** Whether runs were dropped. */
  hasDropped = false;
  readonly #runs = new Map<string, CommandRun>();
  readonly #running = new Map<string, CommandRun>();

  /** Newest last. */
  all(): readonly CommandRun[] {
    return [...this.#runs.values()];
  }

  /** Folds the end of an execute_command call. */
  foldCommand(end: EventOf<"tool.end">, call: ToolCallPart, startSeq: number): void {
    const text = commandText(call);
    const outcome = commandOutcome(end) ?? plainOutcome(end);
    if (text === undefined || outcome === undefined) return;
    const parts = commandParts(text);
    const lastChangeSeq = parts.every((part) => part.changesNothing) ? 0 : end.seq;
    const run: CommandRun = { name: inOneLine(text), parts, startSeq, seq: end.seq, outcome, lastChangeSeq };
    const key = digest(text.replaceAll(/\s+/g, " ").trim());
    this.#runs.delete(key);
    this.#runs.set(key, run);
    if (outcome.state === "running") this.#running.set(outcome.id, run);
    if (this.#runs.size <= runsKept) return;
    this.#runs.delete(this.#runs.keys().next().value ?? "");
    this.hasDropped = true;
  }

  /** Folds the end of a call about a background command. */
  foldUpdate(end: EventOf<"tool.end">, call: ToolCallPart): void {
    const id = commandId(call) ?? "";
    const run = this.#running.get(id);
    if (!run) return;
    if (end.name === "send_command_input" && !end.isError && run.lastChangeSeq > 0) run.lastChangeSeq = end.seq;
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

/** For a result that only says whether something went wrong. */
function plainOutcome({ isError, trouble }: EventOf<"tool.end">): CommandOutcome | undefined {
  if (isError) return undefined;
  return trouble === undefined ? { state: "succeeded" } : { state: "failed", how: `ended with ${trouble}` };
}

function inOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength - 1)}…` : line;
}

/** The state of a command, as far as the log shows. `how` completes a sentence that begins with the command. */
type CommandOutcome =
  | { readonly state: "succeeded" }
  | { readonly state: "failed" | "unknown"; readonly how: string }
  | { readonly state: "running"; readonly id: string };

const statusLine =
  /^(?:Working directory: [^\n]*\n|\S+ is stopped with all its processes\.\n)?(?:Status: (\S+) runs in the background|Exit code: (\d+|none)(?:, ([^\n]*))?)/;

/** Error codes of calls that started but did not finish. */
const unfinished: ReadonlyMap<string, CommandOutcome> = new Map([
  ["aborted", { state: "failed", how: "was aborted" }],
  ["interrupted", { state: "unknown", how: "was interrupted, so its outcome is unknown" }],
  ["tool_crashed", { state: "unknown", how: "crashed, so its outcome is unknown" }],
]);

/** The state of the command after a call; undefined if the result does not show it, or nothing was run. */
function commandOutcome(end: EventOf<"tool.end">): CommandOutcome | undefined {
  if (end.isError) return unfinished.get(end.code ?? "");
  const [, id, exitCode, reason] = statusLine.exec(end.content) ?? [];
  if (id !== undefined) return { state: "running", id };
  if (exitCode === "0") return { state: "succeeded" };
  if (exitCode === "none") return withoutCode(reason ?? "");
  return exitCode === undefined ? undefined : { state: "failed", how: `ended with exit code ${exitCode}` };
}

/** Stopping a server on request is neither success nor failure. */
function withoutCode(reason: string): CommandOutcome {
  if (reason === "stopped on request") return { state: "unknown", how: "was stopped before it ended" };
  return { state: "failed", how: `ended without an exit code: ${reason}` };
}
