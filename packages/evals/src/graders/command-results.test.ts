import { describe, expect, it } from "vitest";
import { readJunit, readReward, readTap } from "./command-results.ts";

describe("JUnit XML", () => {
  it("is counted test by test", async () => {
    const text = `<?xml version="1.0"?>
<testsuites><testsuite name="a" tests="99">
  <testcase name="1"/><testcase name="2"><failure message="&lt;no&gt;">text</failure></testcase>
  <testcase name="3"><error/></testcase><testcase name="4"><skipped/></testcase><testcase name="5"><system-out>failure</system-out></testcase>
</testsuite></testsuites>`;
    expect(await readJunit(text)).toEqual({ passed: 2, failed: 2, skipped: 1 });
  });

  it("is null if it is truncated or has no test", async () => {
    expect(await readJunit("<testsuite><testcase/>")).toBeNull();
    expect(await readJunit("<testsuite/>")).toBeNull();
    expect(await readJunit("all passed")).toBeNull();
  });
});

describe("the Test Anything Protocol", () => {
  it("is counted point by point", () => {
    const text = "TAP version 14\n1..4\nok 1 - a\n    ok 1 - part\nnot ok 2\nok 3 # SKIP later\nnot ok 4 # TODO soon\n";
    expect(readTap(text)).toEqual({ passed: 1, failed: 1, skipped: 2 });
  });

  it("fails if the plan was not met, or on a bailout", () => {
    expect(readTap("1..3\nok 1\nok 2\n")).toEqual({ passed: 2, failed: 1, skipped: 0 });
    expect(readTap("ok 1\nBail out! no disk\n")).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(readTap("everything is ok\n")).toBeNull();
  });
});

describe("a reward", () => {
  it("passes only if it is complete", () => {
    expect(readReward("1\n")).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(readReward("0.9")).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(readReward('{"style": 1, "tests": 0.5}')).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(readReward("")).toBeNull();
    expect(readReward("passed")).toBeNull();
  });
});
