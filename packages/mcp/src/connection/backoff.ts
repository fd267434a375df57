/** As many in a row, then it takes a person or a new task. */
export const mostAttempts = 5;

const firstMs = 500;

/** Twice as long after each failure, spread so that many do not come at once. */
export function backoff(failures: number, random: () => number): number {
  return Math.round(firstMs * 2 ** (failures - 1) * (0.75 + random() / 2));
}
