import { randomUUID } from "node:crypto";
import type { CommandOutcome, CommandProfile, CommandRequest, WorkspaceCommands } from "@roo-code/types";
import { RooError, ToolFailure } from "@roo-code/types";
import type { CommandSandbox, PlainStart, SandboxedStart } from "../sandbox/sandbox.ts";
import { BackgroundCommands } from "./background-commands.ts";
import { terminalEnvironment } from "./child-environment.ts";
import { CommandJob } from "./command-job.ts";
import { CommandOutput } from "./command-output.ts";
import type { CommandProcess, ProcessStart } from "./command-process.ts";
import { findShell } from "./command-shell.ts";
import { awaitJob, JobList } from "./job-list.ts";
import { sharePipes } from "./output-pipe.ts";
import { OutputReporter } from "./output-reporter.ts";
import { startPiped } from "./piped-process.ts";
import { ProcessLimit } from "./process-limit.ts";
import { hasProc, isGroupRunning } from "./process-table.ts";
import { endProcessTree, killProcessTree, type ProcessMarks } from "./process-tree.ts";
import { SpillFolder } from "./spill-folder.ts";

export interface CommandRunnerOptions {
  /** The environment of every command; already filtered. */
  readonly environment: Record<string, string>;
  readonly spillFolder?: string;
  /** Upper limit for every command's timeout. */
  readonly maxTimeoutMs?: number;
  readonly maxProcesses?: number;
  readonly sandbox?: {
    readonly commands: CommandSandbox;
    /** What the next command may do. */
    readonly profile: () => CommandProfile;
    /** Readable by the next command besides the workspace. */
    readonly readable: () => readonly string[];
  };
}

const defaultMaxProcesses = 1000;

/** Runs the commands of one workspace. Whatever they leave running ends with it. */
export class CommandRunner {
  readonly background: WorkspaceCommands;
  readonly #options: CommandRunnerOptions;
  readonly #id = randomUUID();
  readonly #shell = findShell();
  readonly #supply = sharePipes();
  readonly #spills: SpillFolder;
  readonly #jobs = new JobList();
  readonly #limit: ProcessLimit;
  readonly #disposal = new AbortController();
  readonly #waiting = new Set<Promise<unknown>>();
  /** Shells whose groups may still have members. */
  readonly #leaders = new Set<number>();
  /** Processes that have not ended. */
  readonly #alive = new Set<CommandProcess>();
  #count = 0;

