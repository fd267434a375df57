import type { AssistantMessage, ImagePart, Message, ReasoningPart, ToolCallPart } from "@roo-code/types";
import * as fc from "fast-check";
import { callInput } from "./arbitrary-reply.ts";

const words = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom("", " ", "half \ud83d", "\udc00 half", "a\u0000b"),
);
const text = words.map((said) => ({ type: "text" as const, text: said }));
const image: fc.Arbitrary<ImagePart> = fc.constantFrom(
  { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" },
  { type: "image", mediaType: "image/jpeg", data: "/9j/4AAQSkZJRg==" },
);
const user = fc.record({
  role: fc.constant("user" as const),
  content: fc.array(fc.oneof(text, image), { maxLength: 3 }),
});

interface Turn {
  readonly thinks: boolean;
  readonly foreign: boolean;
  readonly says: readonly { type: "text"; text: string }[];
  readonly calls: readonly {
    name: string;
    input: Record<string, unknown>;
    isMalformed: boolean;
    content: string;
    isError: boolean;
    images: ImagePart[];
  }[];
  readonly asks: readonly Message[];
}

const turn: fc.Arbitrary<Turn> = fc.record({
  thinks: fc.boolean(),
  foreign: fc.boolean(),
  says: fc.array(text, { maxLength: 1 }),
  calls: fc.array(
    fc.record({
      name: fc.constantFrom("read_file", "list-files", "odd name!", "ünïcode"),
      input: callInput,
      isMalformed: fc.boolean(),
      content: words,
      isError: fc.boolean(),
      images: fc.array(image, { maxLength: 1 }),
    }),
    { maxLength: 3 },
  ),
  asks: fc.array(user, { maxLength: 2 }),
});

/** A task's history as the engine would have it: every call has its result, and the vendor is the next to speak. */
export function arbitraryConversation(thought: readonly ReasoningPart[]): fc.Arbitrary<Message[]> {
  return fc.array(turn, { maxLength: 5 }).map((turns) => {
    const messages: Message[] = [{ role: "user", content: [{ type: "text", text: "Begin." }] }];
    for (const [index, made] of turns.entries()) messages.push(...messagesOf(made, index, thought));
    if (messages.at(-1)?.role === "assistant")
      messages.push({ role: "user", content: [{ type: "text", text: "Go on." }] });
    return messages;
  });
}

function messagesOf(
  { thinks, foreign, says, calls, asks }: Turn,
  index: number,
  own: readonly ReasoningPart[],
): Message[] {
  const theirs: ReasoningPart = { type: "reasoning", text: "theirs", signature: "c2ln", origin: "somebody-else" };
  const made = calls.map(
    ({ name, input, isMalformed }, number): ToolCallPart => ({
      type: "tool-call",
      callId: `call_${index}_${number}`,
      name,
      ...(isMalformed ? { input: {}, malformed: '{"half' } : { input }),
    }),
  );
  // Thought that nothing followed is refused by its own vendor.
  const saysSomething = made.length > 0 || says.some(({ text: said }) => said.trim() !== "");
  const reply: AssistantMessage = {
    role: "assistant",
    content: [...(thinks && saysSomething ? own : []), ...(foreign ? [theirs] : []), ...says, ...made],
  };
  const results = calls.map(({ name, content, isError, images }, number) => ({
    type: "tool-result" as const,
    callId: `call_${index}_${number}`,
    name,
    content,
    isError,
    ...(images.length > 0 && { images }),
  }));
  return [reply, ...(results.length > 0 ? [{ role: "tool" as const, content: results }] : []), ...asks];
}
