import type { ChatRequest, ChatStep } from "@roo-code/testkit/chat-server";
import type { TaskEvent } from "@roo-code/types";
import type { TestProject } from "../roo.ts";
import type { FrozenCli } from "./frozen-cli.ts";

export interface CrashProject {
  readonly here: TestProject;
  readonly cli: FrozenCli;
  /** Outside the workspace: one line for each time a command ran. */
  readonly journal: string;
}

export interface CrashDriver {
  /** Gets the model's URL and, to resume, the id of the task and `resumeArgs`. */
  readonly file: string;
  resumeArgs?(root: readonly TaskEvent[], killedOutput: string): readonly string[];
}

/** A task that is killed at every point. */
export interface CrashScenario {
  readonly name: string;
  /** Initial files of the workspace. */
  readonly files: Readonly<Record<string, string>>;
  /** Initial files of the home folder; `BASE_URL` is replaced by the model's URL. */
  readonly homeFiles?: Readonly<Record<string, string>>;
  /** A program that runs the task instead of the command line: sends messages and answers while it runs. */
  readonly driver?: CrashDriver;
  readonly start: readonly string[];
  readonly flags: readonly string[];
  /** Sent again if the process died before it was acknowledged. */
  readonly prompt?: string;
  answer(request: ChatRequest, journal: string): ChatStep;
  /** Checks in addition to those of every scenario. */
  problems?(project: CrashProject, logs: ReadonlyMap<string, readonly TaskEvent[]>): Promise<string[]> | string[];
}
