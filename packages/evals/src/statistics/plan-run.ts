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
  /** A pass rate of one half is known to ± so much (0 to 1): the worst case. */
  readonly precision: number | null;
  /** The smallest difference to another run on the same exercises that is found four times out of five. */
  readonly detectable: number | null;
  /** The chance to find a difference of so many points. */
  readonly power: readonly { readonly points: number; readonly power: number }[];
}

/**
 * How much iterations of one exercise are taken to have in common: halfway between nothing (0: each is worth an exercise)
 * and everything (1: all after the first are worth nothing).
 */
const sameness = 0.5;

export function planRun({ exercises, iterations, discordance = defaultDiscordance }: RunSize): RunPlan {
  const worth = Math.floor((exercises * iterations) / (1 + (iterations - 1) * sameness));
  const interval = wilsonInterval({ passed: worth / 2, trials: worth });
  const design = { exercises: worth, discordance };
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
