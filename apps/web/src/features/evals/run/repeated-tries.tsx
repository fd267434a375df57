import type { RunSummary } from "@roo-code/types/api";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../charts/data-table.tsx";

/** What several tries tell: luck, and exercises that now pass and now fail. */
export function RepeatedTries({ passAt, flaky }: Pick<RunSummary, "passAt" | "flaky">) {
  if (passAt.length < 2 && flaky.length === 0) return null;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return (
    <Card title="Repeated attempts">
      <div className="flex flex-col gap-3 p-4">
        <DataTable
          caption="Of repeated attempts"
          columns={["Tries", "at least one passes", "all pass"]}
          rows={passAt.map(({ k, anyOf, allOf }) => [String(k), percent(anyOf), percent(allOf)])}
        />
        {flaky.length > 0 && (
          <p className="text-xs text-ink-2">
            Flaky:{" "}
            {flaky
              .map(({ language, exercise, passed, tried }) => `${language}/${exercise} (${passed} of ${tried})`)
              .join(", ")}
          </p>
        )}
      </div>
    </Card>
  );
}
