/** Where attempts and checks are recorded: `phase/subtask`, or the phase itself for repairs and its own checks. */
export function laneName(phase: string, subtask?: string): string {
  return subtask === undefined ? phase : `${phase}/${subtask}`;
}

export function callName(lane: string, attempt: number): string {
  return `${lane}#${attempt}`;
}

/** The phase and the subtask of a call or a check's step. */
export function parseStep(step: string): { phase: string; subtask?: string } {
  const [lane = ""] = step.split("#", 1);
  const [phase = "", subtask] = lane.split("/");
  return { phase, ...(subtask !== undefined && { subtask }) };
}
