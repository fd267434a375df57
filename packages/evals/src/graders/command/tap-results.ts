import type { GraderReport } from "../grader.ts";

const point = /^(not )?ok\b(.*)$/;
const putOff = /#\s*(skip|todo)/i;

/** The Test Anything Protocol. Indented lines are parts of a test; a plan that was not kept is a failure. */
export function readTap(text: string): GraderReport["tests"] {
  const points = text.split("\n").flatMap((line) => {
    const found = point.exec(line);
    return found ? [{ isOk: found[1] === undefined, isPutOff: putOff.test(found[2] ?? "") }] : [];
  });
  if (points.length === 0) return null;
  const skipped = points.filter(({ isPutOff }) => isPutOff).length;
  const passed = points.filter(({ isOk, isPutOff }) => isOk && !isPutOff).length;
  const planned = Number(/^1\.\.(\d+)/m.exec(text)?.[1] ?? points.length);
  const isBroken = planned !== points.length || /^Bail out!/m.test(text);
  return { passed, failed: points.length - skipped - passed + (isBroken ? 1 : 0), skipped };
}
