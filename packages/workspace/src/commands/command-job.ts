import { setTimeout as sleep } from "node:timers/promises";
import type { CommandNews, CommandOutcome } from "@roo-code/types";
import type { SandboxedStart } from "../sandbox/sandbox.ts";
import { isReadingInput, looksLikeAnswerPrompt, looksLikePrompt } from "./awaits-input.ts";
import type { CommandOutput, OutputPiece } from "./command-output.ts";
import type { CommandProcess, ProcessEnd } from "./command-process.ts";
import { signalName } from "./command-process.ts";
import { isGroupAlive, isMarkedAfter } from "./process-table.ts";
import { endProcessTree, killGroups, type ProcessMarks } from "./process-tree.ts";

/** How long output may still come after the shell has ended while others hold the pipe. */
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

/** One command, from its start to the end of its last process. */
export class CommandJob {
  readonly id: string;
  readonly command: string;
  readonly marks: ProcessMarks;
  readonly hasInput: boolean;
  readonly output: CommandOutput;
  /** Resolves when the shell has ended and its output is in. */
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
  #hasToldEnd = false;
  /** Its end was told, or it ended before anybody's eyes. */
  isTold = false;

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
      const left = process.gone.then(() => this.#leaveSandbox());
      if (!end.leavesOthers) await left;
      this.#end = { ...this.#asMeant(end), at };
    });
  }

  /** To be called with whatever it prints. */
  noteOutput(): void {
    this.#lastActivity = performance.now();
  }

  get isRunning(): boolean {
    return this.#end === undefined;
  }

  /** Whether processes of it go on although its shell has ended. */
  get hasLeftovers(): boolean {
    if (this.#end === undefined || this.#isGone) return false;
    // Not asked again once nothing was left: the number of its group may come to be another's.
    this.#isGone = this.#isClosed && !isGroupAlive(this.#process.pid) && !this.#hasDetached();
    return !this.#isGone;
  }

  /** Whether it seems to wait for an answer: known from the system, or guessed from what it said and its silence. */
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

  /** Ends it with all its processes; resolves in about two seconds at most. The first reason counts. */
  async stop(reason: StopReason): Promise<void> {
    if (!this.isRunning && !this.hasLeftovers) return;
    if (this.isRunning) this.#stopped ??= reason;
    if (reason === "processes") killGroups(this.marks);
    await endProcessTree(this.marks);
    await Promise.race([this.ended, sleep(500, undefined, { ref: false })]);
    await Promise.race([this.#process.closed, sleep(graceMs, undefined, { ref: false })]);
  }

  /** Nobody waits for it any more: it does not keep our process from ending. */
  release(): void {
    this.#process.release();
  }

  /** Its end was told, with all it printed. */
  get isOver(): boolean {
    return this.#hasToldEnd && this.output.newBytes === 0;
  }

  /** What came of it so far, output since the last time. */
  outcome(): CommandOutcome {
    this.#hasToldEnd = !this.isRunning;
    return this.#outcomeWith(this.output.tell());
  }

  /** The same for one that is over: a model whose context was summarized may ask a second time. */
  outcomeAgain(): CommandOutcome {
    return this.#outcomeWith(this.output.tellAgain());
  }

  #outcomeWith({ text, omittedBytes }: OutputPiece): CommandOutcome {
    const asks = this.isRunning ? this.isAsking() : this.#askedInVain(text);
    const notes = this.#tellNotes(text);
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
      ...(this.hasLeftovers && { leftRunning: true }),
    };
  }

  /** Those that left its group and hold none of its pipes are known by their environment. */
  #hasDetached(): boolean {
    return isMarkedAfter(this.#process.pid, this.marks.environmentMark);
  }

  async #leaveSandbox(): Promise<void> {
    if (!this.#sandbox) return;
    this.#ranOutOfMemory = this.#sandbox.ranOutOfMemory();
    // Whatever was in it ended with it.
    this.#isGone = true;
    this.#notes = await this.#sandbox.finish();
  }

  #tellNotes(output: string): readonly string[] {
    const isSuccess = this.isRunning || this.#end?.exitCode === 0;
    const notes = [...this.#notes, ...(this.#sandbox?.notesOn({ output, isSuccess }) ?? [])];
    this.#notes = [];
    return notes;
  }

  /** In a sandbox the end by a signal comes through as a number. */
  #asMeant(end: ProcessEnd): ProcessEnd {
    if (!this.#sandbox || !this.#stopped || end.exitCode === null || end.exitCode <= 128) return end;
    return { exitCode: null, signal: signalName(end.exitCode - 128) };
  }

  /** A finished line that asks something ("Did you mean …?") is a message: whoever waits for an answer leaves its line open. */
  #askedInVain(text: string): boolean {
    return !this.#stopped && looksLikeAnswerPrompt(text.split("\n").at(-1) ?? "");
  }

  #close(): void {
    this.#isClosed = true;
    this.output.end();
  }
}
