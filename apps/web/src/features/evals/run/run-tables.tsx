import type { EvalRun } from "@roo-code/types";
import type { RunSummary } from "@roo-code/types/api";
import { Card } from "../../../ui/card.tsx";
import { ChartFrame } from "../../charts/chart-frame.tsx";
import { DataTable } from "../../charts/data-table.tsx";
import { formatInterval, IntervalBar } from "../../charts/interval-bar.tsx";

/** Pass rates by language, each with its interval. */
export function LanguageRates({ languages }: Pick<RunSummary, "languages">) {
  const rows = languages.map(({ language, passed, graded, rate, interval }) => [
    language,
    `${passed} of ${graded}`,
    rate === null ? "–" : formatInterval({ rate, ...interval }),
  ]);
  return (
    <Card title="By language">
      <div className="p-4">
        <ChartFrame
          title="Pass rate, 0 to 100 %"
          table={{ columns: ["Language", "Solved", "Rate (95 % interval)"], rows }}
        >
          <ul className="flex flex-col gap-2">
            {languages.map(({ language, passed, graded, rate, interval }) => (
              <li key={language} className="grid grid-cols-[6rem_minmax(0,1fr)_4rem] items-center gap-3 text-xs">
                <span className="truncate">{language}</span>
                <IntervalBar label={language} rate={rate} low={interval.low} high={interval.high} />
                <span className="text-right text-ink-2 tabular-nums">
                  {passed}/{graded}
                </span>
              </li>
            ))}
          </ul>
        </ChartFrame>
      </div>
    </Card>
  );
}

/** Pass rates over repeated attempts, and flaky exercises. */
export function RepeatedAttempts({ passAt, flaky }: Pick<RunSummary, "passAt" | "flaky">) {
  if (passAt.length < 2 && flaky.length === 0) return null;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return (
    <Card title="Repeated attempts">
      <div className="flex flex-col gap-3 p-4">
        <DataTable
          caption="Results of repeated attempts"
          columns={["Attempts", "At least one passes", "All pass"]}
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

export function ToolFailures({ tools }: Pick<RunSummary, "tools">) {
  if (tools.length === 0) return null;
  const rows = tools
    .toSorted((a, b) => b.failures - a.failures || b.attempts - a.attempts)
    .map(({ tool, attempts, failures }) => [
      tool,
      String(attempts),
      String(failures),
      `${((failures / Math.max(1, attempts)) * 100).toFixed(1)} %`,
    ]);
  return (
    <Card title="Tools">
      <div className="p-4">
        <DataTable caption="Tool calls" columns={["Tool", "Calls", "Failed", "Share"]} rows={rows} />
      </div>
    </Card>
  );
}

/** The request of the run, so that it can be repeated. */
export function RunRequestCard({ run }: { readonly run: EvalRun }) {
  return (
    <Card>
      <details>
        <summary className="cursor-pointer px-4 py-3 text-sm text-ink-2">Configuration</summary>
        <pre className="max-h-80 overflow-auto border-t bg-sunken p-4 font-mono text-xs" tabIndex={0}>
          {JSON.stringify(run.request, null, 2)}
        </pre>
      </details>
    </Card>
  );
}
