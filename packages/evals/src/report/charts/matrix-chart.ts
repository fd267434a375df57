import { descending, groups, mean } from "d3-array";
import type { Tone } from "../document.ts";
import type { MatrixRow } from "../exercise-matrix.ts";
import { html, type Markup } from "../markup.ts";
import { shortNumber } from "./linear-scale.ts";

/**
 * One block per language: a strip per run with a cell per exercise, ordered by pass rate.
 * A thin strip below marks the exercises on which runs differ.
 */
export function matrixChart(
  matrix: readonly MatrixRow[],
  { letters, toneOf }: { letters: readonly string[]; toneOf: (result: MatrixRow["results"][number]) => Tone },
): Markup {
  return html`<div class="matrix">${groups(matrix, ({ language }) => language).map(([language, rows]) => {
    const ordered = [...rows].sort((left, right) => descending(meanRate(left), meanRate(right)));
    const flips = rows.filter(({ isFlip }) => isFlip).length;
    const heading = `${language}: runs differ on ${flips} of ${rows.length}`;
    const strips = letters.map(
      (letter, position) =>
        html`<b>${letter}</b>${strip(
          "strip",
          stretches(ordered, (row) => toneOf(row.results[position] ?? null)),
        )}`,
    );
    const marks = strip(
      "strip marks",
      stretches(ordered, ({ isFlip }) => (isFlip ? "flip" : "same")),
    );
    return html`<div role="img" aria-label="${heading}"><p>${heading}</p>${strips}<b></b>${marks}</div>`;
  })}</div>`;
}

function strip(classes: string, pieces: readonly Stretch[]): Markup {
  return html`<svg class="${classes}" aria-hidden="true">${pieces.map(
    ({ kind, x, width }) => html`<rect class="cell-${kind}" x="${x}%" width="${width}%" height="100%"/>`,
  )}</svg>`;
}

interface Stretch {
  readonly kind: string;
  readonly x: number;
  readonly width: number;
}

/** Joins neighbours of the same kind, in percent of all. */
function stretches<Item>(items: readonly Item[], kindOf: (item: Item) => string): Stretch[] {
  const kinds = items.map(kindOf);
  const starts = kinds.flatMap((kind, index) => (kinds[index - 1] === kind ? [] : { kind, index }));
  return starts.map(({ kind, index }, position) => {
    const end = starts[position + 1]?.index ?? items.length;
    return {
      kind,
      x: shortNumber((100 * index) / items.length),
      width: shortNumber((100 * (end - index)) / items.length),
    };
  });
}

function meanRate({ results }: MatrixRow): number {
  const rates = results.flatMap((result) =>
    result === null || result.scored === 0 ? [] : result.passed / result.scored,
  );
  return mean(rates) ?? 0;
}
