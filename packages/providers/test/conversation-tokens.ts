import type { ImagePart, Message, ReasoningPart, ToolCallPart, ToolResultPart } from "@roo-code/types";
import { expect } from "vitest";
import type { TestedFormat } from "./served-formats.ts";

/**
 * Compares a conversation with what a vendor read of it. Formats may join texts, add their own text, and move
 * the images of results behind them: what must stay is every word, call, result and image, in order and belonging
 * together.
 */
export function expectNothingLost(
  sent: readonly Message[],
  understood: readonly Message[],
  tested: TestedFormat,
): void {
  expectInOrder(wordsOf(sent), serialise(understood));
  expect(callsOf(understood)).toEqual(
    // An empty name is replaced, because no vendor accepts it.
    callsOf(sent).map((call) => (call.name === "" ? { ...call, name: expect.stringMatching(/./) } : call)),
  );
  expect(resultsOf(understood).map(({ call }) => call)).toEqual(resultsOf(sent).map(({ call }) => call));
  expect(imagesOf(understood)).toEqual(imagesOf(sent));
  if (!("result errors" in tested.lacks)) {
    expect(resultsOf(understood).map(({ isError }) => isError)).toEqual(resultsOf(sent).map(({ isError }) => isError));
  }
  const thoughts = reasoningOf(understood);
  const own =
    "reasoning back" in tested.lacks ? [] : reasoningOf(sent).filter(({ origin }) => origin === tested.origin);
  expect(thoughts.map(({ text }) => text)).toEqual(own.map(({ text }) => text.toWellFormed()));
  // What came with it goes back, perhaps in less wrapping.
  for (const [index, { signature }] of thoughts.entries())
    expect(own[index]?.signature ?? "").toContain(signature ?? "");
}

interface Words {
  readonly role: Message["role"];
  readonly text: string;
}

/** Every text, in order. */
function wordsOf(messages: readonly Message[]): Words[] {
  return messages.flatMap(({ role, content }) =>
    content.map((part) => ({ role, text: textOf(part).toWellFormed().trim() })).filter(({ text }) => text !== ""),
  );
}

function serialise(messages: readonly Message[]): Words[] {
  return messages.map(({ role, content }) => ({ role, text: content.map(textOf).join("\n") }));
}

function textOf(part: Message["content"][number]): string {
  if (part.type === "text") return part.text;
  return part.type === "tool-result" ? part.content : "";
}

/** Each somewhere after the one before it, in a message of its role. */
function expectInOrder(words: readonly Words[], messages: readonly Words[]): void {
  let [index, from] = [0, 0];
  for (const { role, text } of words) {
    const find = () => (messages[index]?.role === role ? (messages[index]?.text.indexOf(text, from) ?? -1) : -1);
    while (index < messages.length && find() < 0) [index, from] = [index + 1, 0];
    if (index >= messages.length) expect.fail(`lost, or out of order: ${role}: ${JSON.stringify(text.slice(0, 200))}`);
    from = find() + text.length;
  }
}

function partsOf(messages: readonly Message[]): Message["content"][number][] {
  return messages.flatMap(({ content }) => [...content]);
}

/** Names and ids are sent in the vendor's characters, but must stay distinct. */
function callsOf(messages: readonly Message[]): { name: string; input: unknown }[] {
  return callParts(messages).map(({ name, input, malformed }) => ({
    name: plainName(name),
    input: malformed === undefined ? wellFormed(input) : {},
  }));
}

function callParts(messages: readonly Message[]): ToolCallPart[] {
  return partsOf(messages).filter((part) => part.type === "tool-call");
}

/** Each result by the position of its call. */
function resultsOf(messages: readonly Message[]): { call: number; isError: boolean }[] {
  const ids = callParts(messages).map(({ callId }) => callId);
  expect(new Set(ids).size).toBe(ids.length);
  const results: ToolResultPart[] = partsOf(messages).filter((part) => part.type === "tool-result");
  return results.map(({ callId, isError }) => ({ call: ids.indexOf(callId), isError }));
}

/** What was shown between one reply and the next; where among its results an image stands, not every format can say. */
function imagesOf(messages: readonly Message[]): string[][] {
  const groups: string[][] = [[]];
  for (const { role, content } of messages) {
    if (role !== "assistant") groups.at(-1)?.push(...content.flatMap(imagesIn));
    // An empty reply may be dropped.
    else if (content.some((part) => part.type === "tool-call" || textOf(part).trim() !== "")) groups.push([]);
  }
  return groups.filter((group) => group.length > 0).map((group) => group.toSorted());
}

function imagesIn(part: Message["content"][number]): string[] {
  if (part.type === "image") return [imageName(part)];
  return part.type === "tool-result" ? (part.images ?? []).map(imageName) : [];
}

function imageName({ mediaType, data }: ImagePart): string {
  return `${mediaType}:${data}`;
}

function reasoningOf(messages: readonly Message[]): ReasoningPart[] {
  return partsOf(messages).filter((part) => part.type === "reasoning");
}

function plainName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, "_").slice(0, 60);
}

function wellFormed(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, item: unknown) => (typeof item === "string" ? item.toWellFormed() : item)),
  );
}
