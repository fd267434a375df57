import * as z from "zod";
import { isRecord } from "../catalog/canonical-json.ts";
import type { JsonSchema } from "./bound-schema.ts";
import { createInputCheck } from "./check-input.ts";

/** A tool's input as a schema of ours, which tells the model what to mend. */
export function toolInput(schema: JsonSchema): z.ZodType<Readonly<Record<string, unknown>>> {
  const check = createInputCheck(schema);
  return z.record(z.string(), z.unknown()).transform((given, context) => {
    const checked = check(given);
    if ("value" in checked) return isRecord(checked.value) ? checked.value : given;
    for (const issue of checked.issues) {
      const { path, message } = issue;
      // Keys that are not known are left out, and the model is told; so they must be told apart.
      if (issue.code === "unrecognized_keys") context.issues.push({ ...issue, input: given });
      else context.issues.push({ code: "custom", path, message, input: given });
    }
    return z.NEVER;
  });
}
