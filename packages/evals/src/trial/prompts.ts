import type { TrialOrder } from "../trial.ts";

const mostOutput = 8000;

export function promptOf({ prompt, exercise }: Pick<TrialOrder, "prompt" | "exercise">): string {
  return [prompt, exercise.prompt].filter((part) => part !== undefined && part !== "").join("\n\n");
}

/** For an agent that is told once what failed. The end of what was printed says most. */
export function secondPrompt(output: string): string {
  const shown = output.length > mostOutput ? `…${output.slice(-mostOutput)}` : output;
  return `The tests do not pass yet. This is what they print:\n\n\`\`\`\n${shown.trim()}\n\`\`\`\n\nThe tests are right and cannot be changed. Correct the solution.`;
}
