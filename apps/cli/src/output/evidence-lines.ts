import type { Evidence } from "@roo-code/types";
import { oneLine } from "../terminal-text.ts";

const marks: Readonly<Partial<Record<Evidence["verdict"], string>>> = { contradicted: "✗", stale: "⚠" };
const mostLines = 20;

/** What a completion claimed and its log does not bear out: a line for each, with the reason. */
export function evidenceLines(evidence: readonly Evidence[], width: number): string[] {
  const lines = evidence.flatMap(({ verdict, claim, why }) => {
    const mark = marks[verdict];
    return mark === undefined ? [] : [`${mark} ${oneLine(`${claim}: ${why ?? verdict}`, width - 2)}`];
  });
  const more = lines.length - mostLines;
  return more > 0 ? [...lines.slice(0, mostLines), `… and ${more} more`] : lines;
}
