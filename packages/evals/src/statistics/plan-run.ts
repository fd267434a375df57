import { wilsonInterval } from "./binomial.ts";
import { defaultDiscordance, detectableDifference, mcNemarPower } from "./power.ts";

export interface RunSize {
  readonly exercises: number;
  readonly iterations: number;
  /** Share of exercises expected to end differently in the two runs. */
  readonly discordance?: number;
}

/** What a run of this size can show, known before it starts. */
export interface RunPlan {
  readonly exercises: number;
  readonly iterations: number;
  readonly trials: number;
  readonly discordance: number;
  /** Half the interval of a pass rate of one half, the worst case. */
  readonly precision: number | null;
  /** The smallest difference to another run on the same exercises that is detected with a power of 80 %. */
  readonly detectable: number | null;
  /** The probability to detect a difference of this many points. */
  readonly power: readonly { readonly points: number; readonly power: number }[];
}

/**
 * The assumed correlation of iterations of an exercise: halfway between 0 (each counts as an exercise) and 1 (all after the
 * first add nothing).
 */
const correlation = 0.5;

export function planRun({ exercises, iterations, discordance = defaultDiscordance }: RunSize): RunPlan {
  const effective = Math.floor((exercises * iterations) / (1 + (iterations - 1) * correlation));
  const interval = wilsonInterval({ passed: effective / 2, trials: effective });
  const design = { exercises: effective, discordance };
  return {
    exercises,
    iterations,
    trials: exercises * iterations,
    discordance,
    precision: interval === null ? null : (interval.high - interval.low) / 2,
    detectable: detectableDifference(design),
    power: [5, 10, 15, 20].map((points) => ({ points, power: mcNemarPower(design, points / 100) })),
  };
}
