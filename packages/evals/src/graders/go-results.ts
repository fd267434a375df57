import * as z from "zod";

const eventSchema = z.object({
  Action: z.string(),
  Test: z.string().optional(),
  Output: z.string().optional(),
});

interface GoResults {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Printed text, except that of passed tests. */
  readonly output: string;
}

/** Parses `go test -json`. Subtests are part of their test. */
export function readGoResults(text: string): GoResults {
  const events = text.split("\n").map(parseEvent);
  const outcomes = events.filter(({ Test }) => Test !== undefined && !Test.includes("/")).map(({ Action }) => Action);
  const count = (action: string): number => outcomes.filter((outcome) => outcome === action).length;
  const passed = new Set(events.filter(({ Action }) => Action === "pass").map(({ Test }) => Test));
  return {
    passed: count("pass"),
    failed: count("fail"),
    skipped: count("skip"),
    output: events
      .filter(({ Test }) => Test === undefined || !passed.has(Test))
      .map(({ Output = "" }) => Output)
      .join(""),
  };
}

/** Lines that are not events come from the compiler. */
function parseEvent(line: string): z.infer<typeof eventSchema> {
  try {
    const parsed = eventSchema.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: the compiler's output.
  }
  return { Action: "output", Output: `${line}\n` };
}
