import type { RunComparison } from "@roo-code/types/api";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../charts/data-table.tsx";
import type { RunNames } from "./run-names.ts";

export interface FlipsProps {
  readonly exercises: RunComparison["exercises"];
  readonly names: RunNames;
}

/** Exercises that the two runs solve differently: where to look. */
export function Flips({ exercises, names }: FlipsProps) {
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
  return rate === 1 ? "solved" : rate === 0 ? "not" : rate === null ? "–" : `${Math.round(rate * 100)} %`;
}
