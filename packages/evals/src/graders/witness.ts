import { readFileSync } from "node:fs";

/** What our own code saw of the tests, written where and with a word that a solution does not know: `<nonce> <outcome> <test>`. */
export interface Witness {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** All was over when the last line was written. */
  readonly isComplete: boolean;
}

/** Each test counts once, by the worst that was seen of it. */
export function readWitness(file: string, nonce: string): Witness {
  const outcomes = new Map<string, string>();
  let isComplete = false;
  for (const line of linesOf(file)) {
    const [word, outcome = "", ...rest] = line.split(" ");
    if (word !== nonce) continue;
    if (outcome === "done") isComplete = true;
    else outcomes.set(rest.join(" "), worse(outcomes.get(rest.join(" ")), outcome));
  }
  const count = (wanted: string): number => [...outcomes.values()].filter((outcome) => outcome === wanted).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped"), isComplete };
}

const badness = ["passed", "skipped", "failed"];

function worse(one: string | undefined, other: string): string {
  return badness.indexOf(one ?? "") > badness.indexOf(other) ? (one ?? other) : other;
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}
