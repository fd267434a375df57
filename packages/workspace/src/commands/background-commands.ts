import type {
  CommandInput,
  CommandNews,
  CommandOutcome,
  CommandWait,
  OutputRequest,
  OutputWindow,
  WorkspaceCommands,
} from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import type { JobList } from "./job-list.ts";
import { awaitJob } from "./job-list.ts";
import { readOutput } from "./read-output.ts";
import type { SpillFolder } from "./spill-folder.ts";

/** Operations on background commands. */
export class BackgroundCommands implements WorkspaceCommands {
  readonly #jobs: JobList;
  readonly #spills: SpillFolder;
  readonly #disposal: AbortSignal;

  constructor(parts: { jobs: JobList; spills: SpillFolder; disposal: AbortSignal }) {
    this.#jobs = parts.jobs;
    this.#spills = parts.spills;
    this.#disposal = parts.disposal;
  }

  news(): readonly CommandNews[] {
    return this.#jobs.news();
  }

  async wait(id: string, { waitMs, signal }: CommandWait): Promise<CommandOutcome> {
    const job = this.#jobs.require(id);
    if (job.isOver) return job.fullOutcome();
    await awaitJob(job, { backgroundAfterMs: waitMs, signal: AbortSignal.any([signal, this.#disposal]) });
    return this.#jobs.report(job);
  }

  async send(id: string, { text, isLast, ...wait }: CommandInput & CommandWait): Promise<CommandOutcome> {
    const job = this.#jobs.require(id);
    if (!job.isRunning) throw new ToolFailure("command_ended", `${job.id} has ended and takes no more input.`);
    if (!job.hasInput) {
      throw new ToolFailure(
        "no_input",
        `${job.id} was started without input. Stop it and start it again with stdin "pipe" or "terminal".`,
      );
    }
    job.write(text);
    if (isLast) job.closeInput();
    return this.wait(id, wait);
  }

  async stop(id: string): Promise<CommandOutcome> {
    const job = this.#jobs.require(id);
    if (job.isOver && !job.hasLeftovers)
      throw new ToolFailure("command_ended", `${job.id} has already ended. Its output is in ${job.id}.txt.`);
    await job.stop("abort");
    return this.#jobs.report(job);
  }

  async read(request: OutputRequest): Promise<OutputWindow> {
    const job = this.#jobs.find(request.artifact);
    if (job) return readOutput(job.output.source(), request);
    const path = this.#spills.find(request.artifact.replace(/(?:\.txt)?$/, ".txt"));
    if (path === undefined) throw new ToolFailure("unknown_artifact", this.#jobs.explainUnknown(request.artifact));
    return readOutput({ path, lostBytes: 0 }, request);
  }
}
