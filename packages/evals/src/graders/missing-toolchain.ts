import type { Failure } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import type { GraderSpec } from "../exercise.ts";
import { graderOf } from "./all-graders.ts";

/** Why exercises of a kind cannot be graded on this machine; undefined where they can. */
export async function missingToolchain(spec: GraderSpec): Promise<Failure | undefined> {
  try {
    await graderOf(spec).check();
    return undefined;
  } catch (error) {
    if (error instanceof RooError) return { code: error.code, message: `${error.message} ${error.next ?? ""}`.trim() };
    throw error;
  }
}
