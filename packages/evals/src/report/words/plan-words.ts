import type { RunPlan } from "../../statistics/index.ts";
import { counted, percent, points } from "../figures.ts";

/** What a run of this size can show: to be said before it starts. */
export function planWords(plan: RunPlan): string[] {
  const { exercises, iterations, trials, precision, detectable, discordance } = plan;
  const size = `${counted(exercises, "exercise")} × ${counted(iterations, "iteration")} = ${counted(trials, "trial")}.`;
  if (precision === null) return [size];
  const known = `${size} A pass rate near one half will be known to ± ${points(precision)} (95 % interval).`;
  if (detectable === null)
    return [known, "Compared with another run, fewer than six exercises show nothing, however large the difference."];
  const assumptions = [
    `${percent(discordance)} of the exercises are taken to end differently in the two runs`,
    ...(iterations > 1 ? ["iterations of one exercise to have half of their outcome in common"] : []),
  ].join(", ");
  return [
    known,
    `Compared with another run on the same exercises, no difference below ${points(detectable)} is detectable: that much is found four times out of five.`,
    `The chance to find ${plan.power.map((chance) => `${chance.points} points is ${percent(chance.power)}`).join(", ")} (${assumptions}).`,
  ];
}
