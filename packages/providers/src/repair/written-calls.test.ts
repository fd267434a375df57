import { describe, expect, it } from "vitest";
import { repair } from "../../test/repaired-reply.ts";
import type { TextFormId } from "./forms/text-form.ts";

type Calls = readonly (readonly [name: string, input: Record<string, unknown>])[];

const readA: Calls = [["read_file", { path: "a" }]];
const readBoth: Calls = [
  ["read_file", { path: "a" }],
  ["read_file", { path: "b" }],
];
const json = '{"name": "read_file", "arguments": {"path": "a"}}';
const jsonB = '{"name": "read_file", "arguments": {"path": "b"}}';

const recognised: readonly (readonly [title: string, form: TextFormId, text: string, calls: Calls])[] = [
  ["JSON alone", "json", json, readA],
  ["JSON in a fence", "json", `I'll read it.\n\n\`\`\`json\n${json}\n\`\`\``, readA],
  ["JSON in a fence on one line", "json", `\`\`\`json ${json}\`\`\``, readA],
  ["JSON in a fence without a language", "json", `Reading.\n\`\`\`\n${json}\n\`\`\`\n`, readA],
  ["JSON after words", "json", `Let me look at the file first.\n\n${json}`, readA],
  ["two objects in a row", "json", `${json}\n${jsonB}`, readBoth],
  ["two fences in a row", "json", `\`\`\`json\n${json}\n\`\`\`\n\n\`\`\`json\n${jsonB}\n\`\`\``, readBoth],
  ["two objects in one fence", "json", `\`\`\`json\n${json}\n${jsonB}\n\`\`\``, readBoth],
  ["a list of calls", "json", `[${json}, ${jsonB}]`, readBoth],
  ["the words tool and input", "json", '{"tool": "read_file", "input": {"path": "a"}}', readA],
  ["the words tool and parameters", "json", '{"tool": "read_file", "parameters": {"path": "a"}}', readA],
  ["the words tool_name and args", "json", '{"tool_name": "read_file", "args": {"path": "a"}}', readA],
  ["Llama's parameters", "json", '{"type": "function", "name": "read_file", "parameters": {"path": "a"}}', readA],
  [
    "a wire format's own list",
    "json",
    '{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "read_file", "arguments": "{\\"path\\": \\"a\\"}"}}]}',
    readA,
  ],
  ["arguments before the name", "json", '{"arguments": {"path": "a"}, "name": "read_file"}', readA],
  ["JSON with a trailing comma", "json", '{"name": "read_file", "arguments": {"path": "a",},}', readA],
  [
    "JSON with numbers as text",
    "json",
    '{"name": "read_file", "arguments": {"path": "a", "limit": "5"}}',
    [["read_file", { path: "a", limit: 5 }]],
  ],
  ["JSON over several lines", "json", '{\n  "name": "read_file",\n  "arguments": {\n    "path": "a"\n  }\n}', readA],
  ["Hermes", "tagged-json", `<tool_call>\n${json}\n</tool_call>`, readA],
  [
    "Hermes, several",
    "tagged-json",
    `<tool_call>\n${json}\n</tool_call>\n<tool_call>\n${jsonB}\n</tool_call>`,
    readBoth,
  ],
  ["Hermes, two in one tag", "tagged-json", `<tool_call>\n${json}\n${jsonB}\n</tool_call>`, readBoth],
  ["Hermes without the closing tag", "tagged-json", `<tool_call>\n${json}`, readA],
  [
    "Hermes with a missing bracket",
    "tagged-json",
    '<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}\n</tool_call>',
    readA,
  ],
  ["Hermes after words on the same line", "tagged-json", `I'll read it now. <tool_call>${json}</tool_call>`, readA],
  [
    "Hermes with words after it",
    "tagged-json",
    `Reading.\n<tool_call>\n${json}\n</tool_call>\nI will wait for the result.`,
    readA,
  ],
  ["Hermes without arguments", "tagged-json", '<tool_call>{"name": "list_files"}</tool_call>', [["list_files", {}]]],
  [
    "Hermes with a made-up result",
    "tagged-json",
    `<tool_call>${json}</tool_call>\n<tool_response>\nhello\n</tool_response>\n<tool_call>${jsonB}</tool_call>`,
    readA,
  ],
  ["Qwen2.5's tools tag", "tagged-json", `<tools>\n${json}\n</tools>`, readA],
  ["LM Studio's request tags", "tagged-json", `[TOOL_REQUEST]\n${json}\n[END_TOOL_REQUEST]`, readA],
  [
    "Llama's python tag",
    "tagged-json",
    '<|python_tag|>{"name": "read_file", "parameters": {"path": "a"}}<|eom_id|>',
    readA,
  ],
  ["Llama's python tag, two", "tagged-json", `<|python_tag|>${json}; ${jsonB}`, readBoth],
  [
    "GLM",
    "tagged-json",
    "<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a</arg_value>\n<arg_key>limit</arg_key>\n<arg_value>5</arg_value>\n</tool_call>",
    [["read_file", { path: "a", limit: 5 }]],
  ],
  [
    "Qwen3-Coder",
    "function-tag",
    "<function=read_file>\n<parameter=path>\na\n</parameter>\n<parameter=limit>\n20\n</parameter>\n</function>",
    [["read_file", { path: "a", limit: 20 }]],
  ],
  [
    "Qwen3-Coder in its outer tag",
    "tagged-json",
    "<tool_call>\n<function=read_file>\n<parameter=path>\na\n</parameter>\n</function>\n</tool_call>",
    readA,
  ],
  [
    "Qwen3-Coder with only the outer closing tag",
    "function-tag",
    "<function=read_file><parameter=path>a</parameter></function></tool_call>",
    readA,
  ],
  [
    "Qwen3-Coder with spaces",
    "function-tag",
    "<function=execute_command>\n<parameter=command> ls -lha </parameter>\n</function> </tool_call>",
    [["execute_command", { command: "ls -lha" }]],
  ],
  [
    "Qwen3-Coder without arguments",
    "function-tag",
    "<function=list_files> </function> </tool_call>",
    [["list_files", {}]],
  ],
  [
    "Qwen3-Coder without its own closing tag",
    "tagged-json",
    "<tool_call>\n<function=read_file>\n<parameter=path>\na\n</parameter>\n</tool_call>",
    readA,
  ],
  [
    "a file's content with tags, quotes and fences in it",
    "function-tag",
    '<function=write_to_file>\n<parameter=path>\na.md\n</parameter>\n<parameter=content>\n# "Title"\n\n```json\n{"name": "x",}\n```\n  </parameter> &lt;\n\n</parameter>\n</function>',
    [["write_to_file", { path: "a.md", content: '# "Title"\n\n```json\n{"name": "x",}\n```\n  </parameter> &lt;\n' }]],
  ],
  ["JSON in a function tag", "function-tag", '<function=read_file>{"path": "a"}</function>', readA],
  [
    "invoke tags",
    "invoke-tag",
    '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a</parameter>\n</invoke>\n</function_calls>',
    readA,
  ],
  [
    "invoke tags, two",
    "invoke-tag",
    '<invoke name="read_file"><parameter name="path">a</parameter></invoke>\n<invoke name="read_file"><parameter name="path">b</parameter></invoke>',
    readBoth,
  ],
  [
    "DeepSeek's invoke tags",
    "invoke-tag",
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read_file">\n<｜DSML｜parameter name="path" string="true">a</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    readA,
  ],
  ["tool tags", "tool-tag", "I'll read it.\n\n<read_file>\n<path>a</path>\n</read_file>", readA],
  ["tool tags after words on the same line", "tool-tag", "I'll read it. <read_file><path>a</path></read_file>", readA],
  [
    "tool tags, two",
    "tool-tag",
    "<read_file><path>a</path></read_file>\n<read_file><path>b</path></read_file>",
    readBoth,
  ],
  [
    "tool tags with args",
    "tool-tag",
    "<read_file>\n<args>\n  <file>\n    <path>a</path>\n  </file>\n</args>\n</read_file>",
    readA,
  ],
  [
    "tool tags with args for two",
    "tool-tag",
    "<read_file><args><file><path>a</path></file><file><path>b</path></file></args></read_file>",
    [["read_file", { files: [{ path: "a" }, { path: "b" }] }]],
  ],
  [
    "tool tags in a fence",
    "tool-tag",
    "```xml\n<list_files>\n<path>src</path>\n<recursive>true</recursive>\n</list_files>\n```",
    [["list_files", { path: "src", recursive: true }]],
  ],
  ["tool tags without arguments", "tool-tag", "<list_files></list_files>", [["list_files", {}]]],
  [
    "tool tags around a file's content",
    "tool-tag",
    "<write_to_file>\n<path>a.html</path>\n<content>\n<html>\n  <content>x</content> y\n</html>\n</content>\n</write_to_file>",
    [["write_to_file", { path: "a.html", content: "<html>\n  <content>x</content> y\n</html>" }]],
  ],
  ["Mistral's list", "mistral", `[TOOL_CALLS][${json}]`, readA],
  ["Mistral's list of two", "mistral", `[TOOL_CALLS] [${json}, ${jsonB}]</s>`, readBoth],
  ["Mistral's names", "mistral", '[TOOL_CALLS]read_file[ARGS]{"path": "a"}', readA],
  [
    "Mistral's names, two",
    "mistral",
    '[TOOL_CALLS]read_file{"path": "a"}[TOOL_CALLS]read_file[CALL_ID]abc123XYZ[ARGS]{"path": "b"}',
    readBoth,
  ],
  [
    "DeepSeek's tokens",
    "token-framed",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "a"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    readA,
  ],
  [
    "DeepSeek's newer tokens, two",
    "token-framed",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "a"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "b"}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    readBoth,
  ],
  [
    "Kimi's tokens",
    "token-framed",
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a"}<|tool_call_end|><|tool_calls_section_end|>',
    readA,
  ],
  [
    "gpt-oss",
    "harmony",
    '<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{"path": "a"}<|call|>',
    readA,
  ],
  [
    "gpt-oss, the receiver first",
    "harmony",
    '<|start|>assistant to=functions.read_file<|channel|>commentary json<|message|>{"path": "a"}',
    readA,
  ],
  ["gpt-oss without its tokens", "harmony", 'commentary to=functions.read_file json{"path": "a"}', readA],
  [
    "a prefixed name",
    "tagged-json",
    '<tool_call>{"name": "functions.read_file", "arguments": {"path": "a"}}</tool_call>',
    readA,
  ],
  [
    "a call after thought written as text",
    "tagged-json",
    `<think>\nShould I? <tool_call>${jsonB}</tool_call>\n</think>\n<tool_call>${json}</tool_call>`,
    readA,
  ],
];

