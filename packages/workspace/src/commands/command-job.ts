import { setTimeout as sleep } from "node:timers/promises";
import type { CommandNews, CommandOutcome } from "@roo-code/types";
import type { SandboxedStart } from "../sandbox/sandbox.ts";
import { isReadingInput, looksLikeAnswerPrompt, looksLikePrompt } from "./awaits-input.ts";
import type { CommandOutput, OutputPiece } from "./command-output.ts";
import type { CommandProcess, ProcessEnd } from "./command-process.ts";
import { signalName } from "./command-process.ts";
import { isGroupAlive, isMarkedAfter } from "./process-table.ts";
import { endProcessTree, killGroups, type ProcessMarks } from "./process-tree.ts";

/** How long to wait for more output after the shell has exited while other processes hold the pipe. */
const graceMs = 30;
const askingAfterMs = { known: 300, guessed: 1000, withoutInput: 2000 };

export type StopReason = "timeout" | "abort" | "processes";

export interface JobParts {
  readonly id: string;
  readonly command: string;
  readonly process: CommandProcess;
  readonly output: CommandOutput;
  readonly marks: ProcessMarks;
  readonly hasInput: boolean;
  readonly sandbox?: Pick<SandboxedStart, "notesOn" | "finish" | "ranOutOfMemory">;
}

/** One command, from its start until its last process has ended. */
export class CommandJob {
  readonly id: string;
  readonly command: string;
  readonly marks: ProcessMarks;
  readonly hasInput: boolean;
  readonly output: CommandOutput;
  /** Resolves when the shell has exited and its output has been read. */
  readonly ended: Promise<void>;
  readonly #process: CommandProcess;
  readonly #sandbox: JobParts["sandbox"];
  readonly #startedAt = performance.now();
  #lastActivity = performance.now();
  #end: (ProcessEnd & { readonly at: number }) | undefined;
  #stopped: StopReason | undefined;
  #notes: readonly string[] = [];
  #isClosed = false;
  #isGone = false;
  #ranOutOfMemory = false;
  #hasReportedEnd = false;
  /** Its end was reported, or it ended while being awaited. */
  isReported = false;

