import { defineTool } from "@roo-code/types";
import * as z from "zod";
import description from "./attempt-completion.md";
import { looseInput } from "./loose-input.ts";

const input = looseInput(
  { result: z.string() },
  { names: { summary: "result", message: "result", answer: "result", text: "result" } },
);

export const attemptCompletion = defineTool({
  name: "attempt_completion",
  kind: "flow",
  group: "modes",
  description,
  input,
  async run({ result }) {
    return { content: "The task is complete.", control: { type: "complete", result } };
  },
});