const refused: readonly (readonly [title: string, text: string])[] = [
  [
    "JSON in the middle of an explanation",
    `A call looks like this:\n\n\`\`\`json\n${json}\n\`\`\`\n\nThe name says which tool is meant.`,
  ],
  ["bare JSON in the middle of an explanation", `For example\n${json}\nwould read the file a.`],
  ["JSON within a sentence", `You would send ${json}`],
  ["JSON in backticks", `The model should answer \`${json}\``],
  ["tags in backticks", `Qwen writes \`<tool_call>${json}</tool_call>\``],
  ["tags in a fence in the middle", `Hermes:\n\n\`\`\`\n<tool_call>\n${json}\n</tool_call>\n\`\`\`\n\nThat is all.`],
  ["tags within a sentence", `A <tool_call>${json}</tool_call> is what Hermes models write.`],
  ["a quotation", `> <tool_call>${json}</tool_call>`],
  ["tool tags in the middle", "Use <read_file><path>a</path></read_file> to read a file."],
  ["tool tags in a fence with more in it", "```xml\n<!-- example -->\n<read_file><path>a</path></read_file>\n```"],
  ["a fence of another language", `\`\`\`python\n${json}\n\`\`\``],
  ["a call within other code", `\`\`\`json\n{"version": 1}\n${json}\n\`\`\``],
  ["a tool that is not offered", '{"name": "delete_everything", "arguments": {"path": "/"}}'],
  ["two calls of which one is of no tool", `[${json}, {"name": "fly", "arguments": {}}]`],
  [
    "a definition of a tool",
    '{"name": "read_file", "description": "Reads.", "parameters": {"type": "object", "properties": {}}}',
  ],
  [
    "a definition without a description",
    '{"name": "read_file", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}',
  ],
  ["a package that is called like a tool", '{"name": "read_file", "version": "1.0.0"}'],
  ["a name alone", '{"name": "list_files"}'],
  ["a cut object", '{"name": "read_file", "arguments": {"path": "a"'],
  ["a cut call in a tag", '<tool_call>\n{"name": "write_to_file", "arguments": {"path": "a", "content": "x'],
  [
    "a string cut before the closing tag",
    '<tool_call>{"name": "write_to_file", "arguments": {"path": "a", "content": "x}}\n</tool_call>',
  ],
  ["a parameter that does not end", "<function=write_to_file>\n<parameter=path> test.txt\n<parameter=content> hello"],
  ["a call that may go on", "<function=read_file>\n<parameter=path>\na\n</parameter>\n"],
  ["a call without a required argument or an end", "<function=write_to_file>\n<parameter=path>a</parameter>"],
  ["a cut tool tag", "<write_to_file>\n<path>a</path>\n<content>\nhalf of it"],
  ["a tool tag that is not closed", "<read_file><path>a</path>"],
  [
    "a file's content that closes its own tags",
    "<write_to_file><path>a</path><content>one</content></write_to_file> two</content></write_to_file>",
  ],
  ["a value of the wrong type", '<tool_call>{"name": "read_file", "arguments": {"path": ["a"]}}</tool_call>'],
  ["a call in thought that never ends", `<think>\nI could <tool_call>${json}</tool_call>`],
  ["gpt-oss in the middle of a text", 'It wrote commentary to=functions.read_file json{"path": "a"} and stopped.'],
  ["tokens without a call", "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file"],
  ["Mistral's token without a call", "[TOOL_CALLS] is the token that Mistral uses."],
  ["a cut list", `[TOOL_CALLS][${json}, {"name": "read_f`],
  ["nothing but text", "The file holds a function named read_file."],
];

