import { type Message, type ToolCallPart, type ToolResultPart, userMessage } from "@roo-code/types";

export interface HistoryScenario {
  readonly name: string;
  readonly messages: readonly Message[];
}

const image = { type: "image" as const, mediaType: "image/png", data: "iVBORw0KGgo=" };
const photo = { type: "image" as const, mediaType: "image/jpeg", data: "/9j/4AAQSkZJRg==" };

const says = (text: string): Message => ({ role: "assistant", content: [{ type: "text", text }] });
const calls = (...made: ToolCallPart[]): Message => ({ role: "assistant", content: made });
const call = (callId: string, over: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: "tool-call",
  callId,
  name: "read_file",
  input: { path: `${callId}.txt` },
  ...over,
});
const results = (...given: ToolResultPart[]): Message => ({ role: "tool", content: given });
const result = (callId: string, over: Partial<ToolResultPart> = {}): ToolResultPart => ({
  type: "tool-result",
  callId,
  name: "read_file",
  content: `content of ${callId}`,
  isError: false,
  ...over,
});
const ask = userMessage("Please look.");

/** What a task's history can hold. */
export const histories: readonly HistoryScenario[] = [
  { name: "one question", messages: [ask] },
  {
    name: "questions and answers",
    messages: [ask, says("Seen."), userMessage("Again?"), says("Yes."), userMessage("So?")],
  },
  {
    name: "several texts in one message",
    messages: [{ role: "user", content: ["one", "two", "three"].map((text) => ({ type: "text", text })) }],
  },
  {
    name: "messages of the user one after the other",
    messages: [ask, userMessage("And there."), userMessage("And here.")],
  },
  {
    name: "a user's images between texts",
    messages: [
      { role: "user", content: [{ type: "text", text: "before" }, image, { type: "text", text: "between" }, photo] },
    ],
  },
  { name: "an image without text", messages: [{ role: "user", content: [image] }] },
  { name: "an empty text", messages: [ask, says("Seen."), userMessage("")] },
  { name: "a message without content", messages: [ask, says("Seen."), { role: "user", content: [] }] },
  { name: "an empty reply", messages: [ask, { role: "assistant", content: [] }, userMessage("Hello?")] },
  { name: "a reply of white space", messages: [ask, says("\n\n"), userMessage("Hello?")] },
  { name: "a call and its result", messages: [ask, calls(call("a")), results(result("a"))] },
  {
    name: "text, a call, its result and an answer",
    messages: [
      ask,
      { role: "assistant", content: [{ type: "text", text: "Look:" }, call("a")] },
      results(result("a")),
      says("Done."),
      userMessage("Thanks."),
    ],
  },
  {
    name: "several calls in one reply",
    messages: [ask, calls(call("a"), call("b"), call("c")), results(result("a"), result("b"), result("c"))],
  },
  {
    name: "many turns of calls",
    messages: [ask, ...["a", "b", "c", "d"].flatMap((id) => [calls(call(id)), results(result(id))])],
  },
  {
    name: "a word of the user after results",
    messages: [ask, calls(call("a")), results(result("a")), userMessage("Stop that.")],
  },
  {
    name: "a result that is an error",
    messages: [
      ask,
      calls(call("a"), call("b")),
      results(result("a", { isError: true, content: "no such file" }), result("b")),
    ],
  },
  { name: "an empty result", messages: [ask, calls(call("a")), results(result("a", { content: "" }))] },
  {
    name: "an empty error",
    messages: [ask, calls(call("a")), results(result("a", { content: "", isError: true }))],
  },
  {
    name: "results with images",
    messages: [
      ask,
      calls(call("a"), call("b")),
      results(result("a", { images: [image, photo] }), result("b", { images: [image] })),
      says("Nice."),
      userMessage("More."),
    ],
  },
  {
    name: "a result that is an image alone",
    messages: [ask, calls(call("a")), results(result("a", { content: "", images: [image] }))],
  },
  {
    name: "a huge result",
    messages: [ask, calls(call("a")), results(result("a", { content: `begin ${"0123456789\n".repeat(100_000)} end` }))],
  },
  { name: "a call without arguments", messages: [ask, calls(call("a", { input: {} })), results(result("a"))] },
  {
    name: "arguments with everything JSON has",
    messages: [
      ask,
      calls(call("a", { input: { list: [1, -2.5, null, true, { x: '😀\n"\\' }], empty: {}, none: [], key: "é" } })),
      results(result("a")),
    ],
  },
  {
    name: "a call that was malformed",
    messages: [
      ask,
      calls(call("a", { input: {}, malformed: '{"path": ' })),
      results(result("a", { isError: true, content: "The arguments are no JSON." })),
    ],
  },
  {
    name: "names no vendor takes",
    messages: [
      ask,
      calls(call("a", { name: "no such.tool!" }), call("b", { name: "ünïcode/tool" })),
      results(result("a", { name: "no such.tool!" }), result("b", { name: "ünïcode/tool" })),
    ],
  },
  {
    name: "a call without a name",
    messages: [ask, calls(call("a", { name: "" })), results(result("a", { name: "", isError: true }))],
  },
  {
    name: "ids of another vendor",
    messages: [
      ask,
      calls(call("toolu_01AbC-xyz"), call("call_0_1"), call("x".repeat(64))),
      results(result("toolu_01AbC-xyz"), result("call_0_1"), result("x".repeat(64))),
    ],
  },
  {
    name: "halves of surrogate pairs",
    messages: [
      userMessage("cut \ud83d"),
      {
        role: "assistant",
        content: [{ type: "text", text: "\ude00 said" }, call("a", { input: { text: "half \udc00" } })],
      },
      results(result("a", { content: "\ud800 read" })),
    ],
  },
  {
    name: "control characters",
    messages: [userMessage("a\u0000b\u001b[0m\u2028c"), says("\u0007ding"), userMessage("ok")],
  },
  {
    name: "reasoning of others",
    messages: [
      ask,
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Their thought.", signature: "c2ln", origin: "somebody-else" },
          { type: "text", text: "So:" },
          call("a"),
        ],
      },
      results(result("a")),
    ],
  },
  {
    name: "reasoning and nothing else, of others",
    messages: [
      ask,
      {
        role: "assistant",
        content: [{ type: "reasoning", text: "Their thought.", signature: "c2ln", origin: "somebody-else" }],
      },
      userMessage("Well?"),
    ],
  },
  {
    name: "an image the model made",
    messages: [ask, { role: "assistant", content: [{ type: "text", text: "Here:" }, image] }, userMessage("Nice.")],
  },
  {
    name: "an image by the model, without text",
    messages: [ask, { role: "assistant", content: [image] }, userMessage("Nice.")],
  },
];
