import type { ModelRequest, TaskEvent } from "@roo-code/types";
import { ContextTask, toolNamed, userMessage } from "./context-task.ts";
import type { Row } from "./table.ts";

const turns = 100;
const [switchAt, toolsAt] = [40, 70];

/** Whether each request of a long task starts like the previous one, so that the provider's cache can be used, and whether breaks are reported. */
export async function prefixRows(): Promise<Row[]> {
  let turn = 0;
  const task = await ContextTask.create({
    window: 48_000,
    answer: ({ metadata }) => {
      if (metadata.purpose === "condense") return "## Facts\nThe work continues.";
      return {
        calls: [{ name: turn % 2 ? "apply_diff" : "read_file", input: { path: `src/${turn}.ts` }, callId: `c${turn}` }],
      };
    },
  });
  task.append(userMessage("Rename the module everywhere."));
  for (; turn < turns; turn += 1) {
    if (turn === switchAt) {
      task.append({ type: "mode.start", mode: "architect", reason: "a plan is needed" });
      task.systemPrompt = task.systemPrompt.replace("engineer", "architect");
    }
    if (turn === toolsAt) task.tools = [...task.tools, toolNamed("mcp_search")];
    await task.turn(() => `file ${turn}\n${`line of the file ${turn}\n`.repeat(80)}`);
  }
  const requests = task.client.requests.filter(({ metadata }) => metadata.purpose === undefined);
  return [rowOf(requests, await task.events())];
}

function rowOf(requests: readonly ModelRequest[], events: readonly TaskEvent[]): Row {
  const starts = events.filter(({ type }) => type === "turn.start");
  const breaks = requests.flatMap((request, index) => {
    const before = requests[index - 1];
    if (!before || extendsRequest(before, request)) return [];
    const [from, to] = [starts[index - 1]?.seq ?? 0, starts[index]?.seq ?? 0];
    return [events.filter(({ seq }) => seq > from && seq < to).some(reportsBreak)];
  });
  const reported = breaks.filter(Boolean).length;
  const shared = requests.length - 1 - breaks.length;
  return {
    what: `${requests.length} requests, a mode switch, new tools, condensing: start like the previous one`,
    floor: `${requests.length - 1} (nothing ever changes)`,
    ours: `${shared}`,
    figure: `${breaks.length} breaks, ${reported} reported`,
    target: "each break reported",
    isMet: breaks.length === reported && breaks.length >= 2,
  };
}

function reportsBreak(event: TaskEvent): boolean {
  return event.type === "summary.added" || (event.type === "notice.added" && event.code === "prefix_changed");
}

/** Whether a request starts with everything of the previous one. */
function extendsRequest(before: ModelRequest, after: ModelRequest): boolean {
  const head = ({ systemPrompt, tools }: ModelRequest) => JSON.stringify([systemPrompt, tools]);
  const sent = before.messages.every(
    (message, index) => JSON.stringify(message) === JSON.stringify(after.messages[index]),
  );
  return head(before) === head(after) && sent;
}
