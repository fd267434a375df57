import type { AssistantMessage, ImagePart, TextPart, ToolDefinition, ToolMessage } from "@roo-code/types";
import type { Tool } from "./tool.ts";

/** A message of the user; a string is its text. */
export interface UserInput {
  readonly role: "user";
  readonly content: string | readonly (TextPart | ImagePart)[];
}

/** One request for a reply of a model. */
export interface MessageRequest {
  readonly systemPrompt?: string;
  readonly messages: readonly (UserInput | AssistantMessage | ToolMessage)[];
  /** Tools the model may call; calls are returned, not executed. */
  readonly tools?: readonly (Tool | ToolDefinition)[];
  readonly metadata?: { readonly taskId?: string };
  readonly signal?: AbortSignal;
}