  constructor(options: CommandRunnerOptions) {
    this.#options = options;
    this.#spills = new SpillFolder(options.spillFolder);
    this.#limit = new ProcessLimit(options.maxProcesses ?? defaultMaxProcesses, () => this.#jobs.all());
    const { signal } = this.#disposal;
    this.background = new BackgroundCommands({ jobs: this.#jobs, spills: this.#spills, disposal: signal });
  }

  async run(request: CommandRequest, cwd: string): Promise<CommandOutcome> {
    if (this.#disposal.signal.aborted) throw closed();
    const id = this.#spills.nextId();
    if (request.signal.aborted) return { ...notStarted, id };
    const running = this.#run(request, { id, cwd });
    this.#waiting.add(running);
    try {
      return await running;
    } finally {
      this.#waiting.delete(running);
    }
  }

  /** See `Workspace.standBy`. */
  async standBy(cwd: string): Promise<void> {
    const { sandbox } = this.#options;
    if (this.#disposal.signal.aborted || !sandbox?.commands.standBy) return;
    const start = { ...this.#plainStart({ command: "", cwd, isTerminal: false }), readable: sandbox.readable() };
    await sandbox.commands.standBy(start, sandbox.profile()).catch(() => undefined);
  }

  /** Ends running commands and what finished ones left in the background. May be called twice. */
  async dispose(): Promise<void> {
    this.#disposal.abort();
    await Promise.allSettled(this.#waiting);
    if (this.#mayBeLeft) await endProcessTree(this.#marks());
    this.#release();
  }

  /** Kills everything without waiting. For a process about to exit; best effort. */
  disposeNow(): void {
    this.#disposal.abort();
    if (this.#mayBeLeft) killProcessTree(this.#marks());
    this.#release();
  }

  /** Whether to search for processes: everything in a sandbox ended with it. */
  get #mayBeLeft(): boolean {
    const endsAsWhole = this.#options.sandbox?.commands.enforcement.processes === true;
    return endsAsWhole ? this.#alive.size > 0 : this.#count > 0;
  }

  async #run(request: CommandRequest, { id, cwd }: { id: string; cwd: string }): Promise<CommandOutcome> {
    const reporter = new OutputReporter((text) => request.onOutput(text));
    let isWatched = true;
    const report = (chunk: Uint8Array): void => {
      if (isWatched) reporter.push(chunk);
    };
    const job = await this.#start(request, { id, cwd, report });
    const pause = await awaitJob(job, {
      signal: AbortSignal.any([request.signal, this.#disposal.signal]),
      timeoutMs: Math.min(request.timeoutMs, this.#options.maxTimeoutMs ?? Number.POSITIVE_INFINITY),
      backgroundAfterMs: request.backgroundAfterMs,
    });
    if (pause === "timeout" || pause === "abort") await job.stop(pause);
    isWatched = false;
    reporter.end();
    job.release();
    return this.#jobs.report(job);
  }

  async #start(
    { command, stdin = "none", maxOutputBytes }: CommandRequest,
    { id, cwd, report }: { id: string; cwd: string; report: (chunk: Uint8Array) => void },
  ): Promise<CommandJob> {
    if (command.includes("\0")) {
      throw new ToolFailure("invalid_command", "The command contains a NUL byte.");
    }
    this.#count += 1;
    const mark = `ROO_COMMAND_ID=${this.#id}.${this.#count}`;
    const output = new CommandOutput(maxOutputBytes, () => this.#spills.open(id));
    let job: CommandJob | undefined;
    const take = (chunk: Uint8Array): void => {
      output.push(chunk);
      job?.noteOutput();
      report(chunk);
    };
    const plain = this.#plainStart({ command, cwd, isTerminal: stdin === "terminal" });
    const sandboxed = await this.#enterSandbox(plain);
    const process =
      sandboxed?.launch?.({ hasInput: stdin === "pipe", take }) ??
      (await this.#startProcess(stdin, { ...(sandboxed ?? plain), take }));
    this.#alive.add(process);
    void process.gone.then(() => this.#alive.delete(process));
    const marks = {
      leaders: new Set([process.pid]),
      environmentMark: `${mark}\0`,
      areSandboxes: sandboxed ? true : undefined,
    };
    const hasInput = stdin !== "none";
    job = new CommandJob({ id, command, process, output, marks, hasInput, sandbox: sandboxed });
    this.#track(job, process.pid);
    return job;
  }

  #plainStart({ command, cwd, isTerminal }: { command: string; cwd: string; isTerminal: boolean }): PlainStart {
    const environment = { ...this.#options.environment, ROO_COMMAND_ID: `${this.#id}.${this.#count}` };
    return {
      program: this.#shell.program,
      arguments: [...this.#shell.arguments, command],
      cwd,
      environment: isTerminal ? terminalEnvironment(environment) : environment,
      isTerminal,
      hasStatusPipe: !isTerminal,
    };
  }

  async #startProcess(stdin: NonNullable<CommandRequest["stdin"]>, start: ProcessStart): Promise<CommandProcess> {
    if (stdin !== "terminal") return startPiped(start, { pipes: this.#supply.pipes, hasInput: stdin === "pipe" });
    const { startInTerminal } = await import("./terminal-process.ts");
    return startInTerminal(start);
  }

  async #enterSandbox(plain: PlainStart): Promise<SandboxedStart | undefined> {
    const { sandbox } = this.#options;
    return sandbox && sandbox.commands.enter({ ...plain, readable: sandbox.readable() }, sandbox.profile());
  }

  #track(job: CommandJob, leader: number): void {
    this.#leaders.add(leader);
    this.#jobs.add(job);
    this.#limit.watch();
    void job.ended.then(() => {
      if (hasProc || !isGroupRunning(leader)) this.#leaders.delete(leader);
      if (!this.#jobs.all().some(({ isRunning }) => isRunning)) this.#limit.stop();
      this.#jobs.prune();
    });
  }

  #release(): void {
    this.#limit.stop();
    this.#supply.release();
    for (const job of this.#jobs.all()) job.output.end();
    this.#spills.dispose();
    this.#options.sandbox?.commands.dispose();
  }

  #marks(): ProcessMarks {
    return {
      leaders: this.#leaders,
      environmentMark: `ROO_COMMAND_ID=${this.#id}.`,
      areSandboxes: this.#options.sandbox ? true : undefined,
    };
  }
}

const notStarted: Omit<CommandOutcome, "id"> = {
  exitCode: null,
  signal: null,
  ended: "abort",
  output: "",
  omittedBytes: 0,
  durationMs: 0,
};

function closed(): RooError {
  return new RooError({
    code: "workspace_closed",
    message: "The workspace is closed; no command can be started in it.",
  });
}
