import type { GraderReport } from "../grader.ts";

/** JUnit's XML, as most test runners write it. null where it is not well-formed or holds no test. */
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
  const count = (wanted: string): number => tests.filter(({ outcome }) => outcome === wanted).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}
