export interface Ranking {
  /** The best first. */
  readonly ids: readonly number[];
  readonly weight: number;
}

/** How much less a place counts than the one before it. */
const slope = 20;

/** One order out of several: by places, because scores of different kinds cannot be compared. */
export function fuseRanks(rankings: readonly Ranking[]): number[] {
  const scores = new Map<number, number>();
  for (const { ids, weight } of rankings) {
    ids.forEach((id, place) => {
      scores.set(id, (scores.get(id) ?? 0) + weight / (slope + place));
    });
  }
  return [...scores].sort(([, left], [, right]) => right - left).map(([id]) => id);
}
