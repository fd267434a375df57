import type { RunSummary } from "@roo-code/types/api";
import { Card } from "../../../ui/card.tsx";
import { ChartFrame } from "../../charts/chart-frame.tsx";
import { IntervalBar, spanText } from "../../charts/interval-bar.tsx";

/** Pass rates by language, each with its interval. */
export function LanguageRates({ languages }: Pick<RunSummary, "languages">) {
  const rows = languages.map(({ language, passed, graded, rate, interval }) => [
    language,
    `${passed} of ${graded}`,
    rate === null ? "–" : spanText({ rate, ...interval }),
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
