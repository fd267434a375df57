import type { ChatRequest, ChatStep } from "@roo-code/testkit/chat-server";
import type { TaskEvent } from "@roo-code/types";
import type { Place } from "../roo.ts";
import type { FrozenCli } from "./frozen-cli.ts";

export interface CrashPlace {
  readonly here: Place;
  readonly cli: FrozenCli;
  /** Outside of the workspace: one line for each time a command ran. */
  readonly journal: string;
}

/** A task that is killed everywhere. */
export interface CrashScenario {
  readonly name: string;
  /** What is in the workspace before. */
  readonly files: Readonly<Record<string, string>>;
  /** What is in the home folder before; `BASE_URL` stands for the model's address. */
  readonly homeFiles?: Readonly<Record<string, string>>;
  /** Says something while the task runs, which the command line cannot. */
  readonly isQueued?: boolean;
  readonly start: readonly string[];
  readonly flags: readonly string[];
  /** Said again when the process died before it was promised that it is kept. */
  readonly prompt?: string;
  answer(request: ChatRequest, journal: string): ChatStep;
  /** What must be true of it beside what must be true of all. */
  problems?(place: CrashPlace, logs: ReadonlyMap<string, readonly TaskEvent[]>): Promise<string[]> | string[];
}
