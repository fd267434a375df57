import type { GraderReport } from "../grader.ts";

/** A number, or JSON with numbers: everything that was asked for is 1, anything less is not enough. */
export function readReward(text: string): GraderReport["tests"] {
  const rewards = numbersIn(text.trim());
  if (rewards.length === 0) return null;
  const passed = rewards.filter((reward) => reward >= 1).length;
  return { passed, failed: rewards.length - passed, skipped: 0 };
}

function numbersIn(text: string): readonly number[] {
  if (text === "") return [];
  try {
    const parsed: unknown = JSON.parse(text);
    const values: readonly unknown[] = typeof parsed === "object" && parsed !== null ? Object.values(parsed) : [parsed];
    return values.filter((value) => typeof value === "number");
  } catch {
    return [];
  }
}
