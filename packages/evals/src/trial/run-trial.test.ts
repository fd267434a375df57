import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  exerciseOf,
  fixture,
  gradingTimeout,
  home,
  isConfined,
  runTestTrial,
  scriptedAgent,
} from "../../test/trials.ts";
import { nullAgent } from "../agents/null-agent.ts";
import type { Exercise } from "../exercise.ts";
import { loadSuite } from "../suites/load-suite.ts";
import type { AgentInput, TrialAgent } from "../trial-agent.ts";
import { applyReference } from "./exercise-copy.ts";
import { noMetrics } from "./metrics.ts";
import { openSealedWorkspace } from "./sealed-workspace.ts";

const exercise = await exerciseOf(fixture("exercism"), "python/double-up");
const solution = "def double(number):\n    return number + 0 + number\n";

function agent(
  work: (input: AgentInput) => unknown,
  more: Partial<Awaited<ReturnType<TrialAgent["work"]>>> = {},
): TrialAgent {
  return {
    name: "test",
    async work(input) {
      await work(input);
      return { metrics: { ...noMetrics, tokensIn: 10, turns: 1 }, limit: null, error: null, toolErrors: [], ...more };
    },
  };
}

const solver = (solved: Exercise = exercise): TrialAgent =>
  agent(({ folder, signal }) => applyReference(solved, { folder, home, signal }));

