import type { Message } from "@roo-code/types";
import { readConverseContent } from "./bedrock-content.ts";
import type { WireRequest } from "./served-format.ts";
import { type Fields, fieldsOf, listOf, refuseUnless } from "./strict-fields.ts";

/** A request to ConverseStream as Bedrock understands it. Throws where it answers with a ValidationException. */
export function readConverseRequest({ path, body }: { readonly path: string; readonly body: Fields }): WireRequest {
  const model = /^\/model\/([^/]+)\/converse-stream$/.exec(path.split("?")[0] ?? "")?.[1];
  refuseUnless(model !== undefined, "UnknownOperationException");
  for (const name of Object.keys(body)) refuseUnless(known.has(name), `extraneous key [${name}] is not permitted`);
  refuseUnless((JSON.stringify(body).match(/"cachePoint":\{/g) ?? []).length <= 4, "at most 4 cache points");
  const tools = body.toolConfig === undefined ? [] : readTools(fieldsOf(body.toolConfig));
  checkSampling(body);
  const messages = readMessages(listOf(body.messages).map(fieldsOf), body.toolConfig !== undefined);
  return { model: decodeURIComponent(model ?? ""), system: readSystem(body.system), messages, tools };
}

const known = new Set([
  "messages",
  "system",
  "toolConfig",
  "inferenceConfig",
  "additionalModelRequestFields",
  "outputConfig",
  "serviceTier",
]);

function readSystem(system: unknown): string {
  if (system === undefined) return "";
  const texts = listOf(system)
    .map(fieldsOf)
    .flatMap((block) => {
      if (block.cachePoint !== undefined) return [];
      refuseUnless(typeof block.text === "string" && block.text.trim() !== "", "system text must not be blank");
      return [String(block.text)];
    });
  refuseUnless(texts.length > 0, "system must hold text");
  return texts.join("\n\n");
}

function readTools({ tools }: Fields): string[] {
  const names = listOf(tools)
    .map(fieldsOf)
    .flatMap((tool) => {
      if (tool.cachePoint !== undefined) return [];
      const { name, description, inputSchema } = fieldsOf(tool.toolSpec);
      refuseUnless(/^[A-Za-z0-9_-]{1,64}$/.test(String(name)), "toolSpec.name does not match the pattern");
      refuseUnless(description === undefined || description !== "", "toolSpec.description is too short");
      refuseUnless(fieldsOf(fieldsOf(inputSchema).json).type === "object", "input_schema.type: Field required");
      return [String(name)];
    });
  refuseUnless(names.length > 0, "toolConfig.tools must have at least one tool");
  refuseUnless(new Set(names).size === names.length, "tool names must be unique");
  return names;
}

/** What Claude refuses together with thought. */
function checkSampling({ inferenceConfig = {}, additionalModelRequestFields = {}, outputConfig }: Fields): void {
  const { maxTokens, temperature } = fieldsOf(inferenceConfig);
  const { thinking } = fieldsOf(additionalModelRequestFields);
  if (outputConfig !== undefined) {
    const { type, structure } = fieldsOf(fieldsOf(outputConfig).textFormat);
    const { schema } = fieldsOf(fieldsOf(structure).jsonSchema);
    refuseUnless(type === "json_schema" && typeof schema === "string", "the schema must be a string");
    JSON.parse(String(schema));
  }
  if (thinking === undefined) return;
  refuseUnless(temperature === undefined || temperature === 1, "temperature may only be set to 1 with thinking");
  const { type, budget_tokens: budget } = fieldsOf(thinking);
  if (type !== "enabled") return;
  refuseUnless(Number(budget) >= 1024, "thinking.budget_tokens must be at least 1024");
  refuseUnless(maxTokens === undefined || Number(budget) < Number(maxTokens), "max_tokens must exceed budget_tokens");
}

function readMessages(sent: readonly Fields[], hasTools: boolean): Message[] {
  refuseUnless(sent.length > 0 && sent[0]?.role === "user", "A conversation must start with a user message.");
  const names = new Map<string, string>();
  let waiting: string[] = [];
  return sent.flatMap((message, index) => {
    refuseUnless(message.role !== sent[index - 1]?.role, "roles must alternate between user and assistant");
    const { messages, calls, results } = readConverseContent(message, names);
    refuseUnless(hasTools || calls.length + results.length === 0, "The toolConfig field must be defined.");
    refuseUnless(new Set(results).size === results.length, "duplicate toolResult");
    refuseUnless(sameIds(results, waiting), "toolResult blocks must match the toolUse blocks of the previous turn");
    refuseUnless(index < sent.length - 1 || calls.length === 0, "toolUse blocks without toolResult blocks");
    waiting = calls;
    return messages;
  });
}

function sameIds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
