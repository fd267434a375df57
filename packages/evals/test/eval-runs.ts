import type { EvalRun, EvalRunRequest, EvalTrial, TrialMetrics } from "@roo-code/types";

let lastId = 0;

export function trial(differences: Partial<EvalTrial> = {}): EvalTrial {
  lastId += 1;
  return {
    id: lastId,
    runId: 1,
    language: "go",
    exercise: "two-fer",
    iteration: 1,
    attempts: 1,
    status: "finished",
    verdict: "passed",
    limit: null,
    error: null,
    tests: { expected: 3, passed: 3, failed: 0, skipped: 0 },
    metrics: metrics(),
    flags: [],
    startedAt: "2025-03-01T10:00:00.000Z",
    finishedAt: "2025-03-01T10:01:00.000Z",
    ...differences,
  };
}

export function metrics(differences: Partial<TrialMetrics> = {}): TrialMetrics {
  return {
    tokensIn: 1000,
    tokensOut: 100,
    tokensContext: 900,
    cacheWrites: 0,
    cacheReads: 0,
    cost: 0.01,
    turns: 4,
    duration: 30_000,
    toolUsage: { read_file: { attempts: 2, failures: 0 } },
    ...differences,
  };
}

/** One trial for each letter of each exercise: `p`assed, `f`ailed, `l`imit, `e`rror, `c`heated, `n`oted (passed with a flag), `u`ntouched, `w`aiting. */
export function trials(exercises: Readonly<Record<string, string>>, runId = 1): EvalTrial[] {
  return Object.entries(exercises).flatMap(([key, letters]) => {
    const [language = "", exercise = ""] = key.split("/");
    return letters
      .split("")
      .map((letter, index) => trial({ runId, language, exercise, iteration: index + 1, ...outcomeOf(letter) }));
  });
}

/** Exercises `go/e1`, `go/e2`, … with one trial each. */
export function oneTrialEach(letters: string, language = "go"): EvalTrial[] {
  return trials(Object.fromEntries(letters.split("").map((letter, index) => [`${language}/e${index + 1}`, letter])));
}

export function run(
  differences: Partial<Omit<EvalRun, "request">> & { request?: Partial<EvalRunRequest> } = {},
): EvalRun {
  return {
    id: 1,
    name: null,
    description: null,
    model: "fake/model",
    status: "finished",
    counts: { total: 0, waiting: 0, running: 0, passed: 0, failed: 0, limit: 0, voided: 0, excluded: 0, error: 0 },
    passRate: { passed: 0, graded: 0, rate: null, interval: { low: 0, high: 1 } },
    tokensIn: 0,
    tokensOut: 0,
    cost: 0,
    createdAt: "2025-03-01T10:00:00.000Z",
    finishedAt: "2025-03-01T11:00:00.000Z",
    ...differences,
    request: {
      suite: "roo-mini",
      agent: "roo",
      settings: {},
      tests: "hidden",
      iterations: 1,
      concurrency: 2,
      timeoutMinutes: 30,
      trialLimits: {},
      runLimits: {},
      ...differences.request,
    },
  };
}

function outcomeOf(letter: string): Partial<EvalTrial> {
  switch (letter) {
    case "p":
      return { verdict: "passed" };
    case "f":
      return { verdict: "failed" };
    case "l":
      return { verdict: "limit", limit: "time" };
    case "e":
      return { verdict: "error", error: { code: "toolchain_missing", message: "go is not installed" }, metrics: null };
    case "c":
      return { verdict: "voided", flags: ["altered-tests: two_fer_test.go"] };
    case "n":
      return { verdict: "passed", flags: ["adds-config: own_test.go"] };
    case "u":
      return { verdict: "excluded", tests: null, metrics: null };
    case "w":
      return { verdict: null, status: "waiting", metrics: null, finishedAt: null };
    default:
      throw new RangeError(`unknown letter ${letter}`);
  }
}
