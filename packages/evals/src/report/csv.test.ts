import { expect, test } from "vitest";
import { metrics, run, trial, trials } from "../../test/eval-runs.ts";
import { renderCsv } from "./csv.ts";

test("one line for each trial of each run, with stable column names", () => {
  const lines = renderCsv([
    { run: run({ id: 1 }), trials: trials({ "go/a": "pc" }) },
    { run: run({ id: 2 }), trials: trials({ "go/a": "e", "go/b": "w" }, 2) },
  ]).split("\n");
  expect(lines[0]).toBe(
    "run,trial,language,exercise,iteration,attempts,status,verdict,outcome,limit,error_code,error_message,tests_expected,tests_passed,tests_failed,tests_skipped,cost,duration_ms,turns,tokens_in,tokens_out,tokens_context,cache_writes,cache_reads,tool_attempts,tool_failures,flags,started_at,finished_at",
  );
  expect(lines.slice(1).map((line) => line.split(",").slice(7, 9).join(" "))).toEqual([
    "passed passed",
    "voided voided",
    "error error",
    " unfinished",
    "",
  ]);
});

test("numbers are not rounded, unknown ones are empty, tools are summed", () => {
  const [, line] = renderCsv([
    {
      run: run(),
      trials: [
        trial({
          id: 7,
          metrics: metrics({
            cost: null,
            toolUsage: { read_file: { attempts: 2, failures: 1 }, apply_diff: { attempts: 3, failures: 1 } },
          }),
        }),
      ],
    },
  ]).split("\n");
  expect(line).toBe(
    "1,7,go,two-fer,1,1,finished,passed,passed,,,,3,3,0,0,,30000,4,1000,100,900,0,0,5,2,,2025-03-01T10:00:00.000Z,2025-03-01T10:01:00.000Z",
  );
});

test("names are quoted and never become formulas", () => {
  const hostile = trial({ exercise: '=HYPERLINK("http://x","y")', flags: ['a, "b"', "+1\nsecond line"] });
  const text = renderCsv([{ run: run(), trials: [hostile] }]);
  expect(text).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
  expect(text).toContain(`"a, ""b""; +1\nsecond line"`);
});
