import { defineTool } from "@roo-code/types";
import * as z from "zod";
import description from "./ask-followup-question.md";
import { isRecord, looseInput } from "./loose-input.ts";

const input = looseInput(
  {
    question: z.string(),
    follow_up: z
      .array(z.object({ text: z.string(), mode: z.string().optional().describe("Mode to switch to with it") }))
      .optional()
      .describe("Suggested answers"),
  },
  { names: { suggestions: "follow_up", options: "follow_up" }, adapt: adaptSuggestions },
);

const maxSuggestions = 4;

export const askFollowupQuestion = defineTool({
  name: "ask_followup_question",
  kind: "flow",
  group: "modes",
  description,
  input,
  async run({ question, follow_up = [] }) {
    const suggestions = follow_up.slice(0, maxSuggestions).map(({ text }) => text);
    return { content: "The question was asked.", control: { type: "ask", question, suggestions } };
  },
});

/** Also plain strings, one string, and a mode of null. */
function adaptSuggestions(given: Record<string, unknown>): Record<string, unknown> {
  if (given.follow_up === undefined) return given;
  return { ...given, follow_up: [given.follow_up].flat(1).map(toSuggestion) };
}

function toSuggestion(suggestion: unknown): unknown {
  if (typeof suggestion === "string") return { text: suggestion };
  return isRecord(suggestion) && suggestion.mode === null ? { text: suggestion.text } : suggestion;
}
