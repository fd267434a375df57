import type { ChatRequest, ChatStep } from "@roo-code/testkit/chat-server";

interface Action {
  readonly name: string;
  readonly input: Record<string, unknown>;
}

interface Exchange {
  readonly id: string;
  readonly result: string;
}

const write = (path: string, content: string): Action => ({ name: "write_to_file", input: { path, content } });
const diff = (path: string, from: string, to: string): Action => ({
  name: "apply_diff",
  input: { path, diff: `<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE` },
});
const read = (path: string): Action => ({ name: "read_file", input: { path } });
/** Repeatable, and records each time it ran. */
const command = (step: number, trial: string): Action => ({
  name: "execute_command",
  input: { command: `echo ${step}-${trial} >> journal.txt; echo result of ${step} > made-${step}.txt` },
});
const look = (step: number): Action => ({
  name: "execute_command",
  input: { command: `test -e made-${step}.txt && echo there || echo missing # ${step}` },
});

const plan: readonly Action[] = [
  write("a.txt", "one\ntwo\nthree\n"),
  command(1, "first"),
  read("a.txt"),
  diff("a.txt", "two", "TWO"),
  command(4, "first"),
  write("deep/b.txt", "b\n"),
  diff("a.txt", "three", "THREE"),
  command(7, "first"),
  read("deep/b.txt"),
];

/**
 * A model whose only memory is the conversation, like every real one. When the outcome of a command is unknown it
 * checks, and runs the command again only if its result is missing.
 */
export function carefulModel(request: ChatRequest): ChatStep {
  const exchanges = exchangesOf(request.body);
  for (const [step, action] of plan.entries()) {
    const done = exchanges.find(({ id }) => id === `step-${step}`);
    if (!done) return act(`step-${step}`, action);
    if (!done.result.includes("outcome unknown")) continue;
    const looked = exchanges.filter(({ id }) => id.startsWith(`look-${step}-`));
    const last = looked.at(-1);
    if (!last || last.result.includes("outcome unknown")) return act(`look-${step}-${looked.length}`, look(step));
    if (!last.result.includes("missing")) continue;
    const again = exchanges.filter(({ id }) => id.startsWith(`again-${step}-`));
    if (again.length < looked.length)
      return act(`again-${step}-${again.length}`, command(step, `again-${again.length}`));
    if (again.at(-1)?.result.includes("outcome unknown")) return act(`look-${step}-${looked.length}`, look(step));
  }
  return act("end", { name: "attempt_completion", input: { result: "all done" } });
}

function act(id: string, { name, input }: Action): ChatStep {
  return { text: `Next: ${id}.`, calls: [{ id, name, arguments: JSON.stringify(input) }] };
}

function exchangesOf(body: Record<string, unknown> | undefined): Exchange[] {
  const messages = Array.isArray(body?.messages)
    ? (body.messages as { role: string; tool_call_id?: string; content: unknown }[])
    : [];
  return messages.flatMap(({ role, tool_call_id: id, content }) =>
    role === "tool" && id ? [{ id, result: String(content) }] : [],
  );
}
