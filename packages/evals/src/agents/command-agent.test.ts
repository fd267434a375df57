import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@roo-code/testkit";
import { describe, expect, it } from "vitest";
import { exerciseOf, fixture, isConfined, slowly, tryOut } from "../../test/trials.ts";
import type { AgentOrder, AgentOutcome } from "../trial-agent.ts";
import { createCommandAgent } from "./command-agent.ts";

const prompt = 'Say "it\'s" $HOME\nand `more`.';

interface Worked extends AgentOutcome {
  readonly log: string;
  /** The text of a file that it left in its folder. */
  left(name: string): string;
}

async function work(line: string, order: Partial<AgentOrder> = {}): Promise<Worked> {
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
      ...order,
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
      left: (name) => texts.get(name) ?? "",
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

describe("a program as an agent", () => {
  it.each([
    ["its input", "cat > out.txt"],
    ["an argument", "printf %s {prompt} > out.txt; cat >> out.txt"],
    ["a file", "cat {prompt-file} > out.txt"],
    ["the environment", 'printf %s "$ROO_PROMPT" > out.txt'],
    ["a file that the environment names", 'cat "$ROO_PROMPT_FILE" > out.txt'],
  ])("gets the prompt as %s", { timeout: slowly }, async (_, line) => {
    expect((await work(line)).left("out.txt")).toBe(prompt);
  });

  it("has what it prints kept, and is graded however it exits", { timeout: slowly }, async () => {
    const outcome = await work("echo one; echo two >&2; exit 3");
    expect(outcome).toMatchObject({ error: null, limit: null, commands: ["echo one; echo two >&2; exit 3"] });
    expect(outcome.log).toContain("one\n");
    expect(outcome.log).toContain("two\n");
  });

  it("is an error when there is none", { timeout: slowly }, async () => {
    expect(await work("no-such-program-here {prompt}")).toMatchObject({ error: { code: "agent_not_found" } });
  });

  it.skipIf(!isConfined)(
    "does not find what is hidden from it, though all else is there (needs bwrap)",
    { timeout: slowly },
    async () => {
      const outcome = await work(
        "ls ../answers > seen.txt; cat ../answers/example.txt >> seen.txt; ls -d /usr/bin >> seen.txt; echo x > ../answers/new",
      );
      expect(outcome.left("seen.txt")).toBe("/usr/bin\n");
    },
  );

  it("is ended with everything it started when its time is up", { timeout: slowly }, async () => {
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

  it("passes when it solves the exercise", { timeout: slowly }, async () => {
    const exercise = await exerciseOf(fixture("exercism"), "python/double-up");
    const solving = createCommandAgent(
      "grep -q doubles {prompt-file} && printf 'def double(number):\\n    return number + number if number != \"x\" else number + 1\\n' > double_up.py",
    );
    expect(await tryOut({ exercise, agent: solving })).toMatchObject({ verdict: "passed", flags: [] });
  });
});
