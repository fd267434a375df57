import { digest, type EventOf, type ToolCallPart } from "@roo-code/types";
import { type CommandPart, commandParts } from "./command-parts.ts";

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
const maxNameLength = 120;

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
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength - 1)}…` : line;
}

/** How a command stands, as far as the log tells. `how` ends a sentence that began with the command. */
type CommandOutcome =
  | { readonly state: "succeeded" }
  | { readonly state: "failed" | "unknown"; readonly how: string }
  | { readonly state: "running"; readonly id: string };

const statusLine =
  /^(?:Working directory: [^\n]*\n|\S+ is stopped with all its processes\.\n)?(?:Status: (\S+) runs in the background|Exit code: (\d+|none)(?:, ([^\n]*))?)/;

/** Codes of a call that began to act and did not get to an end of its own. */
const brokenOff: ReadonlyMap<string, CommandOutcome> = new Map([
  ["aborted", { state: "failed", how: "was aborted" }],
  ["interrupted", { state: "unknown", how: "was interrupted, so how it ended is not known" }],
  ["tool_crashed", { state: "unknown", how: "could not be followed to its end" }],
]);

/** What the end of a call says about the command it is about; undefined when it says nothing, or when nothing was run. */
function commandOutcome(end: EventOf<"tool.end">): CommandOutcome | undefined {
  if (end.isError) return brokenOff.get(end.code ?? "");
  const [, id, exitCode, reason] = statusLine.exec(end.content) ?? [];
  if (id !== undefined) return { state: "running", id };
  if (exitCode === "0") return { state: "succeeded" };
  if (exitCode === "none") return withoutCode(reason ?? "");
  return exitCode === undefined ? undefined : { state: "failed", how: `ended with exit code ${exitCode}` };
}

/** A server that was stopped on request has shown neither success nor failure by that. */
function withoutCode(reason: string): CommandOutcome {
  if (reason === "stopped on request") return { state: "unknown", how: "was stopped before it had ended" };
  return { state: "failed", how: `ended without an exit code: ${reason}` };
}

/** What models call the command and its arguments, without `_`, `-` and capitals; the first that is there counts. */
const commandWords = ["command", "cmd", "commandline", "script", "bash", "code"];
const argumentWords = ["args", "arguments", "argv"];

/** The command of a call that came to execute_command, by whatever words: text, a list, or a program and its arguments. */
export function commandText({ input }: ToolCallPart): string | undefined {
  const given = wordOf(input, commandWords);
  const argv = [given ?? [], wordOf(input, argumentWords) ?? []].flat().map(String);
  if (argv.length === 0) return undefined;
  const [program = "", flag = "", script] = argv;
  const isShell = /^(?:\/\S*\/)?(?:ba|z|da)?sh$/.test(program) && /^-l?i?c$/.test(flag);
  return isShell && script !== undefined && argv.length === 3 ? script : argv.join(" ");
}

/** The background command that a call is about: `cmd-3`, also from `cmd-3.txt`. */
export function commandId({ input }: ToolCallPart): string | undefined {
  const ids = Object.values(typeof input === "object" && input !== null ? input : {}).flatMap((value: unknown) =>
    typeof value === "string" ? (/^\s*(cmd-\d+)(?:\.txt)?\s*$/.exec(value)?.[1] ?? []) : [],
  );
  return ids[0];
}

function wordOf(input: unknown, words: readonly string[]): unknown {
  if (typeof input !== "object" || input === null) return undefined;
  const entries = Object.entries(input).map(([key, value]: [string, unknown]) => ({
    word: key.replaceAll(/[_-]/g, "").toLowerCase(),
    value,
  }));
  return words.map((word) => entries.find((entry) => entry.word === word)?.value).find((value) => value !== undefined);
}
