import type { AssistantMessage, ImagePart, Message, ToolResultPart } from "@roo-code/types";
import type { ServedFormat, WireFailure, WireReply, WireRequest } from "./served-format.ts";
import { type Fields, fieldsOf, listOf, refuseUnless, textOf } from "./strict-fields.ts";
import { textPieces } from "./text-pieces.ts";

const model = "qwen3:8b";

/** The native chat of Ollama (`POST /api/chat`): one JSON object per line. */
export const servedOllama: ServedFormat = {
  id: "ollama",
  settings: (origin) => ({ apiProvider: "ollama", apiModelId: model, apiBaseUrl: origin }),
  contentType: "application/x-ndjson",
  frames: (reply) => linesOf(reply).map((line) => Buffer.from(`${JSON.stringify(line)}\n`)),
  refusal: (failure) => ({
    status: failures[failure].status,
    body: JSON.stringify({ error: failures[failure].error }),
  }),
  readRequest,
};

const failures: Readonly<Record<WireFailure, { readonly status: number; readonly error: string }>> = {
  bad_request: { status: 400, error: "invalid options: num_predict" },
  unauthorized: { status: 401, error: "unauthorized" },
  insufficient_credit: { status: 402, error: "you have reached your weekly usage limit" },
  model_not_found: { status: 404, error: `model '${model}' not found` },
  context_overflow: { status: 400, error: "the input length exceeds the context length" },
  rate_limited: { status: 429, error: "too many requests" },
  overloaded: { status: 503, error: "server busy, please try again. maximum pending requests exceeded" },
  server_error: { status: 500, error: "llama runner process has terminated: exit status 2" },
};

function linesOf({ reasoning = "", text = "", calls = [], usage, stop, error }: WireReply): Fields[] {
  const line = (message: Fields) => ({
    model,
    created_at: "2026-01-01T00:00:00.000000Z",
    message: { role: "assistant", content: "", ...message },
    done: false,
  });
  const lines: Fields[] = [
    ...textPieces(reasoning).map((thinking) => line({ thinking })),
    ...textPieces(text).map((content) => line({ content })),
    ...calls.map(({ id, name, arguments: args }, index) =>
      line({ tool_calls: [{ id: id ?? `call_${index}`, function: { index, name, arguments: parsed(args) } }] }),
    ),
  ];
  if (error) return [...lines, { error: failures[error].error }];
  const counts = usage && { prompt_eval_count: usage.input, eval_count: usage.output };
  return [...lines, { ...line({}), done: true, done_reason: stop === "length" ? "length" : "stop", ...counts }];
}

/** Ollama sends arguments as an object; only an imitation of it would send text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return text;
  }
}

function readRequest({ path, body }: { readonly path: string; readonly body: Fields }): WireRequest {
  refuseUnless(path.split("?")[0] === "/api/chat", "404 page not found");
  refuseUnless(isText(body.model), "model is required");
  refuseUnless(body.stream !== false, "the client expects a stream");
  checkOptions(body);
  const sent = listOf(body.messages).map(fieldsOf);
  return {
    model: String(body.model),
    system: sent.flatMap(({ role, content }) => (role === "system" ? String(content) : [])).join("\n\n"),
    messages: joinResults(sent.flatMap((message) => readMessage(message))),
    tools: listOf(body.tools ?? []).map(readTool),
  };
}

function checkOptions({ options = {}, think, format, keep_alive: keepAlive }: Fields): void {
  for (const value of Object.values(fieldsOf(options))) refuseUnless(typeof value === "number", "invalid options");
  const isKnownThink =
    think === undefined || typeof think === "boolean" || ["low", "medium", "high"].includes(textOf(think));
  refuseUnless(isKnownThink, "invalid think value");
  refuseUnless(format === undefined || format === "json" || typeof format === "object", "invalid format");
  const isDuration = typeof keepAlive !== "string" || /^-?(\d+(\.\d+)?(ms|s|m|h))+$/.test(keepAlive);
  refuseUnless(isDuration, "invalid duration");
}

function readTool(sent: unknown): string {
  const { type, function: declared } = fieldsOf(sent);
  const { name, parameters } = fieldsOf(declared);
  refuseUnless(type === "function" && isText(name), "invalid tool");
  refuseUnless(fieldsOf(parameters).type === "object", "invalid tool parameters");
  return String(name);
}

function readMessage(sent: Fields): Message[] {
  const { role, content } = sent;
  refuseUnless(typeof content === "string", "json: cannot unmarshal content into Go struct field of type string");
  const text = String(content);
  switch (role) {
    case "system":
      return [];
    case "user":
      return [{ role, content: [...textPart(text), ...listOf(sent.images ?? []).map(readImage)] }];
    case "assistant":
      return [readAssistant(sent, text)];
    case "tool":
      return [{ role, content: [readResult(sent, text)] }];
    default:
      throw new Error(`invalid role: ${String(role)}`);
  }
}

function readAssistant({ thinking, tool_calls: calls = [] }: Fields, text: string): AssistantMessage {
  refuseUnless(thinking === undefined || typeof thinking === "string", "invalid thinking");
  return {
    role: "assistant",
    content: [
      ...(isText(thinking) ? [{ type: "reasoning" as const, text: String(thinking) }] : []),
      ...textPart(text),
      ...listOf(calls).map((call) => {
        const { id, function: called } = fieldsOf(call);
        const { name, arguments: input } = fieldsOf(called);
        refuseUnless(isText(name), "invalid tool call");
        return { type: "tool-call" as const, callId: textOf(id ?? ""), name: String(name), input: fieldsOf(input) };
      }),
    ],
  };
}

function readResult({ tool_name: name, tool_call_id: callId }: Fields, content: string): ToolResultPart {
  return { type: "tool-result", callId: textOf(callId ?? ""), name: textOf(name ?? ""), content, isError: false };
}

/** Each result is a message; consecutive ones belong to the same reply. */
function joinResults(messages: readonly Message[]): Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role === "tool" && last?.role === "tool") last.content.push(...message.content);
    else joined.push(message);
  }
  return joined;
}

function textPart(text: string): { type: "text"; text: string }[] {
  return text === "" ? [] : [{ type: "text", text }];
}

/** The server detects the image type from its data. */
function readImage(sent: unknown): ImagePart {
  refuseUnless(typeof sent === "string" && /^[A-Za-z0-9+/]+=*$/.test(sent), "illegal base64 data");
  const data = String(sent);
  const mediaType = signatures.find(([signature]) => data.startsWith(signature))?.[1] ?? "image/png";
  return { type: "image", mediaType, data };
}

const signatures = [
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
] as const;

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
