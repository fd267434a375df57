import { RooError } from "@roo-code/types";
import type { Exercise } from "../exercise.ts";
import { applyReference } from "../trial/exercise-copy.ts";
import { noMetrics } from "../trial/metrics.ts";
import type { TrialAgent } from "../trial-agent.ts";

/** Applies the reference solution. Exercises that it fails cannot be passed on this machine. */
export function createOracle({ exercises, home }: { exercises: readonly Exercise[]; home: string }): TrialAgent {
  return {
    name: "oracle",
    async work({ folder, exercise: { language, name }, signal }) {
      const startedAt = performance.now();
      const exercise = exercises.find((each) => each.language === language && each.name === name);
      if (!exercise)
        throw new RooError({ code: "unknown_exercise", message: `The suite has no exercise ${language}/${name}.` });
      await applyReference(exercise, { folder, home, signal });
      const duration = Math.round(performance.now() - startedAt);
      return { metrics: { ...noMetrics, duration }, limit: null, error: null, toolErrors: [] };
    },
  };
}
