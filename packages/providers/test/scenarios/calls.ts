import { call, type ReplyScenario, text } from "./scenario.ts";

const a = { id: "a", name: "read_file", arguments: '{"path":"a.txt"}' };
const b = { id: "b", name: "list_files", arguments: '{"path":"src","recursive":true}' };
const callA = call("a", "read_file", { path: "a.txt" });
const callB = call("b", "list_files", { path: "src", recursive: true });
const deep = { list: [1, -2.5, null, { x: '😀\n"\\' }], text: "é".repeat(200), empty: {}, none: [] };

/** What a model can ask for, well or badly. */
export const calls: readonly ReplyScenario[] = [
  { name: "one call", step: { calls: [a] }, content: [callA], stop: "tool-calls" },
  {
    name: "text, then a call",
    step: { text: "Look:", calls: [a] },
    content: [text("Look:"), callA],
    stop: "tool-calls",
  },
  { name: "two calls", step: { calls: [a, b] }, content: [callA, callB], stop: "tool-calls" },
  {
    name: "ten calls",
    step: { calls: Array.from({ length: 10 }, (_, n) => ({ id: `c${n}`, name: "t", arguments: `{"n":${n}}` })) },
    content: Array.from({ length: 10 }, (_, n) => call(`c${n}`, "t", { n })),
    stop: "tool-calls",
  },
  {
    name: "two calls whose deltas take turns",
    needs: ["interleaved calls"],
    step: { text: "Both:", calls: [a, b], interleavesCalls: true },
    content: [text("Both:"), callA, callB],
    stop: "tool-calls",
  },
  {
    name: "reasoning, text and a call",
    step: { reasoning: "Hm.", text: "So:", calls: [a] },
    content: [{ type: "reasoning", text: "Hm." }, text("So:"), callA],
  },
  {
    name: "everything at once",
    needs: ["signatures"],
    step: {
      reasoning: "Überlegung: naïve 😀",
      signature: "c2lnbmVk",
      text: "I will read 日本.txt and 😀.txt now.",
      calls: [{ ...a, arguments: '{"path":"日本.txt","note":"\\u00e9\\n"}' }, b],
      usage: { input: 120, output: 30 },
    },
    content: [
      { type: "reasoning", text: "Überlegung: naïve 😀", signature: "c2lnbmVk" },
      text("I will read 日本.txt and 😀.txt now."),
      call("a", "read_file", { path: "日本.txt", note: "é\n" }),
      callB,
    ],
    stop: "tool-calls",
    usage: { inputTokens: 120, outputTokens: 30, cacheReadTokens: 0, cacheWriteTokens: 0 },
  },
  {
    name: "a call without arguments",
    step: { calls: [{ id: "a", name: "list", arguments: "{}" }] },
    content: [call("a", "list", {})],
  },
  {
    name: "a call with no text for its arguments",
    needs: ["streamed arguments"],
    step: { calls: [{ id: "a", name: "list", arguments: "" }] },
    content: [call("a", "list", {})],
  },
  {
    name: "arguments with everything JSON has",
    step: { calls: [{ id: "a", name: "t", arguments: JSON.stringify(deep) }] },
    content: [call("a", "t", deep)],
  },
  {
    name: "arguments of two characters, in one piece",
    step: { calls: [{ id: "a", name: "t", arguments: "{}" }, b] },
    content: [call("a", "t", {}), callB],
  },
  {
    name: "arguments that are no JSON",
    needs: ["streamed arguments"],
    step: { calls: [{ id: "a", name: "t", arguments: '{"path": "a' }] },
    content: [{ ...call("a", "t", {}), malformed: '{"path": "a' }],
  },
  {
    name: "arguments that are no object",
    needs: ["streamed arguments"],
    step: { calls: [{ id: "a", name: "t", arguments: "[1,2]" }] },
    content: [{ ...call("a", "t", {}), malformed: "[1,2]" }],
  },
  {
    name: "arguments of null",
    needs: ["streamed arguments"],
    step: { calls: [{ id: "a", name: "t", arguments: "null" }] },
    content: [call("a", "t", {})],
  },
  {
    name: "malformed arguments beside good ones",
    needs: ["streamed arguments"],
    step: { calls: [{ id: "x", name: "t", arguments: "nonsense" }, b] },
    content: [{ ...call("x", "t", {}), malformed: "nonsense" }, callB],
  },
  {
    name: "calls with the same id",
    step: { calls: [a, { ...b, id: "a" }] },
    content: [callA, { ...callB, callId: "a_2" }],
  },
  {
    name: "calls without ids",
    needs: ["lines"],
    step: {
      calls: [a, b],
      reframe: (frames) =>
        frames.map((frame) =>
          Buffer.from(
            Buffer.from(frame)
              .toString()
              .replaceAll(/"(call_)?id":"[ab]",?/g, ""),
          ),
        ),
    },
    content: [
      { ...callA, callId: "call_0_0" },
      { ...callB, callId: "call_0_1" },
    ],
  },
  {
    name: "the same call twice",
    step: { calls: [a, { ...a, id: "b" }] },
    content: [callA, { ...callA, callId: "b" }],
  },
  {
    name: "an id with odd characters",
    step: { calls: [{ ...a, id: "functions.read:0/é ü" }] },
    content: [{ ...callA, callId: "functions_read_0____" }],
  },
  {
    name: "an id beyond all bounds",
    step: { calls: [{ ...a, id: "i".repeat(300) }] },
    content: [{ ...callA, callId: "i".repeat(64) }],
  },
  {
    name: "an unknown name",
    step: { calls: [{ id: "a", name: "no_such_tool", arguments: "{}" }] },
    content: [call("a", "no_such_tool", {})],
  },
  {
    name: "a call cut by the length of the reply",
    needs: ["streamed arguments"],
    step: { calls: [{ id: "a", name: "rm", arguments: '{"path":"every' }], stop: "length" },
    content: [{ ...call("a", "rm", {}), malformed: '{"path":"every' }],
    stop: "length",
  },
  {
    name: "a call cut before its first argument",
    needs: ["streamed arguments"],
    step: { text: "So:", calls: [{ id: "a", name: "rm", arguments: "" }], stop: "length" },
    content: [text("So:"), { ...call("a", "rm", {}), malformed: "" }],
    stop: "length",
  },
];
