import type { GraderReport } from "./grader.ts";

/** JUnit XML, as most test runners write it. null when it is not well-formed or has no test. */
export async function readJunit(text: string): Promise<GraderReport["tests"]> {
  const { SaxesParser } = await import("saxes");
  const tests: { outcome: "passed" | "failed" | "skipped" }[] = [];
  const parser = new SaxesParser();
  let isBroken = false;
  parser.on("error", () => {
    isBroken = true;
  });
  parser.on("opentag", ({ name }) => {
    const current = tests.at(-1);
    if (name === "testcase") tests.push({ outcome: "passed" });
    else if (current && (name === "failure" || name === "error")) current.outcome = "failed";
    else if (current && name === "skipped" && current.outcome === "passed") current.outcome = "skipped";
  });
  parser.write(text).close();
  if (isBroken || tests.length === 0) return null;
  const count = (kind: string): number => tests.filter(({ outcome }) => outcome === kind).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

const point = /^(not )?ok\b(.*)$/;
const skippedOrTodo = /#\s*(skip|todo)/i;

/** The Test Anything Protocol. Indented lines are subtests; a plan that was not met is a failure. */
export function readTap(text: string): GraderReport["tests"] {
  const points = text.split("\n").flatMap((line) => {
    const found = point.exec(line);
    return found ? [{ isOk: found[1] === undefined, isSkipped: skippedOrTodo.test(found[2] ?? "") }] : [];
  });
  if (points.length === 0) return null;
  const skipped = points.filter(({ isSkipped }) => isSkipped).length;
  const passed = points.filter(({ isOk, isSkipped }) => isOk && !isSkipped).length;
  const planned = Number(/^1\.\.(\d+)/m.exec(text)?.[1] ?? points.length);
  const isBroken = planned !== points.length || /^Bail out!/m.test(text);
  return { passed, failed: points.length - skipped - passed + (isBroken ? 1 : 0), skipped };
}

/** A number, or JSON with numbers: 1 passes, anything less fails. */
export function readReward(text: string): GraderReport["tests"] {
  const rewards = numbersIn(text.trim());
  if (rewards.length === 0) return null;
  const passed = rewards.filter((reward) => reward >= 1).length;
  return { passed, failed: rewards.length - passed, skipped: 0 };
}

function numbersIn(text: string): readonly number[] {
  if (text === "") return [];
  try {
    const parsed: unknown = JSON.parse(text);
    const values: readonly unknown[] = typeof parsed === "object" && parsed !== null ? Object.values(parsed) : [parsed];
    return values.filter((value) => typeof value === "number");
  } catch {
    return [];
  }
}
