import type { ApprovalKind, ImagePart, Limits, ProviderSettings, Settings, TaskId } from "@roo-code/types";
import type { Configuration } from "../configuration/configuration.ts";
import type { TaskSession } from "../session/task-session.ts";

/** How a run is to work. What is left open comes from the settings. */
export interface RunInput {
  /** Asked for explicitly: wins over the mode of a slash command, of the task and of the settings. */
  readonly mode?: string | undefined;
  readonly profile?: string | undefined;
  readonly provider?: Partial<ProviderSettings> | undefined;
  readonly limits?: Limits | undefined;
  readonly autoApprove?: readonly ApprovalKind[] | undefined;
  /** Whether somebody answers what is asked (default: true). */
  readonly attended?: boolean | undefined;
  /** Any other setting, above those of every file. */
  readonly settings?: Settings | undefined;
}

/** What a person says. */
export interface MessageInput {
  /** As typed: slash commands are expanded and mentions are looked up here. */
  readonly text: string;
  readonly images?: readonly ImagePart[] | undefined;
  /** The same id again changes nothing. */
  readonly opId?: string | undefined;
}

export interface BeginInput extends RunInput, MessageInput {
  /** The folder to work in. */
  readonly cwd: string;
  /** A reserved id. When it is a task's already, that task was begun before and nothing happens. */
  readonly taskId?: TaskId | undefined;
}

export interface SayInput extends RunInput, MessageInput {
  /** The event of an earlier message: everything that came of it is undone first, files included. */
  readonly insteadOf?: number | undefined;
  /** Whether a task that does not run is continued (default: true). */
  readonly continues?: boolean | undefined;
}

/** For a caller that waits for the run's result. */
export type ForegroundInput = RunInput &
  (
    | (Omit<MessageInput, "opId"> & { readonly taskId?: undefined; readonly cwd: string })
    | (Partial<Omit<MessageInput, "opId">> & {
        /** The task to continue. */
        readonly taskId: TaskId;
        /** Where its folder has moved to. */
        readonly cwd?: string | undefined;
        /** Summarize the oldest messages first. */
        readonly condense?: boolean | undefined;
      })
  );

/** What a caller does while a run is being prepared. What they throw ends the preparation. */
export interface RunHooks {
  /** Before anything is opened. */
  readonly onConfigured?: ((configuration: Configuration) => void | Promise<void>) | undefined;
  /** Before anything happens in the task. */
  readonly onOpen?: ((session: TaskSession) => void | Promise<void>) | undefined;
  /** Stops looking up what the message mentions; it is sent without. */
  readonly signal?: AbortSignal | undefined;
}
