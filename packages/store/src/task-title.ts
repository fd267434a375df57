import { messageText, type UserMessage } from "@roo-code/types";

const maxLength = 80;

/** The title of a task: the first line of its first message. */
export function taskTitle(message: UserMessage): string {
  const [line = ""] = messageText(message).trimStart().split(/\r?\n/, 1);
  // The cut may leave half of a surrogate pair.
  return line
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();
}
