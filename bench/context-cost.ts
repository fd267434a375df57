import { emptyTask, type Message, noUsage } from "@roo-code/types";
import { ContextMeter } from "../packages/engine/src/context/context-meter.ts";
import { estimateTokens } from "../packages/providers/src/tokens/estimate-tokens.ts";
import { toolNamed } from "./context-task.ts";
import { median, ms, type Row } from "./table.ts";

const exchanges = 50;
const rounds = 200;
const maxMs = 0.3;

/** The time to measure a request of a hundred messages, of which only the newest result of 1 KB is new. */
export async function costRow(): Promise<Row> {
  const meter = new ContextMeter(estimateTokens);
  const head = { systemPrompt: "You help. ".repeat(500), tools: ["a", "b", "c", "d"].map(toolNamed) };
  const state = { ...emptyTask(), messages: Array.from({ length: exchanges }, (_, index) => exchangeOf(index)).flat() };
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    state.messages = [...state.messages.slice(2), ...exchangeOf(exchanges + round)];
    const startedAt = performance.now();
    const { total } = meter.measure({ ...head, state, window: 200_000 });
    meter.noteReply({ ...head, state }, { ...noUsage(), inputTokens: total });
    ours.push(performance.now() - startedAt);
    const floorStartedAt = performance.now();
    JSON.stringify(state.messages);
    floor.push(performance.now() - floorStartedAt);
  }
  const figure = median(ours);
  return {
    what: `measuring a request of ${exchanges * 2} messages`,
    floor: `${ms(median(floor))} (JSON.stringify)`,
    ours: ms(figure),
    figure: ms(figure),
    target: `≤ ${maxMs} ms`,
    isMet: figure <= maxMs,
  };
}

function exchangeOf(index: number): Message[] {
  const callId = `c${index}`;
  return [
    { role: "assistant", content: [{ type: "tool-call", callId, name: "a", input: { path: `src/${index}.ts` } }] },
    {
      role: "tool",
      content: [{ type: "tool-result", callId, name: "a", content: `line ${index}\n`.repeat(110), isError: false }],
    },
  ];
}