describe("the agent's copy", () => {
  const look = async (tests: "hidden" | "visible"): Promise<readonly string[]> => {
    let seen: readonly string[] = [];
    const looking = agent(({ folder }) => {
      seen = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
    });
    await runTestTrial({ exercise, agent: looking, tests });
    return seen;
  };

  it("contains only the given files: no tests, answers, prose or history", {
    timeout: gradingTimeout,
  }, async () => {
    expect(await look("hidden")).toEqual(["double_up.py", "helper.py"]);
  });

  it("contains the tests if they are visible", { timeout: gradingTimeout }, async () => {
    expect(await look("visible")).toEqual(["double_up.py", "double_up_test.py", "helper.py"]);
  });

  it("is prepared by the exercise's setup", { timeout: gradingTimeout }, async () => {
    const prepared = await exerciseOf(fixture("own"), "shell/junit-answer");
    let seen: readonly string[] = [];
    const looking = agent(({ folder }) => {
      seen = readdirSync(folder).toSorted();
      writeFileSync(join(folder, "answer.txt"), "42\n");
    });
    const outcome = await runTestTrial({ exercise: prepared, agent: looking });
    expect(seen).toEqual(["answer.txt", "check.sh", "prepared.txt"]);
    expect(outcome).toMatchObject({ verdict: "passed", tests: { expected: 1, passed: 1 } });
    expect(outcome.diff).not.toContain("prepared.txt");
  });

  it("comes with the prompts of run and exercise, and the hidden folders", {
    timeout: gradingTimeout,
  }, async () => {
    let seen: AgentInput | undefined;
    await runTestTrial({
      exercise,
      agent: agent((input) => (seen = input)),
      prompt: "Do well.",
      hidden: ["/elsewhere"],
    });
    expect(seen?.prompt).toMatch(/^Do well\.\n\n# Introduction\n/);
    expect(seen?.hidden).toEqual([exercise.folder, expect.stringContaining("roo-trial-"), "/elsewhere"]);
    expect(seen?.exercise).toEqual({ language: "python", name: "double-up" });
  });
});

describe("a verdict", () => {
  it("is passed for the reference, and failed without changes", { timeout: gradingTimeout }, async () => {
    const passed = await runTestTrial({ exercise, agent: solver() });
    expect(passed).toMatchObject({ verdict: "passed", error: null, limit: null, flags: [] });
    expect(passed.tests).toEqual({ expected: 3, passed: 3, failed: 0, skipped: 0 });
    const failed = await runTestTrial({ exercise, agent: nullAgent });
    expect(failed).toMatchObject({
      verdict: "failed",
      error: null,
      tests: { expected: 3, passed: 0, failed: 3 },
      diff: "",
    });
  });

  it("is failed if a solution does not load, is deleted or is not a file", { timeout: gradingTimeout }, async () => {
    for (const spoil of [
      (file: string) => writeFileSync(file, "def double(:\n"),
      (file: string) => rmSync(file),
      (file: string) => {
        rmSync(file);
        symlinkSync(join(exercise.folder, ".meta/example.py"), file);
      },
    ]) {
      const outcome = await runTestTrial({
        exercise,
        agent: agent(({ folder }) => spoil(join(folder, "double_up.py"))),
      });
      expect(outcome).toMatchObject({ verdict: "failed", error: null });
    }
  });

  it("is limit if the time limit was reached and the result does not pass", { timeout: gradingTimeout }, async () => {
    const slow = agent(({ signal }) => sleep(60_000, undefined, { signal }).catch(() => undefined));
    const outcome = await runTestTrial({ exercise, agent: slow, limits: { seconds: 0.2 } });
    expect(outcome).toMatchObject({ verdict: "limit", limit: "time", tests: { passed: 0 } });
  });

  it("is passed if the time limit was reached and the result passes", { timeout: gradingTimeout }, async () => {
    const slow = agent(async ({ folder, signal }) => {
      await applyReference(exercise, { folder, home, signal });
      await sleep(600_000, undefined, { signal }).catch(() => undefined);
    });
    const outcome = await runTestTrial({ exercise, agent: slow, limits: { seconds: 2 } });
    expect(outcome).toMatchObject({ verdict: "passed", limit: "time" });
  });

  it("includes a limit that the agent reports", { timeout: gradingTimeout }, async () => {
    const outcome = await runTestTrial({ exercise, agent: agent(() => undefined, { limit: "cost" }) });
    expect(outcome).toMatchObject({ verdict: "limit", limit: "cost" });
  });

  it("is error for an agent that cannot start, without grading", { timeout: gradingTimeout }, async () => {
    const error = { code: "no_key", message: "There is no key." };
    const reported = await runTestTrial({ exercise, agent: agent(() => undefined, { error }) });
    expect(reported).toMatchObject({ verdict: "error", error, tests: null, gradingMs: 0 });
    const thrown = await runTestTrial({
      exercise,
      agent: agent(() => {
        throw new Error("crash");
      }),
    });
    expect(thrown).toMatchObject({ verdict: "error", error: { code: "agent_crashed", message: "crash" } });
  });

  it("is error for a cancelled trial", { timeout: gradingTimeout }, async () => {
    const controller = new AbortController();
    const cancelling = agent(() => controller.abort());
    const outcome = await runTestTrial({ exercise, agent: cancelling, signal: controller.signal });
    expect(outcome).toMatchObject({ verdict: "error", error: { code: "cancelled" } });
  });
});

describe("a trial is an error, not a failure,", () => {
  it("for a missing toolchain", { timeout: gradingTimeout }, async () => {
    const java = await exerciseOf(fixture("exercism"), "java/double-up");
    process.env["ROO_JAVA_LIBRARIES"] = tmpdir();
    try {
      const outcome = await runTestTrial({ exercise: java, agent: nullAgent });
      expect(outcome).toMatchObject({ verdict: "error", error: { code: "toolchain_missing" }, tests: null });
    } finally {
      delete process.env["ROO_JAVA_LIBRARIES"];
    }
  });

  it("if grading takes too long for the reference as well", { timeout: gradingTimeout }, async () => {
    const hanging = { ...exercise, gradingSeconds: 2, reference: [] };
    const sleeping = agent(({ folder }) =>
      writeFileSync(join(folder, "double_up.py"), "import time\ntime.sleep(3600)\n"),
    );
    const without = await runTestTrial({ exercise: hanging, agent: sleeping });
    expect(without).toMatchObject({ verdict: "error", error: { code: "grading_time" } });
    const slowToo = { ...exercise, gradingSeconds: 0.001 };
    const both = await runTestTrial({ exercise: slowToo, agent: sleeping });
    expect(both).toMatchObject({
      verdict: "error",
      error: { code: "grading_time", message: expect.stringContaining("reference") },
    });
  });

  it("but not for a solution that hangs if the reference passes", { timeout: gradingTimeout }, async () => {
    const hanging = { ...exercise, gradingSeconds: 15 };
    const sleeping = agent(({ folder }) =>
      writeFileSync(join(folder, "double_up.py"), "import time\ntime.sleep(3600)\n"),
    );
    const outcome = await runTestTrial({ exercise: hanging, agent: sleeping });
    expect(outcome).toMatchObject({ verdict: "failed", error: null, tests: { expected: 3, failed: 3 } });
  });

  it("without tests", { timeout: gradingTimeout }, async () => {
    const outcome = await runTestTrial({ exercise: { ...exercise, tests: ["helper.py"] }, agent: nullAgent });
    expect(outcome).toMatchObject({ verdict: "error", error: { code: "no_tests" } });
  });

  it("for too much memory only if the reference needs as much", { timeout: gradingTimeout }, async (context) => {
    const workspace = openSealedWorkspace({ root: fixture("own"), home });
    const { limits } = await workspace.enforcement();
    if (limits !== "cgroup") context.skip("needs control groups");
    const hungry = `${solution}\nx = b"x" * (1 << 30)\n`;
    const greedy = agent(({ folder }) => writeFileSync(join(folder, "double_up.py"), hungry));
    const outcome = await runTestTrial({ exercise, agent: greedy, memoryBytes: 256 * 1024 ** 2 });
    expect(outcome).toMatchObject({ verdict: "failed", error: null });
    const { reference: _, ...rest } = exercise;
    const unknown = await runTestTrial({
      exercise: { ...rest, reference: [] },
      agent: greedy,
      memoryBytes: 256 * 1024 ** 2,
    });
    expect(unknown).toMatchObject({ verdict: "error", error: { code: "grading_memory" } });
  });
});

describe("tests after the first try", () => {
  it("are shown once after a failure, for a second try in the same folder", { timeout: gradingTimeout }, async () => {
    const inputs: AgentInput[] = [];
    const learning = agent(async (input) => {
      inputs.push(input);
      writeFileSync(join(input.folder, `try-${inputs.length}.txt`), "");
      if (inputs.length === 2) await applyReference(exercise, { folder: input.folder, home, signal: input.signal });
    });
    const outcome = await runTestTrial({ exercise, agent: learning, tests: "after-first-try" });
    expect(outcome).toMatchObject({ verdict: "passed", metrics: { tokensIn: 20, turns: 2 } });
    expect(inputs).toHaveLength(2);
    expect(inputs[1]?.prompt).toContain("AssertionError: None != 2");
    expect(inputs[1]?.firstTry).toMatchObject({ metrics: { tokensIn: 10 } });
    expect(outcome.diff).toContain("try-1.txt");
  });

  it("are not shown after a pass, and there is no third try", { timeout: gradingTimeout }, async () => {
    let count = 0;
    const counting = (work: TrialAgent): TrialAgent => ({
      ...work,
      work: (input) => {
        count += 1;
        return work.work(input);
      },
    });
    const first = await runTestTrial({ exercise, agent: counting(solver()), tests: "after-first-try" });
    expect([first.verdict, count]).toEqual(["passed", 1]);
    const never = await runTestTrial({ exercise, agent: counting(nullAgent), tests: "after-first-try" });
    expect([never.verdict, count]).toEqual(["failed", 3]);
  });
});

describe("the artifacts of a trial", () => {
  it("contain the diff, the tree and the output of grading", { timeout: gradingTimeout }, async () => {
    const busy = await scriptedAgent(
      { write: "double_up.py", text: solution },
      { write: "words.txt", text: "one\n" },
      { run: "printf '\\0\\1' > data.bin; rm helper.py" },
    );
    let files: readonly string[] = [];
    let tree: Record<string, string> = {};
    const outcome = await runTestTrial({ exercise, agent: busy }, (scratch) => {
      files = readdirSync(join(scratch, "artifacts")).toSorted();
      tree = JSON.parse(readFileSync(join(scratch, "artifacts/tree.json"), "utf8"));
    });
    expect(files).toEqual(["changes.diff", "grading.json", "grading.txt", "tree.json"]);
    expect(Object.keys(tree)).toEqual(["data.bin", "double_up.py", "words.txt"]);
    expect(outcome.diff).toContain("-    pass\n+    return number + 0 + number\n");
    expect(outcome.diff).toContain("+++ b/words.txt");
    expect(outcome.diff).toContain("Binary file data.bin added, 2 bytes");
    expect(outcome.diff).toContain("--- a/helper.py");
    expect(outcome.flags).toContain("changes-protected: helper.py");
  });
});

describe("grading", () => {
  it(
    "excludes exercises that pass untouched without running the agent",
    async () => {
      const good = await exerciseOf(fixture("broken"), "python/good");
      let calls = 0;
      const counting = agent(() => (calls += 1));
      for (let times = 0; times < 2; times += 1)
        expect(await runTestTrial({ exercise: good, agent: counting })).toMatchObject({
          verdict: "excluded",
          error: null,
        });
      expect(await runTestTrial({ exercise, agent: counting })).toMatchObject({ verdict: "failed" });
      expect(calls).toBe(1);
    },
    gradingTimeout,
  );

  it("never writes to the exercise", { timeout: gradingTimeout }, async () => {
    const before = readdirSync(exercise.folder, { recursive: true });
    await runTestTrial({ exercise, agent: solver() });
    expect(readdirSync(exercise.folder, { recursive: true })).toEqual(before);
  });

  it.skipIf(!isConfined)(
    "reads the results of Harbor's tests at their paths (needs bwrap)",
    { timeout: gradingTimeout },
    async () => {
      const { exercises } = await loadSuite(fixture("harbor"));
      const greet = exercises[0] as Exercise;
      expect((await runTestTrial({ exercise: greet, agent: solver(greet) })).verdict).toBe("passed");
      expect((await runTestTrial({ exercise: greet, agent: nullAgent })).verdict).toBe("failed");
      expect(existsSync("/app")).toBe(false);
    },
  );

  it("counts the results of a grading command", { timeout: gradingTimeout }, async () => {
    const tap = await exerciseOf(fixture("own"), "shell/tap-answer");
    const passed = await runTestTrial({ exercise: tap, agent: solver(tap) });
    expect(passed).toMatchObject({ verdict: "passed", tests: { expected: 2, passed: 2 } });
    const half = agent(({ folder }) => writeFileSync(join(folder, "answer.txt"), "41\n"));
    expect(await runTestTrial({ exercise: tap, agent: half })).toMatchObject({
      verdict: "failed",
      tests: { expected: 2, passed: 1, failed: 1 },
    });
  });
});
