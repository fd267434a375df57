import type { PartFactory } from "@roo-code/host";
import { defineTool, RooError, ToolFailure } from "@roo-code/types";
import type { JsonSchema, Schema } from "../schema.ts";
import { describeIssues } from "./schema-issues.ts";
import { jsonSchemaOf } from "./tool-definition.ts";
import { validate } from "./validate.ts";

const name = "attempt_completion";
const description =
  "Ends the task. Call it alone, once everything is done and checked. The result is read by a program: it must follow the schema exactly.";

/** For a run whose result is an object of a schema: the model can end the task only with such a result. */
export function outputPart(schema: Schema): PartFactory {
  return async ({ parent }) => {
    // Subtasks report to their parent, in words.
    if (parent) return undefined;
    const inputSchema = inputSchemaFor(await jsonSchemaOf(schema, "The run"));
    const offer = { group: "modes" as const, definition: { name, description, inputSchema } };
    return {
      name: "output",
      tools: [{ name, offer, load: () => loadTool(schema) }],
      completionReminder: `Your answer was not a call. End the task by calling ${name} with a result that follows its schema.`,
    };
  };
}

async function loadTool(schema: Schema) {
  const { anyInput } = await import("./zod-schemas.ts");
  return defineTool({
    name,
    kind: "flow",
    group: "modes",
    description,
    input: anyInput,
    async run(input) {
      const result = JSON.stringify(await findResult(schema, input));
      return { content: "The task is complete.", control: { type: "complete", result, claims: [] } };
    },
  });
}

/** Some models send the result as text, or its fields without the name `result`. Throws `ToolFailure`. */
async function findResult(schema: Schema, input: Record<string, unknown>): Promise<unknown> {
  const { result } = input;
  const own = await validate(schema, result);
  if (!own.issues) return result;
  for (const candidate of [typeof result === "string" ? parseJson(result) : undefined, input])
    if (candidate !== undefined && !(await validate(schema, candidate)).issues) return candidate;
  const problems = describeIssues(own.issues, "result");
  throw new ToolFailure("invalid_input", `The result does not follow the schema, the task is not ended:\n${problems}`);
}

/** The validated output of a run's result. Throws `RooError` `invalid_output`. */
export async function outputOf(schema: Schema, result: string): Promise<unknown> {
  const checked = await validate(schema, parseJson(result));
  if (!checked.issues) return checked.value;
  throw new RooError({
    code: "invalid_output",
    message: `The result of the task does not follow the schema:\n${describeIssues(checked.issues, "result")}`,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The schema as that of the property `result`. References within it are adjusted to its new place. */
function inputSchemaFor({ $defs, ...schema }: JsonSchema): Record<string, unknown> {
  const result = moved(schema);
  const definitions = $defs === undefined ? {} : { $defs: moved($defs) };
  return { type: "object", properties: { result }, required: ["result"], additionalProperties: false, ...definitions };
}

function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === "$ref" && inner === "#" ? [key, "#/properties/result"] : [key, moved(inner)],
    ),
  );
}
