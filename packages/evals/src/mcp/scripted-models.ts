import type { OfficeServerKind } from "./office.ts";
import type { OfficeCall, OfficeIntent } from "./office-intents.ts";

/** Models with known behaviour, so that the metrics have a right answer. */
export const scriptedModels = ["perfect", "wasteful", "wrong-tool", "gives-up"] as const;
export type ScriptedModel = (typeof scriptedModels)[number];

/** The calls such a model makes for an intent. */
function callsOf(model: ScriptedModel, { calls }: OfficeIntent): readonly OfficeCall[] {
  switch (model) {
    case "perfect":
      return calls;
    case "wasteful":
      return [listEverything, listEverything, ...calls];
    case "wrong-tool":
      return [wrongFor(calls), ...calls];
    case "gives-up":
      return [listEverything];
  }
}

const listEverything: OfficeCall = { tool: "list_events", input: {} };

/** A call that does not help with the intent, and changes nothing. */
function wrongFor(calls: readonly OfficeCall[]): OfficeCall {
  const usesStock = calls.some(({ tool }) => tool === "check_stock");
  return usesStock
    ? { tool: "find_contact", input: { name: "Zoe" } }
    : { tool: "check_stock", input: { item: "paper" } };
}

/** The model's replies as a replay script. On a flaky server, it repeats each call that fails the first time. */
export function replayScript(
  model: ScriptedModel,
  { intent, server }: { readonly intent: OfficeIntent; readonly server: OfficeServerKind },
): string {
  const replies = withRetries(callsOf(model, intent), server).map(({ tool, input }) =>
    reply("use_mcp_tool", { server_name: server, tool_name: tool, arguments: input }),
  );
  return [...replies, reply("attempt_completion", { result: "done" })]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}

/** Every call that reaches a server, including failed ones. */
function withRetries(calls: readonly OfficeCall[], server: OfficeServerKind): readonly OfficeCall[] {
  if (server !== "flaky") return calls;
  const tried = new Set<string>();
  return calls.flatMap((call) => {
    const key = JSON.stringify(call);
    return tried.has(key) ? [call] : (tried.add(key), [call, call]);
  });
}

const usage = { inputTokens: 1_000, outputTokens: 50, costUsd: 0.002 };

function reply(name: string, input: object) {
  return { toolCalls: [{ name, input }], usage };
}
