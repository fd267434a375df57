import { digest, type EventOf, type TaskEvent, type TaskState, type ToolDefinition } from "@roo-code/types";
import { type RequestHead } from "./context-meter.ts";

interface Sent extends RequestHead {
  readonly mode: string;
  readonly instructions: string;
}

type HeadDigest = NonNullable<EventOf<"turn.start">["head"]>;

const maxNames = 10;

/**
 * Reports what changed before the messages since the previous request: providers cache by prefix, so such a change
 * makes everything after it slow and expensive.
 */
export class PrefixWatch {
  #sent: Sent | undefined;
  /** Of the last request; computed on demand. */
  #head: HeadDigest | undefined;
  /** Of the last request recorded in the log. */
  #recorded: HeadDigest | undefined;

  /** Of requests of earlier processes only the digest is known. */
  fold(event: TaskEvent): void {
    if (event.type === "turn.start") this.#recorded = event.head ?? this.#recorded;
  }

  /** Called once per request. undefined if nothing changed, or for the first request of a task. */
  change({ systemPrompt, tools }: RequestHead, { mode, instructions }: TaskState): string | undefined {
    const before = this.#sent;
    const sent = { systemPrompt, tools, mode, instructions };
    this.#sent = sent;
    if (before?.systemPrompt !== systemPrompt || before.tools !== tools) this.#head = undefined;
    const changes = before
      ? [...changesOfPrompt(before, sent), ...changesOfTools(before.tools, tools)]
      : this.#changesSinceRecorded();
    return changes.length === 0
      ? undefined
      : `Changed before the messages, so the prompt cache is lost: ${changes.join("; ")}.`;
  }

  /**
   * The digest to record for the next request; undefined if it is already in the log. Not computed for the first request
   * of a task, which must not wait for it.
   */
  newHead({ turns }: Pick<TaskState, "turns">): HeadDigest | undefined {
    if (turns === 0 || !this.#sent) return undefined;
    this.#head ??= digestOf(this.#sent);
    return !this.#recorded || this.#changesSinceRecorded().length > 0 ? this.#head : undefined;
  }

  #changesSinceRecorded(): string[] {
    const before = this.#recorded;
    if (!before || !this.#sent) return [];
    this.#head ??= digestOf(this.#sent);
    return [
      ...(before.system === this.#head.system ? [] : ["the system prompt, since the last run"]),
      ...(before.tools === this.#head.tools ? [] : ["the tools, since the last run"]),
    ];
  }
}

function digestOf({ systemPrompt, tools }: RequestHead): HeadDigest {
  return { system: digest(systemPrompt), tools: digest(JSON.stringify(tools)) };
}

function changesOfPrompt(before: Sent, after: Sent): string[] {
  if (before.systemPrompt === after.systemPrompt) return [];
  const changes: string[] = [];
  if (before.mode !== after.mode) changes.push(`the mode, from ${before.mode} to ${after.mode}`);
  if (before.instructions !== after.instructions) changes.push("the rules and instructions");
  return changes.length === 0 ? ["the system prompt"] : changes;
}

function changesOfTools(before: readonly ToolDefinition[], after: readonly ToolDefinition[]): string[] {
  if (before === after) return [];
  const [old, present] = [byName(before), byName(after)];
  const added = [...present.keys()].filter((name) => !old.has(name));
  const removed = [...old.keys()].filter((name) => !present.has(name));
  const changed = [...present].filter(([name, text]) => old.has(name) && old.get(name) !== text).map(([name]) => name);
  const listed = [listOf("tools added", added), listOf("tools removed", removed), listOf("tools changed", changed)];
  const isReordered = [...old.keys()].join() !== [...present.keys()].join();
  const changes = listed.flat();
  return changes.length === 0 && isReordered ? ["the order of the tools"] : changes;
}

function byName(tools: readonly ToolDefinition[]): Map<string, string> {
  return new Map(tools.map((tool) => [tool.name, JSON.stringify(tool)]));
}

function listOf(title: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return [`${title}: ${names.slice(0, maxNames).join(", ")}${more}`];
}