describe("calls written as text", () => {
  it.each(recognised)("become calls: %s", async (_, form, text, calls) => {
    const reply = await repair({ text });
    expect([reply.calls, reply.stopReason]).toEqual([calls, "tool-calls"]);
    expect(new Set(reply.repaired)).toEqual(new Set([`read the call from text (${form})`]));
    expect(reply.text).toBe(text);
  });

  it.each(refused)("do not: %s", async (_, text) => {
    const reply = await repair({ text });
    expect([reply.calls, reply.stopReason, reply.text]).toEqual([[], "end", text]);
  });

  it("are ignored beside a native call", async () => {
    const reply = await repair({ text: `<tool_call>${json}</tool_call>`, calls: [["list_files", "{}"]] });
    expect(reply.calls).toEqual([["list_files", {}]]);
  });

  it("are ignored without tools, and in a filtered reply", async () => {
    const text = `<tool_call>${json}</tool_call>`;
    expect((await repair({ text }, { request: { tools: [] } })).calls).toEqual([]);
    expect((await repair({ text, stopReason: "filtered" })).calls).toEqual([]);
  });

  it("count in a truncated reply if they are complete, and the reply stays truncated", async () => {
    const whole = await repair({
      text: `<tool_call>${json}</tool_call>\n<tool_call>{"name": "re`,
      stopReason: "length",
    });
    expect([whole.calls, whole.stopReason]).toEqual([readA, "length"]);
    const open = "<function=read_file><parameter=path>a</parameter>";
    expect((await repair({ text: open, stopReason: "length" })).calls).toEqual([]);
  });

  it("get ids that are new to the task", async () => {
    const call = { type: "tool-call" as const, callId: "call_0_0", name: "read_file", input: {} };
    const request = { messages: [{ role: "assistant" as const, content: [call] }] };
    const { message } = await repair({ text: `${json}\n${jsonB}` }, { request });
    expect(message.content).toMatchObject([{ type: "text" }, { callId: "call_0_0_2" }, { callId: "call_0_1" }]);
  });

  it("are reported call by call", async () => {
    const { chunks } = await repair({ text: json, size: 1000 });
    const input = { path: "a" };
    expect(chunks.slice(2)).toEqual([
      { type: "call.start", callId: "call_0_0", name: "read_file" },
      { type: "call.delta", callId: "call_0_0", text: JSON.stringify(input) },
      { type: "call.end", callId: "call_0_0", repaired: "read the call from text (json)", input },
      {
        type: "notice",
        code: "call_repaired",
        message: "A call of read_file was repaired: read the call from text (json).",
      },
      { type: "message.end", stopReason: "tool-calls" },
    ]);
  });
});
