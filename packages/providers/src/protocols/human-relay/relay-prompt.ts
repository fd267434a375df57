import type { AssistantMessage, Message, ModelRequest, OutputSchema, ToolDefinition } from "@roo-code/types";

/** The whole conversation, to be pasted into a new chat. */
export function wholePrompt({ systemPrompt, tools, messages, output }: ModelRequest): string {
  return sections([
    systemPrompt.trim(),
    tools.length > 0 ? howToCall : "",
    ...(tools.length > 0 ? ["# Tools", ...tools.map(describeTool)] : []),
    "# Conversation",
    ...messages.flatMap(describeMessage),
    output ? describeOutput(output) : "",
  ]);
}

/** The messages since the last prompt, for the same chat, which knows its own answer. */
export function nextPrompt(added: readonly Message[], output: OutputSchema | undefined): string {
  const newMessages = added[0]?.role === "assistant" ? added.slice(1) : added;
  return sections([
    ...(newMessages.length > 0
      ? newMessages.flatMap(describeMessage)
      : ["Your last answer could not be used. Please answer again."]),
    output ? describeOutput(output) : "",
  ]);
}

const howToCall = `# How to call tools

You call tools by writing. For each call, write one fenced block of JSON with nothing else in it:

\`\`\`json
{"tool": "the tool's name", "input": {}}
\`\`\`

"input" follows the tool's JSON Schema. You may write several such blocks. After them, stop: the results come with the
next message. Never write results yourself, and never write such a block for anything but a call.`;

function describeTool({ name, description, inputSchema }: ToolDefinition): string {
  return sections([`## ${name}`, description.trim(), `Input: ${JSON.stringify(inputSchema)}`]);
}

function describeMessage(message: Message): string[] {
  switch (message.role) {
    case "user":
      return [
        "## User",
        ...message.content.map((part) => (part.type === "text" ? part.text : imageNote(part.mediaType))),
      ];
    case "assistant":
      return ["## You", ...message.content.map(describePart)];
    case "tool":
      return message.content.flatMap(({ name, content, images = [], isError }) => [
        `## Result of ${name}${isError ? " (it failed)" : ""}`,
        content,
        ...images.map(({ mediaType }) => imageNote(mediaType)),
      ]);
  }
}

function describePart(part: AssistantMessage["content"][number]): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
      return imageNote(part.mediaType);
    case "reasoning":
      return "";
    case "tool-call":
      return `\`\`\`json\n${JSON.stringify({ tool: part.name, input: part.input })}\n\`\`\``;
  }
}

function imageNote(mediaType: string): string {
  return `(an image, ${mediaType}, not included)`;
}

function describeOutput({ schema }: OutputSchema): string {
  return `Answer with one JSON object of this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;
}

function sections(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}
