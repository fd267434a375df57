import type { Network } from "@roo-code/browser/network";
import type { FileVersion, ImagePart, TaskState, Workspace } from "@roo-code/types";
import { environmentDetails } from "./environment-details.ts";
import { findMentions } from "./find-mentions.ts";

/** What only an editor knows. Each may throw `ToolFailure` with the reason why it is missing. */
export interface EditorPorts {
  /** Diagnostics of the workspace. */
  readonly problems?: () => Promise<string>;
  /** The newest command of its terminal with the output; the task's own when absent. */
  readonly terminal?: () => Promise<string>;
}

export interface MessageParts extends EditorPorts {
  readonly workspace: Workspace;
  /** Whether it is the task's first message. */
  readonly isFirst: boolean;
  readonly signal: AbortSignal;
  /** Wall time, milliseconds since the epoch. */
  readonly now: number;
  /** Where git is found, and with which settings. */
  readonly environment: NodeJS.ProcessEnv;
  /** The task so far: what the model has seen of files and commands. */
  readonly state?: Pick<TaskState, "seen" | "messages" | "environment">;
  /** Resolves names and opens connections; the system's network when absent. */
  readonly network?: Network;
}

export interface ComposedMessage {
  /** As it was typed. */
  readonly text: string;
  /** What the text mentions and its environment, for the model; bounded. */
  readonly attachment?: string;
  readonly images: readonly ImagePart[];
  /** File contents that are in the attachment. */
  readonly seen: readonly FileVersion[];
  /** For the user: mentions that could not be attached, and why. */
  readonly notices: readonly string[];
}

/** Adds mentions and environment to a person's message. Throws only when the signal is aborted. */
export async function composeMessage(text: string, parts: MessageParts): Promise<ComposedMessage> {
  const mentions = findMentions(text);
  const attached = mentions.length === 0 ? nothing : await attach(mentions, parts);
  const blocks = [...attached.blocks, await environmentDetails(parts)].filter((block) => block !== "");
  const { images, seen, notices } = attached;
  return { text, attachment: blocks.length > 0 ? blocks.join("\n\n") : undefined, images, seen, notices };
}

const nothing = { blocks: [], images: [], seen: [], notices: [] };

/** Loaded with the first mention: most messages have none, and start-up must not pay for it. */
async function attach(mentions: ReturnType<typeof findMentions>, parts: MessageParts) {
  const { attachMentions } = await import("./attach-mentions.ts");
  return attachMentions(mentions, parts);
}
