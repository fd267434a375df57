import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@roo-code/testkit/until";
import { describe, expect, it } from "vitest";
import { exerciseOf, fixture, gradingTimeout, runTestTrial } from "../../test/trials.ts";
import type { AgentInput, AgentOutcome } from "../trial-agent.ts";
import { checkAgent } from "./check-agent.ts";
import { createCommandAgent } from "./command-agent.ts";
import { canConfineAgents } from "./confine/confine-agent.ts";

const prompt = 'Say "it\'s" $HOME\nand `more`.';

interface WorkResult extends AgentOutcome {
  readonly log: string;
  /** The text of a file in its folder. */
  textOf(name: string): string;
}

async function work(line: string, input: Partial<AgentInput> = {}): Promise<WorkResult> {
  const scratch = mkdtempSync(join(tmpdir(), "roo-agent-"));
  const [folder, artifacts] = [join(scratch, "work"), join(scratch, "artifacts")];
  for (const each of [folder, artifacts, join(scratch, "answers")]) mkdirSync(each);
  writeFileSync(join(scratch, "answers/example.txt"), "the answer");
  try {
    const outcome = await createCommandAgent(line).work({
      folder,
      artifacts,
      prompt,
      exercise: { language: "python", name: "double-up" },
      limits: { seconds: 60 },
      signal: new AbortController().signal,
      hidden: [join(scratch, "answers")],
      observe: () => undefined,
      ...input,
    });
    const texts = new Map(
      ["out.txt", "seen.txt"].map((name) => [
        name,
        existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "",
      ]),
    );
    return {
      ...outcome,
      log: readFileSync(join(artifacts, "agent.log"), "utf8"),
      textOf: (name) => texts.get(name) ?? "",
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

describe.skipIf(!(await canConfineAgents()))("a command agent (needs bwrap)", () => {
  it.each([
    ["its input", "cat > out.txt"],
    ["an argument", "printf %s {prompt} > out.txt; cat >> out.txt"],
    ["a file", "cat {prompt-file} > out.txt"],
    ["the environment", 'printf %s "$ROO_PROMPT" > out.txt'],
    ["a file named in the environment", 'cat "$ROO_PROMPT_FILE" > out.txt'],
  ])("gets the prompt as %s", { timeout: gradingTimeout }, async (_, line) => {
    expect((await work(line)).textOf("out.txt")).toBe(prompt);
  });

  it("keeps its output in a log", { timeout: gradingTimeout }, async () => {
    const outcome = await work("echo one; echo two >&2");
    expect(outcome).toMatchObject({ error: null, limit: null, commands: ["echo one; echo two >&2"] });
    expect(outcome.failure).toBeUndefined();
    expect(outcome.log).toContain("one\n");
    expect(outcome.log).toContain("two\n");
  });

  it(
    "is an error of the trial when it fails without changes, and is graded when it has changes",
    async () => {
      const exercise = await exerciseOf(fixture("exercism"), "python/double-up");
      const run = (line: string) => runTestTrial({ exercise, agent: createCommandAgent(line) });
      const failing = "echo 'Error: 401 Unauthorized' >&2; echo started > agent.log; touch .agent-history; exit 1";
      expect(await run(failing)).toMatchObject({
        verdict: "error",
        error: { code: "agent_failed", message: expect.stringContaining("exited with 1") },
      });
      expect((await run(failing)).error?.message).toContain("401 Unauthorized");
      expect(await run("kill -9 $$")).toMatchObject({ verdict: "error", error: { code: "agent_failed" } });
      expect(await run("echo 'def double(number): pass' > double_up.py; exit 1")).toMatchObject({ verdict: "failed" });
      expect(await run("true")).toMatchObject({ verdict: "failed", error: null });
    },
    gradingTimeout,
  );

  it.each(["turns", "tokens", "cost"])("is not started with a limit of %s, which cannot be enforced", async (cap) => {
    const exercise = await exerciseOf(fixture("exercism"), "python/double-up");
    const limits = { seconds: 60, [cap]: 1 };
    const outcome = await runTestTrial({ exercise, agent: createCommandAgent("touch started"), limits });
    expect(outcome).toMatchObject({ verdict: "error", diff: "", error: { code: "cap_not_countable" } });
    await expect(checkAgent({ agent: "command:x", trialLimits: { [cap]: 1 }, runLimits: {} })).rejects.toMatchObject({
      code: "cap_not_countable",
    });
  });

  it("is an error when the program does not exist", { timeout: gradingTimeout }, async () => {
    expect(await work("no-such-program-here {prompt}")).toMatchObject({ error: { code: "agent_not_found" } });
  });

  it("cannot see hidden folders, but can see the system and its tools", {
    timeout: gradingTimeout,
  }, async () => {
    const outcome = await work(
      "ls ../answers > seen.txt; cat ../answers/example.txt >> seen.txt; ls -d /usr/bin >> seen.txt; echo x > ../answers/new; true",
    );
    expect(outcome.textOf("seen.txt")).toBe("/usr/bin\n");
  });

  it("is ended with all its processes at its time limit", { timeout: gradingTimeout }, async () => {
    const controller = new AbortController();
    const marker = mkdtempSync(join(tmpdir(), "roo-marker-"));
    const beat = `while true; do date +%s%N > ${marker}/beat; sleep 0.1; done`;
    const working = work(`setsid sh -c '${beat}' & (${beat}) & wait`, { signal: controller.signal });
    await until(() => existsSync(join(marker, "beat")));
    controller.abort();
    await working;
    const last = readFileSync(join(marker, "beat"), "utf8");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(readFileSync(join(marker, "beat"), "utf8")).toBe(last);
    rmSync(marker, { recursive: true });
  });

  it("passes when it solves the exercise", { timeout: gradingTimeout }, async () => {
    const exercise = await exerciseOf(fixture("exercism"), "python/double-up");
    const solving = createCommandAgent(
      "grep -q doubles {prompt-file} && printf 'def double(number):\\n    return number + number if number != \"x\" else number + 1\\n' > double_up.py",
    );
    expect(await runTestTrial({ exercise, agent: solving })).toMatchObject({ verdict: "passed", flags: [] });
  });
});
