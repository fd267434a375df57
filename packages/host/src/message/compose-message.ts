import type { Network } from "@roo-code/browser/network";
import type { FileVersion, ImagePart, TaskState, Workspace } from "@roo-code/types";
import { environmentDetails } from "./environment-details.ts";
import { findMentions } from "./find-mentions.ts";

/** Data of an editor. Each may throw `ToolFailure` with the reason why it is not available. */
export interface EditorPorts {
  /** Diagnostics of the workspace. */
  readonly problems?: () => Promise<string>;
  /** The last command of its terminal with the output; defaults to the task's last command. */
  readonly terminal?: () => Promise<string>;
}

export interface MessageParts extends EditorPorts {
  readonly workspace: Workspace;
  /** Whether it is the task's first message. */
  readonly isFirst: boolean;
  readonly signal: AbortSignal;
  /** Wall time, milliseconds since the epoch. */
  readonly now: number;
  /** For running git. */
  readonly environment: NodeJS.ProcessEnv;
  /** The state of the task: the files and commands the model has seen. */
  readonly state?: Pick<TaskState, "seen" | "messages" | "environment">;
  /** Resolves names and opens connections; defaults to the system's network. */
  readonly network?: Network;
}

export interface ComposedMessage {
  /** As typed. */
  readonly text: string;
  /** Mentions and environment, for the model; bounded. */
  readonly attachment?: string;
  readonly images: readonly ImagePart[];
  /** The files whose content is in the attachment. */
  readonly seen: readonly FileVersion[];
  /** For the user: mentions that could not be attached, with the reason. */
  readonly notices: readonly string[];
}

/** Adds mentions and environment to the user's message. Throws only when the signal is aborted. */
export async function composeMessage(text: string, parts: MessageParts): Promise<ComposedMessage> {
  const mentions = findMentions(text);
  const attached = mentions.length === 0 ? nothing : await attach(mentions, parts);
  const blocks = [...attached.blocks, await environmentDetails(parts)].filter((block) => block !== "");
  const { images, seen, notices } = attached;
  return { text, attachment: blocks.length > 0 ? blocks.join("\n\n") : undefined, images, seen, notices };
}

const nothing = { blocks: [], images: [], seen: [], notices: [] };

/** Loaded with the first mention, because most messages have none. */
async function attach(mentions: ReturnType<typeof findMentions>, parts: MessageParts) {
  const { attachMentions } = await import("./attach-mentions.ts");
  return attachMentions(mentions, parts);
}
