/** A chunk found by one of the rankings. */
export interface Candidate {
  readonly id: number;
  readonly path: string;
}

export interface Ranking<Found extends Candidate> {
  /** Best first. */
  readonly found: readonly Found[];
  readonly weight: number;
}

/** The lower, the more a first place in one ranking outweighs agreement of both. Measured: see docs/code-index.md. */
const damping = 20;
/** The score of a file's next chunk relative to the previous one. */
const decay = 0.9;

/**
 * Reciprocal rank fusion of files: rankings by words and by meaning rarely agree on a chunk, but often on its file.
 * Chunks get their file's score, each further chunk of a file a little less; 1 is first place in all rankings.
 */
export function fuseFiles<Found extends Candidate>(
  rankings: readonly Ranking<Found>[],
  maxPerFile: number,
): (Found & { score: number })[] {
  const files = scoreFiles(rankings);
  return [...chunksByFile(rankings)]
    .flatMap(([path, chunks]) =>
      chunks.slice(0, maxPerFile).map((chunk, index) => ({
        ...chunk,
        score: (files.get(path) ?? 0) * decay ** index,
      })),
    )
    .sort((left, right) => right.score - left.score);
}

function scoreFiles(rankings: readonly Ranking<Candidate>[]): Map<string, number> {
  const scores = new Map<string, number>();
  const best = rankings.reduce((sum, { weight }) => sum + weight / (damping + 1), 0);
  for (const { found, weight } of rankings) {
    for (const [rank, path] of [...new Set(found.map((chunk) => chunk.path))].entries()) {
      scores.set(path, (scores.get(path) ?? 0) + weight / (damping + rank + 1) / best);
    }
  }
  return scores;
}

/** The chunks of each file, ordered by all rankings together. */
function chunksByFile<Found extends Candidate>(rankings: readonly Ranking<Found>[]): Map<string, Found[]> {
  const scores = new Map<number, number>();
  const chunks = new Map<number, Found>();
  for (const { found, weight } of rankings) {
    for (const [rank, chunk] of found.entries()) {
      scores.set(chunk.id, (scores.get(chunk.id) ?? 0) + weight / (damping + rank + 1));
      chunks.set(chunk.id, chunk);
    }
  }
  const sorted = [...chunks.values()].sort((left, right) => (scores.get(right.id) ?? 0) - (scores.get(left.id) ?? 0));
  return Map.groupBy(sorted, ({ path }) => path);
}
