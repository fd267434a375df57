import type {
  ApprovalKind,
  ImagePart,
  Limits,
  ProviderSettings,
  Settings,
  SubtaskOrder,
  TaskId,
} from "@roo-code/types";
import type { Configuration } from "../configuration/configuration.ts";
import type { RunOptions } from "../host.ts";
import type { TaskSession } from "../session/task-session.ts";

/** Options of a run. Defaults come from the settings. */
export interface RunInput {
  /** Overrides the mode of a slash command, of the task and of the settings. */
  readonly mode?: string | undefined;
  readonly profile?: string | undefined;
  readonly provider?: Partial<ProviderSettings> | undefined;
  readonly limits?: Limits | undefined;
  readonly autoApprove?: readonly ApprovalKind[] | undefined;
  /** Whether a user is available to answer (default: true). */
  readonly attended?: boolean | undefined;
  /** Other settings; override those of all files. */
  readonly settings?: Settings | undefined;
  /** Abilities of the task in this run, in addition to the built-in ones. For programs. */
  readonly parts?: RunOptions["parts"];
}

/** A message of the user. */
export interface MessageInput {
  /** As typed, with slash commands and mentions. */
  readonly text: string;
  readonly images?: readonly ImagePart[] | undefined;
  /** Repeating an id has no effect. */
  readonly opId?: string | undefined;
}

export interface BeginInput extends RunInput, MessageInput {
  /** The folder to work in. */
  readonly cwd: string;
  /** A reserved id. If a task with it exists already, nothing happens. */
  readonly taskId?: TaskId | undefined;
}

export interface SendInput extends RunInput, MessageInput {
  /** The event of an earlier message to replace: everything after it is undone first, including files. */
  readonly insteadOf?: number | undefined;
  /** Whether a task that is not running is resumed (default: true). */
  readonly continues?: boolean | undefined;
}

/** For a caller that waits for the run's result. */
export type ForegroundInput = RunInput &
  (
    | (Omit<MessageInput, "opId"> & { readonly taskId?: undefined; readonly cwd: string })
    | (Partial<Omit<MessageInput, "opId">> & {
        /** The task to continue. */
        readonly taskId: TaskId;
        /** The new path of its folder, if it was moved. */
        readonly cwd?: string | undefined;
        /** Summarize the oldest messages first. */
        readonly condense?: boolean | undefined;
      })
  );

/** A subtask that a program requests. */
export type DelegateInput = RunInput & {
  readonly order: SubtaskOrder;
} & ({ readonly taskId?: undefined; readonly cwd: string } | { readonly taskId: TaskId });

/** Callbacks while a run is being prepared. An error they throw cancels the run. */
export interface RunHooks {
  /** Called before anything is opened. */
  readonly onConfigured?: ((configuration: Configuration) => void | Promise<void>) | undefined;
  /** Called before anything happens in the task. */
  readonly onOpen?: ((session: TaskSession) => void | Promise<void>) | undefined;
  /** Stops looking up mentions; the message is sent without them. */
  readonly signal?: AbortSignal | undefined;
}
