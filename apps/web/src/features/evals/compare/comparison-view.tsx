import type { RunComparison } from "@roo-code/types/api";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../charts/data-table.tsx";
import { DifferenceBar } from "../../charts/difference-bar.tsx";

interface ComparisonViewProps {
  readonly comparison: RunComparison;
  readonly names: RunNames;
}

/** Whether the second run is better: a verdict, then the figures. */
export function ComparisonView({ comparison, names }: ComparisonViewProps) {
  const { difference, interval, pValue, method, shared, smallestDifference, verdict } = comparison;
  const intervalText = `${signed(interval.low)} to ${signed(interval.high)} points`;
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
            label={`Difference ${signed(difference)} points, 95 % interval ${intervalText}`}
            difference={difference}
            low={interval.low}
            high={interval.high}
          />
          <p className="text-sm text-ink-2">
            {names.right} compared to {names.left}: <strong className="text-ink">{signed(difference)} points</strong>,
            95 % interval {intervalText}, p {pValue < 0.001 ? "< 0.001" : `= ${pValue.toFixed(3)}`} ({method}), {shared}{" "}
            shared exercises. Differences below {Math.round(smallestDifference)} points cannot be detected with this
            many.
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

interface FlipsProps {
  readonly exercises: RunComparison["exercises"];
  readonly names: RunNames;
}

/** Exercises with different results in the two runs. */
function Flips({ exercises, names }: FlipsProps) {
  const flips = exercises.filter(({ a, b }) => a !== null && b !== null && a !== b);
  return (
    <Card title={`Solved differently: ${flips.length}`}>
      {flips.length === 0 ? (
        <p className="p-4 text-center text-sm text-ink-3">Both runs solve the same exercises.</p>
      ) : (
        <div className="p-4">
          <DataTable
            caption="Exercises solved differently"
            columns={["Exercise", names.left, names.right]}
            rows={flips.map(({ language, exercise, a, b }) => [`${language}/${exercise}`, share(a), share(b)])}
          />
        </div>
      )}
    </Card>
  );
}

function share(rate: number | null): string {
  return rate === 1 ? "solved" : rate === 0 ? "not solved" : rate === null ? "–" : `${Math.round(rate * 100)} %`;
}

function LanguageDifferences({ languages }: Pick<RunComparison, "languages">) {
  if (languages.length === 0) return null;
  return (
    <Card title="By language">
      <div className="p-4">
        <DataTable
          caption="Differences by language"
          columns={["Language", "Difference, points", "p (adjusted for multiple comparisons)"]}
          rows={languages.map(({ language, difference, pValue }) => [language, signed(difference), pValue.toFixed(3)])}
        />
      </div>
    </Card>
  );
}

interface ConfigurationChangesProps {
  readonly changes: RunComparison["changes"];
  readonly names: RunNames;
}

/** Differences between the requests of the two runs. */
function ConfigurationChanges({ changes, names }: ConfigurationChangesProps) {
  return (
    <Card title="Configuration differences">
      {changes.length === 0 ? (
        <p className="p-4 text-center text-sm text-ink-3">None: any difference is due to chance or the model.</p>
      ) : (
        <div className="p-4">
          <DataTable
            caption="Configuration differences between the runs"
            columns={["Setting", names.left, names.right]}
            rows={changes.map(({ key, a, b }) => [key, format(a), format(b)])}
          />
        </div>
      )}
    </Card>
  );
}

function format(value: unknown): string {
  if (value === undefined || value === null) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}

interface RunNames {
  readonly left: string;
  readonly right: string;
}

/** `+3.4`, `−2`, `0`. */
function signed(points: number): string {
  const rounded = Math.round(points * 10) / 10;
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${Math.abs(rounded)}` : "0";
}
