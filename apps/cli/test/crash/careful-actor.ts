import type { ChatRequest, ChatStep } from "@roo-code/testkit/chat-server";

/** One call of a model's plan. */
export interface Act {
  readonly name: string;
  readonly input: Record<string, unknown>;
  /** For a command: checks whether its result exists. */
  readonly look?: string;
}

/** What a model does: the calls of each reply. */
export interface Part {
  readonly name: string;
  readonly replies: readonly (readonly Act[])[];
  readonly result: string;
}

interface Exchange {
  readonly id: string;
  readonly result: string;
}

export const write = (path: string, content: string): Act => ({ name: "write_to_file", input: { path, content } });
export const read = (path: string): Act => ({ name: "read_file", input: { path } });
export const diff = (path: string, from: string, to: string): Act => ({
  name: "apply_diff",
  input: { path, diff: `<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE` },
});
/** Creates a file, and records each time it ran in a journal outside of copies and undo. */
export const command = (journal: string, name: string): Act => ({
  name: "execute_command",
  input: { command: `echo ${name} >> '${journal}'; echo result of ${name} > ${name}.txt` },
  look: `test -e ${name}.txt && echo there || echo missing`,
});
export const subtask = (mode: string, message: string): Act => ({ name: "new_task", input: { mode, message } });

const isUnknown = (result: string) => /outcome unknown|^Interrupted/.test(result);
const summaryRequest = "The conversation above becomes too long";

/**
 * A model whose only memory is the conversation, like every real one. When the outcome of a call is unknown it checks,
 * and repeats the call only if its result is missing.
 */
export function carefulActor(part: Part, request: ChatRequest): ChatStep {
  const text = conversationOf(request);
  const exchanges = exchangesOf(request);
  const known = new Set([...exchanges.map(({ id }) => id), ...doneIn(text)]);
  const usage = usageOf(request);
  if (lastUserText(request).startsWith(summaryRequest))
    return { text: `## Decisions\n- continue\n\n## Done\nDONE: ${[...known].join(" ")}`, usage };
  for (const [step, reply] of part.replies.entries()) {
    const idOf = (index: number) => `${part.name}-${step}-${index}`;
    if (!reply.some((_, index) => known.has(idOf(index)))) return { ...acts(reply, idOf), usage };
    for (const [index, act] of reply.entries()) {
      const next = recover(act, idOf(index), exchanges);
      if (next) return { ...acts([next.act], () => next.id), usage };
    }
  }
  const end = { name: "attempt_completion", input: { result: part.result } };
  const tries = [...known].filter((id) => id.startsWith(`${part.name}-end-`)).length;
  return { ...acts([end], () => `${part.name}-end-${tries}`), usage };
}

/** The next call for one whose outcome is unknown. */
function recover(act: Act, id: string, exchanges: readonly Exchange[]): { act: Act; id: string } | undefined {
  const tries = exchanges.filter((exchange) => exchange.id === id || exchange.id.startsWith(`${id}-again-`));
  const last = tries.at(-1);
  if (!last || !isUnknown(last.result)) return undefined;
  const again = { act, id: `${id}-again-${tries.length}` };
  if (act.look === undefined) return again;
  const looks = exchanges.filter((exchange) => exchange.id.startsWith(`${id}-look-${tries.length}-`));
  const seen = looks.at(-1);
  if (!seen || isUnknown(seen.result))
    return {
      act: { name: "execute_command", input: { command: `${act.look} # ${looks.length}` } },
      id: `${id}-look-${tries.length}-${looks.length}`,
    };
  return seen.result.includes("missing") ? again : undefined;
}

function acts(reply: readonly Act[], idOf: (index: number) => string): ChatStep {
  return {
    text: `Next: ${reply.map((_, index) => idOf(index)).join(", ")}.`,
    calls: reply.map(({ name, input }, index) => ({ id: idOf(index), name, arguments: JSON.stringify(input) })),
  };
}

interface ServedMessage {
  readonly role: string;
  readonly tool_call_id?: string;
  readonly content: unknown;
}

function messagesOf({ body }: ChatRequest): readonly ServedMessage[] {
  return Array.isArray(body?.messages) ? (body.messages as ServedMessage[]) : [];
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("\n") : "";
}

/** The text of all user messages. */
export function conversationOf(request: ChatRequest): string {
  return messagesOf(request)
    .filter(({ role }) => role === "user")
    .map(({ content }) => textOf(content))
    .join("\n");
}

function lastUserText(request: ChatRequest): string {
  const last = messagesOf(request).at(-1);
  return last?.role === "user" ? textOf(last.content) : "";
}

function exchangesOf(request: ChatRequest): Exchange[] {
  return messagesOf(request).flatMap(({ role, tool_call_id: id, content }) =>
    role === "tool" && id ? [{ id, result: textOf(content) }] : [],
  );
}

/** Calls that an earlier summary lists as done. */
function doneIn(text: string): string[] {
  return [...text.matchAll(/^DONE: (.*)$/gm)].flatMap(([, ids = ""]) => ids.split(" "));
}

function usageOf({ raw }: ChatRequest): Record<string, unknown> {
  return { prompt_tokens: Math.ceil(raw.length / 4), completion_tokens: 10 };
}