  constructor({ id, command, process, output, marks, hasInput, sandbox }: JobParts) {
    this.id = id;
    this.command = command;
    this.marks = marks;
    this.hasInput = hasInput;
    this.output = output;
    this.#process = process;
    this.#sandbox = sandbox;
    void process.closed.then(() => this.#close());
    this.ended = process.exited.then(async (end) => {
      const at = performance.now();
      await Promise.race([process.closed, sleep(graceMs, undefined, { ref: false })]);
      const left = process.gone.then(() => this.#finishSandbox());
      if (!end.leavesOthers) await left;
      this.#end = { ...this.#normalizeEnd(end), at };
    });
  }

  /** Call for each chunk of output. */
  noteOutput(): void {
    this.#lastActivity = performance.now();
  }

  get isRunning(): boolean {
    return this.#end === undefined;
  }

  /** Whether its processes are still running after the shell has exited. */
  get hasLeftovers(): boolean {
    if (this.#end === undefined || this.#isGone) return false;
    // Not checked again once nothing was left: the number of its process group may be reused.
    this.#isGone = this.#isClosed && !isGroupAlive(this.#process.pid) && !this.#hasDetached();
    return !this.#isGone;
  }

  /** Whether it seems to wait for an answer: known from the system, or guessed from its output and silence. */
  isAsking(): boolean {
    const quietMs = performance.now() - this.#lastActivity;
    if (!this.isRunning || quietMs < askingAfterMs.known) return false;
    if (!this.hasInput) return quietMs >= askingAfterMs.withoutInput && this.output.missesTerminal;
    if (quietMs >= askingAfterMs.guessed && looksLikePrompt(this.output.lastLine)) return true;
    return isReadingInput(this.#process.pid);
  }

  write(text: string): void {
    this.#lastActivity = performance.now();
    if (text !== "") this.#process.write(text);
  }

  closeInput(): void {
    this.#process.closeInput();
  }

  /** Ends it with all of its processes within about two seconds. The first reason counts. */
  async stop(reason: StopReason): Promise<void> {
    if (!this.isRunning && !this.hasLeftovers) return;
    if (this.isRunning) this.#stopped ??= reason;
    if (reason === "processes") killGroups(this.marks);
    await endProcessTree(this.marks);
    await Promise.race([this.ended, sleep(500, undefined, { ref: false })]);
    await Promise.race([this.#process.closed, sleep(graceMs, undefined, { ref: false })]);
  }

  /** For a command that is no longer awaited: it does not keep our process alive. */
  release(): void {
    this.#process.release();
  }

  /** Its end was reported, with all of its output. */
  get isOver(): boolean {
    return this.#hasReportedEnd && this.output.newBytes === 0;
  }

  /** The result so far, with the output since the last call. */
  outcome(): CommandOutcome {
    this.#hasReportedEnd = !this.isRunning;
    return this.#outcomeWith(this.output.takeNew());
  }

  /** The same for a finished command: a model whose context was summarized may ask again. */
  fullOutcome(): CommandOutcome {
    return this.#outcomeWith(this.output.all());
  }

  #outcomeWith({ text, omittedBytes }: OutputPiece): CommandOutcome {
    const asks = this.isRunning ? this.isAsking() : this.#endedWithPrompt(text);
    const notes = this.#takeNotes(text);
    return {
      id: this.id,
      ...this.#state(),
      output: text,
      omittedBytes,
      artifact: this.output.isSpilled ? `${this.id}.txt` : undefined,
      asks: asks || undefined,
      ranOutOfMemory: this.#ranOutOfMemory || undefined,
      notes: notes.length > 0 ? notes : undefined,
    };
  }

  news(): CommandNews {
    return { id: this.id, command: this.command, ...this.#state(), newBytes: this.output.newBytes };
  }

  #state() {
    const { exitCode = null, signal = null, at = performance.now() } = this.#end ?? {};
    return {
      exitCode,
      signal,
      ended: this.isRunning && !this.#stopped ? ("running" as const) : (this.#stopped ?? ("exit" as const)),
      durationMs: Math.round(at - this.#startedAt),
      leftRunning: this.hasLeftovers || undefined,
    };
  }

  /** Finds processes that left its group and hold none of its pipes by their environment. */
  #hasDetached(): boolean {
    return isMarkedAfter(this.#process.pid, this.marks.environmentMark);
  }

  async #finishSandbox(): Promise<void> {
    if (!this.#sandbox) return;
    this.#ranOutOfMemory = this.#sandbox.ranOutOfMemory();
    // Everything in the sandbox ended with it.
    this.#isGone = true;
    this.#notes = await this.#sandbox.finish();
  }

  #takeNotes(output: string): readonly string[] {
    const isSuccess = this.isRunning || this.#end?.exitCode === 0;
    const notes = [...this.#notes, ...(this.#sandbox?.notesOn({ output, isSuccess }) ?? [])];
    this.#notes = [];
    return notes;
  }

  /** In a sandbox, the end by a signal is reported as a number. */
  #normalizeEnd(end: ProcessEnd): ProcessEnd {
    if (!this.#sandbox || !this.#stopped || end.exitCode === null || end.exitCode <= 128) return end;
    return { exitCode: null, signal: signalName(end.exitCode - 128) };
  }

  /** A finished line with a question ("Did you mean …?") is a message: a prompt leaves its line open. */
  #endedWithPrompt(text: string): boolean {
    return !this.#stopped && looksLikeAnswerPrompt(text.split("\n").at(-1) ?? "");
  }

  #close(): void {
    this.#isClosed = true;
    this.output.end();
  }
}
