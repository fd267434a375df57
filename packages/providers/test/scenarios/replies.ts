import { type ReplyScenario, text } from "./scenario.ts";

const image = { mediaType: "image/png", data: "iVBORw0KGgo=" };
const long = "The quick brown fox. ".repeat(500);
const scripts = "naïve café 😀👩‍👩‍👧 日本語 नमस्ते \u202eעברית\u202c e\u0301";

/** What a reply can hold. */
export const replies: readonly ReplyScenario[] = [
  { name: "plain text", step: { text: "Hello there." }, content: [text("Hello there.")] },
  { name: "a single letter", step: { text: "x" }, content: [text("x")] },
  { name: "nothing at all", step: {}, content: [], stop: "end" },
  { name: "empty text", step: { text: "" }, content: [] },
  { name: "text of white space", step: { text: " \n\t " }, content: [text(" \n\t ")] },
  {
    name: "text of many lines",
    step: { text: "one\ntwo\r\nthree\n\nfive" },
    content: [text("one\ntwo\r\nthree\n\nfive")],
  },
  {
    name: "text that looks like framing",
    step: { text: 'data: [DONE]\n\nevent: error\n{"a":1}' },
    content: [text('data: [DONE]\n\nevent: error\n{"a":1}')],
  },
  {
    name: "text with line separators of Unicode",
    step: { text: "a\u2028b\u2029c\u0085d" },
    content: [text("a\u2028b\u2029c\u0085d")],
  },
  {
    name: "text with control characters",
    step: { text: "a\u0000b\u001b[0m\u007f" },
    content: [text("a\u0000b\u001b[0m\u007f")],
  },
  { name: "text of many scripts", step: { text: scripts }, content: [text(scripts)] },
  { name: "long text", step: { text: long }, content: [text(long)] },
  {
    name: "reasoning, then text",
    step: { reasoning: "Let me think about it.", text: "Done." },
    content: [{ type: "reasoning", text: "Let me think about it." }, text("Done.")],
  },
  {
    name: "signed reasoning, then text",
    needs: ["signatures"],
    step: { reasoning: "Let me think.", signature: "c2lnbmVk+/=", text: "Done." },
    content: [{ type: "reasoning", text: "Let me think.", signature: "c2lnbmVk+/=" }, text("Done.")],
  },
  {
    name: "reasoning and nothing else",
    step: { reasoning: "Hm." },
    content: [{ type: "reasoning", text: "Hm." }],
  },
  {
    name: "an image",
    needs: ["images out"],
    step: { text: "Here:", image },
    content: [text("Here:"), { type: "image", ...image }],
  },
  {
    name: "a reply cut by its length",
    step: { text: "and so", stop: "length" },
    content: [text("and so")],
    stop: "length",
  },
  {
    name: "a filtered reply",
    needs: ["filtered replies"],
    step: { text: "I", stop: "filtered" },
    content: [text("I")],
    stop: "filtered",
  },
  {
    name: "a filtered reply without text",
    needs: ["filtered replies"],
    step: { stop: "filtered" },
    content: [],
    stop: "filtered",
  },
  {
    name: "usage",
    step: { text: "ok", usage: { input: 120, output: 7 } },
    content: [text("ok")],
    usage: { inputTokens: 120, outputTokens: 7, cacheReadTokens: 0, cacheWriteTokens: 0 },
  },
  {
    name: "usage with tokens read from the cache",
    needs: ["cache reads"],
    step: { text: "ok", usage: { input: 120, output: 7, cacheRead: 100 } },
    content: [text("ok")],
    usage: { inputTokens: 120, outputTokens: 7, cacheReadTokens: 100, cacheWriteTokens: 0 },
  },
  {
    name: "usage with tokens written to the cache",
    needs: ["cache writes"],
    step: { text: "ok", usage: { input: 120, output: 7, cacheRead: 60, cacheWrite: 40 } },
    content: [text("ok")],
    usage: { inputTokens: 120, outputTokens: 7, cacheReadTokens: 60, cacheWriteTokens: 40 },
  },
  {
    name: "usage with reasoning tokens",
    needs: ["reasoning usage"],
    step: { text: "ok", usage: { input: 12, output: 70, reasoning: 50 } },
    content: [text("ok")],
    usage: { inputTokens: 12, outputTokens: 70, reasoningTokens: 50 },
  },
  {
    name: "no usage",
    step: { text: "ok" },
    content: [text("ok")],
    usage: { cacheReadTokens: 0, cacheWriteTokens: 0 },
  },
];
