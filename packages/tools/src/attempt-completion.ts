import { defineTool } from "@roo-code/types";
import * as z from "zod";
import { adaptEvidence } from "./adapt-evidence.ts";
import description from "./attempt-completion.md";
import { looseInput } from "./loose-input.ts";

/** The contract's claim in as few words as will do: every request pays for them. A claim without words is its command or path. */
const claim = z.object({ claim: z.string().optional(), command: z.string().optional(), path: z.string().optional() });

const input = looseInput(
  { result: z.string(), evidence: z.array(claim).optional() },
  {
    names: { summary: "result", message: "result", answer: "result", text: "result", claims: "evidence" },
    adapt: adaptEvidence,
  },
);

export const attemptCompletion = defineTool({
  name: "attempt_completion",
  kind: "flow",
  group: "modes",
  description,
  input,
  async run({ result, evidence = [] }) {
    const claims = evidence.map((one) => ({ ...one, claim: one.claim ?? one.command ?? one.path ?? "" }));
    return { content: "The task is complete.", control: { type: "complete", result, claims } };
  },
});
