import { type ModelRequest, messageText, type ToolContext } from "@roo-code/types";
import { recallHistory } from "../packages/tools/src/recall-history.ts";
import { ContextTask, userMessage } from "./context-task.ts";
import type { Row } from "./table.ts";

const window = 32_000;
const condensations = 3;
const minShare = 0.95;
const maxTurns = 400;

interface Outcome {
  readonly planted: number;
  readonly kept: number;
  readonly listed: number;
  /** Facts in the newest part of the log with the length of our request: what simple truncation keeps. */
  readonly truncated: number;
}

/** Facts of every origin after three summaries: still in the request, or listed so that the model can recall them. */
export async function factRows(): Promise<Row[]> {
  const poor = await outcomeOf(() => "I did some work.");
  const decent = await outcomeOf(summarize);
  return [factRow("poor", poor), factRow("decent", decent)];
}

function factRow(kind: string, { planted, kept, listed, truncated }: Outcome): Row {
  const share = (kept + listed) / planted;
  return {
    what: `${planted} facts after ${condensations} condensations, ${kind} summaries`,
    floor: `${truncated} kept (newest only)`,
    ours: `${kept} kept, ${listed} listed`,
    figure: percent(share),
    target: `≥ ${percent(minShare)}`,
    isMet: share >= minShare,
  };
}

/** Unique values that are placed into messages, replies, commands, and the beginning or middle of results. */
class Facts {
  readonly values: string[] = [];

  next(): string {
    const number = this.values.length + 1;
    const value = `fact-${number}-${((number * 7919) % 100_003).toString(36)}`;
    this.values.push(value);
    return value;
  }
}

async function outcomeOf(summary: (request: ModelRequest) => string): Promise<Outcome> {
  const facts = new Facts();
  let turn = 0;
  const task = await ContextTask.create({
    window,
    answer: (request) => {
      if (request.metadata.purpose === "condense") return summary(request);
      const [text, command] = [
        turn % 3 === 0 ? `I found that ${facts.next()}.` : "",
        `test ${turn % 3 === 1 ? facts.next() : turn}`,
      ];
      return { text, calls: [{ name: "execute_command", input: { command }, callId: `call-${turn}` }] };
    },
  });
  task.append(userMessage(`Build the importer. It must say ${facts.next()} and use ${facts.next()}.`));
  for (; turn < maxTurns && task.record.state.summaries < condensations; turn += 1) {
    if (turn % 12 === 11) task.append(userMessage(`No: ${facts.next()} is the right name.`));
    await task.turn(
      () => `${turn % 2 === 0 ? `port ${facts.next()}` : "ok"}\n${filler(turn)}\n${facts.next()}\n${filler(turn + 1)}`,
    );
  }
  return count(task, facts.values);
}

async function count(task: ContextTask, facts: readonly string[]): Promise<Outcome> {
  const { messages, lastSummary } = task.record.state;
  const request = JSON.stringify(messages);
  const events = await task.events();
  const items = lastSummary?.receipt.dropped ?? [];
  const context = { ports: { history: { events: () => Promise.resolve(events) } } } as unknown as ToolContext;
  const recalled = (await Promise.all(items.map((item) => recall(item, context)))).join("\n");
  const everything = JSON.stringify(events.filter(({ type }) => type !== "summary.added"));
  const tail = everything.slice(-request.length);
  return {
    planted: facts.length,
    kept: facts.filter((fact) => request.includes(fact)).length,
    listed: facts.filter((fact) => !request.includes(fact) && recalled.includes(fact)).length,
    truncated: facts.filter((fact) => tail.includes(fact)).length,
  };
}

/** Everything that the tool returns for an item of the receipt. */
async function recall({ seq, what }: { seq: number; what: string }, context: ToolContext): Promise<string> {
  if (recallHistory.kind !== "read") throw new Error("recall_history only reads");
  const to = /^\(to (\d+)\)/.exec(what)?.[1];
  let text = "";
  for (let offset: string | undefined = "0"; offset !== undefined; ) {
    const { content } = await recallHistory.run(
      { seq, offset: Number(offset), ...(to && { to: Number(to) }) },
      context,
    );
    text += content;
    offset = /continue with offset (\d+)\)$/.exec(content)?.[1];
  }
  return text;
}

/** Keeps every third fact, like a model that selects what seems important. */
function summarize({ messages }: ModelRequest): string {
  const text = messages
    .map((message) => (message.role === "tool" ? JSON.stringify(message) : messageText(message)))
    .join("\n");
  const found = [...new Set(text.match(/fact-\d+-\w+/g) ?? [])].filter((_, index) => index % 3 === 0);
  return `## Decisions\n${found
    .slice(0, 5)
    .map((fact) => `- keep ${fact}`)
    .join("\n")}\n\n## Facts\n${found.slice(5).join(", ")}`;
}

function filler(seed: number): string {
  return Array.from({ length: 60 }, (_, line) => `line ${line} of output ${seed} says that all is as expected`).join(
    "\n",
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
