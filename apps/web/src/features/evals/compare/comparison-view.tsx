import type { RunComparison } from "@roo-code/types/api";
import { Card } from "../../../ui/card.tsx";
import { DifferenceBar } from "../../charts/difference-bar.tsx";
import { ConfigurationChanges } from "./configuration-changes.tsx";
import { Flips } from "./flips.tsx";
import { LanguageDifferences } from "./language-differences.tsx";
import type { RunNames } from "./run-names.ts";
import { signed } from "./signed.ts";

export interface ComparisonViewProps {
  readonly comparison: RunComparison;
  readonly names: RunNames;
}

/** Whether the second is better: in words first, then in figures. */
export function ComparisonView({ comparison, names }: ComparisonViewProps) {
  const { difference, interval, pValue, method, shared, smallestDifference, verdict } = comparison;
  const span = `${signed(interval.low)} to ${signed(interval.high)} points`;
  const counts = [
    { name: "Both solved", value: comparison.both },
    { name: `Only ${names.left}`, value: comparison.onlyA },
    { name: `Only ${names.right}`, value: comparison.onlyB },
    { name: "Neither", value: comparison.neither },
  ];
  return (
    <>
      <Card>
        <div className="flex flex-col gap-5 p-5">
          <p role="status" className="text-lg font-semibold text-balance">
            {verdict}
          </p>
          <DifferenceBar
            label={`Difference ${signed(difference)} points, 95 % interval ${span}`}
            difference={difference}
            low={interval.low}
            high={interval.high}
          />
          <p className="text-sm text-ink-2">
            {names.right} against {names.left}: <strong className="text-ink">{signed(difference)} points</strong>, 95 %
            interval {span}, p {pValue < 0.001 ? "< 0.001" : `= ${pValue.toFixed(3)}`} ({method}), {shared} shared
            exercises. Differences below {Math.round(smallestDifference)} points cannot be detected with this many.
          </p>
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {counts.map(({ name, value }) => (
              <div key={name} className="min-w-0 rounded-lg bg-sunken px-3 py-2">
                <dt className="truncate text-2xs text-ink-2">{name}</dt>
                <dd className="text-lg font-semibold tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Card>
      <Flips exercises={comparison.exercises} names={names} />
      <LanguageDifferences languages={comparison.languages} />
      <ConfigurationChanges changes={comparison.changes} names={names} />
    </>
  );
}
