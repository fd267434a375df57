import type { AssistantMessage, ImagePart, Message, ReasoningPart, ToolResultPart, UserMessage } from "@roo-code/types";
import type { WireRequest } from "./served-format.ts";
import { type Fields, fieldsOf, listOf, refuseUnless, textOf } from "./strict-fields.ts";

/** A request to ConverseStream as Bedrock reads it. Throws where Bedrock answers with a ValidationException. */
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

/** Parameters that Claude refuses together with thinking. */
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
  let open: string[] = [];
  return sent.flatMap((message, index) => {
    refuseUnless(message.role !== sent[index - 1]?.role, "roles must alternate between user and assistant");
    const { messages, calls, results } = readConverseContent(message, names);
    refuseUnless(hasTools || calls.length + results.length === 0, "The toolConfig field must be defined.");
    refuseUnless(new Set(results).size === results.length, "duplicate toolResult");
    refuseUnless(sameIds(results, open), "toolResult blocks must match the toolUse blocks of the previous turn");
    refuseUnless(index < sent.length - 1 || calls.length === 0, "toolUse blocks without toolResult blocks");
    open = calls;
    return messages;
  });
}

function sameIds(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id) => right.includes(id));
}

interface ReadContent {
  readonly messages: Message[];
  /** Ids of the calls made and of those answered. */
  readonly calls: string[];
  readonly results: string[];
}

/** A message's blocks; a user's results become a separate message. Adds the name of each call to `names`. */
function readConverseContent({ role, content }: Fields, names: Map<string, string>): ReadContent {
  const blocks = listOf(content).map(fieldsOf);
  const [first] = blocks;
  refuseUnless(first !== undefined && first.cachePoint === undefined, "content must not be empty");
  const parts = blocks.filter(({ cachePoint }) => cachePoint === undefined);
  if (role === "assistant") return readAssistant(parts, names);
  refuseUnless(role === "user", `unknown role ${String(role)}`);
  const results = parts.flatMap(({ toolResult }) =>
    toolResult === undefined ? [] : [readResult(fieldsOf(toolResult), names)],
  );
  const others = parts.filter(({ toolResult }) => toolResult === undefined).map(readUserPart);
  refuseUnless(
    parts.slice(0, results.length).every(({ toolResult }) => toolResult !== undefined),
    "toolResult blocks must come first",
  );
  const messages: Message[] = [];
  if (results.length > 0) messages.push({ role: "tool", content: results });
  if (others.length > 0) messages.push({ role: "user", content: others });
  return { messages, calls: [], results: results.map(({ callId }) => callId) };
}

function readUserPart(block: Fields): UserMessage["content"][number] {
  return block.image === undefined ? { type: "text", text: readText(block) } : readImage(block.image);
}

function readAssistant(blocks: readonly Fields[], names: Map<string, string>): ReadContent {
  const content = blocks.map((block): AssistantMessage["content"][number] => {
    if (block.reasoningContent !== undefined) return readThought(fieldsOf(block.reasoningContent));
    if (block.toolUse === undefined) return { type: "text", text: readText(block) };
    const { toolUseId, name, input } = fieldsOf(block.toolUse);
    refuseUnless(/^[A-Za-z0-9_-]{1,64}$/.test(String(name)), "toolUse.name does not match the pattern");
    names.set(readId(toolUseId), String(name));
    return { type: "tool-call", callId: readId(toolUseId), name: String(name), input: fieldsOf(input) };
  });
  const calls = content.flatMap((part) => (part.type === "tool-call" ? part.callId : []));
  refuseUnless(new Set(calls).size === calls.length, "toolUse ids must be unique");
  return { messages: [{ role: "assistant", content }], calls, results: [] };
}

function readThought({ reasoningText, redactedContent }: Fields): ReasoningPart {
  if (redactedContent !== undefined) return { type: "reasoning", text: "", signature: textOf(redactedContent) };
  const { text, signature } = fieldsOf(reasoningText);
  refuseUnless(typeof signature === "string" && signature !== "", "thinking.signature: Field required");
  return { type: "reasoning", text: String(text), signature: String(signature) };
}

function readResult({ toolUseId, content, status }: Fields, names: Map<string, string>): ToolResultPart {
  const callId = readId(toolUseId);
  const blocks = listOf(content).map(fieldsOf);
  const texts = blocks.filter(({ image }) => image === undefined).map(readText);
  const images = blocks.flatMap(({ image }) => (image === undefined ? [] : readImage(image)));
  refuseUnless(status === undefined || status === "success" || status === "error", "unknown status");
  return {
    type: "tool-result",
    callId,
    name: names.get(callId) ?? "",
    content: texts.join("\n"),
    images: images.length > 0 ? images : undefined,
    isError: status === "error",
  };
}

function readText({ text }: Fields): string {
  refuseUnless(typeof text === "string" && text.trim() !== "", "text content blocks must contain non-whitespace text");
  return String(text);
}

function readId(id: unknown): string {
  refuseUnless(/^[A-Za-z0-9_.:-]{1,64}$/.test(String(id)), "toolUseId does not match the pattern");
  return String(id);
}

function readImage(sent: unknown): ImagePart {
  const { format, source } = fieldsOf(sent);
  const { bytes } = fieldsOf(source);
  refuseUnless(["png", "jpeg", "gif", "webp"].includes(String(format)), "unknown image format");
  refuseUnless(/^[A-Za-z0-9+/]+=*$/.test(String(bytes)), "the image is not base64");
  return { type: "image", mediaType: `image/${String(format)}`, data: String(bytes) };
}
