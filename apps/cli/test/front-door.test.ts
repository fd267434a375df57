import { existsSync, readFileSync } from "node:fs";
import { servedAnthropic } from "@roo-code/testkit/wire/anthropic";
import { servedOllama } from "@roo-code/testkit/wire/ollama";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type NewMachine, newMachine } from "./front-door/new-machine.ts";
import { readmeCommands } from "./front-door/readme-commands.ts";
import { Terminal } from "./front-door/terminal.ts";
import { use, type Vendor, vendor } from "./front-door/vendor.ts";

/** Installing and building takes a slow machine minutes: only a bound in case it hangs. */
const installTimeoutMs = 30 * 60_000;

/** The steps of a new user, in the order of the README, with its commands. */
describe("the README", () => {
  const key = "sk-ant-fake-0123456789";
  let machine: NewMachine;
  let anthropic: Vendor;
  let ollama: Vendor;
  let commands: readonly string[];
  beforeAll(async () => {
    machine = newMachine();
    anthropic = await vendor(servedAnthropic);
    ollama = await vendor(servedOllama);
    commands = readmeCommands(machine.path("README.md"));
  });
  afterAll(async () => {
    machine[Symbol.dispose]();
    await anthropic[Symbol.asyncDispose]();
    await ollama[Symbol.asyncDispose]();
  });

  it("contains only commands that are tested here", () => {
    expect(commands).toEqual([
      "npm start",
      "npm test",
      // Run in release/pack/pack.test.ts, against a registry that has it.
      "npm install --global @roo-code/cli",
      "bin/roo demo",
      "export ANTHROPIC_API_KEY=…",
      'bin/roo run "explain what this project does"',
      'bin/roo run --provider ollama --model qwen3-coder "add a test for the parser and make it pass"',
      'bin/roo run --auto-approve edit,command --max-cost 0.50 --output json "make the tests pass"',
      "bin/roo tasks list",
      "bin/roo tasks resume <id>",
      "bin/roo undo",
    ]);
  });

  it("an unbuilt checkout says what to do", async () => {
    const { code, stderr } = await machine.type(command("bin/roo demo")).ended;
    expect([code, stderr]).toEqual([2, expect.stringContaining("npm start")]);
  });

  it("npm start installs without a warning, builds, and serves the workbench", {
    timeout: installTimeoutMs,
  }, async () => {
    const started = machine.type(`exec ${command("npm start")}`);
    const [, address = ""] = await started.prints(/^ready (\S+)$/m);
    const page = await fetch(address);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<title>Roo")]);
    started.child.kill("SIGTERM");
    const { stdout, stderr } = await started.ended;
    expect(stderr).toContain("» installing dependencies\n» building\n");
    expect(stdout + stderr).not.toMatch(/warn|deprecat|error/i);
  });

  it("npm test is the script that runs all of this", () => {
    const { scripts } = JSON.parse(readFileSync(machine.path("package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    expect(command("npm test")).toBe("npm test");
    const [program, script = ""] = scripts["test"]?.split(" ") ?? [];
    expect([program, existsSync(machine.path(script))]).toEqual(["node", true]);
  });

  it("the demo fixes a test, and shows that it failed and now passes", async () => {
    const { code, stdout, stderr } = await machine.type(command("bin/roo demo")).ended;
    expect(stderr).toMatch(/✗ execute_command .*exit code 1\b/);
    expect(stderr).toMatch(/✓ execute_command/);
    expect(stderr).toMatch(/completed · verified · /);
    expect([code, stdout]).toEqual([0, expect.stringContaining("tests pass")]);
  });

  it("a question is answered by the model whose key is set", async () => {
    anthropic.push(
      use("read_file", { path: "README.md" }),
      use("attempt_completion", { result: "It is an AI coding agent." }),
    );
    const { code, stdout, stderr } = await withKey(command(/^bin\/roo run "/)).ended;
    expect([code, stdout]).toEqual([0, "It is an AI coding agent.\n"]);
    expect(stderr).toContain("✓ read_file README.md");
    expect(anthropic.requests.at(-1)?.["x-api-key"]).toBe(key);
  });

  it("asks before anything is changed or run", async () => {
    ollama.push(
      use("write_to_file", { path: "parser.test.txt", content: "parses\n" }),
      use("execute_command", { command: "grep parses parser.test.txt" }),
      use("attempt_completion", { result: "There is a test now." }),
    );
    // If CI is set, no questions are asked.
    const { CI: _, ...env } = machine.env;
    using terminal = new Terminal(command(/--provider ollama/), {
      cwd: machine.clone,
      env: { ...env, OLLAMA_HOST: ollama.origin, TERM: "xterm" },
    });
    await terminal.sees(/parser\.test\.txt[\s\S]*\?/);
    expect(existsSync(machine.path("parser.test.txt"))).toBe(false);
    terminal.types("y\r");
    await terminal.sees(/grep parses[\s\S]*\?/);
    terminal.types("y\r");
    expect(await terminal.ended).toBe(0);
    expect(terminal.shown).toContain("There is a test now.");
    expect(readFileSync(machine.path("parser.test.txt"), "utf8")).toBe("parses\n");
  });

  it("in scripts, what is listed is allowed and the result is JSON", async () => {
    anthropic.push(
      use("write_to_file", { path: "fixed.txt", content: "fixed\n" }),
      use("execute_command", { command: "grep fixed fixed.txt" }),
      use("attempt_completion", { result: "They pass." }),
    );
    const { code, stdout } = await withKey(command(/--output json/)).ended;
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ status: "completed", result: "They pass.", filesChanged: ["fixed.txt"] }),
    ]);
  });

  it("undo reverts what the last task did, and nothing else", async () => {
    const { code } = await machine.type(command("bin/roo undo")).ended;
    expect(code).toBe(0);
    expect([existsSync(machine.path("fixed.txt")), existsSync(machine.path("parser.test.txt"))]).toEqual([false, true]);
  });

  it("an interrupted task is listed, and can be resumed", async () => {
    anthropic.push("silence");
    const before = anthropic.requests.length;
    const started = withKey(`exec ${command(/^bin\/roo run "/)}`);
    await expect.poll(() => anthropic.requests.length).toBe(before + 1);
    started.child.kill("SIGINT");
    expect(await started.ended).toMatchObject({ code: 130 });
    const { stdout } = await machine.type(command("bin/roo tasks list")).ended;
    for (const prompt of ["explain what", "add a test for the parser", "make the tests pass"])
      expect(stdout).toMatch(new RegExp(`^\\S+ +(completed|aborted) .*${prompt}`, "m"));
    const id = /^(\S+) +aborted .*explain what this project does$/m.exec(stdout)?.[1] ?? "";
    anthropic.push(use("attempt_completion", { result: "Still an AI coding agent." }));
    const resumed = await withKey(command("bin/roo tasks resume <id>").replace("<id>", id)).ended;
    expect([resumed.code, resumed.stdout]).toEqual([0, "Still an AI coding agent.\n"]);
  });

  it("a task with a custom model resumes with it", async () => {
    const { stdout } = await machine.type(command("bin/roo tasks list")).ended;
    const id = /^(\S+) +completed .*add a test for the parser/m.exec(stdout)?.[1] ?? "";
    ollama.push(use("attempt_completion", { result: "Asked again." }));
    const variables = { OLLAMA_HOST: ollama.origin, ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: anthropic.origin };
    const resumed = await machine.type(`bin/roo run --resume ${id} "and now?"`, variables).ended;
    expect([resumed.code, resumed.stdout]).toEqual([0, "Asked again.\n"]);
  });

  /** As in the README. */
  function command(pattern: string | RegExp): string {
    const isMeant = (each: string) => (typeof pattern === "string" ? each === pattern : pattern.test(each));
    const found = commands.find(isMeant);
    if (found === undefined) throw new Error(`README.md no longer says ${pattern}`);
    return found;
  }

  /** After the line of the README that sets a key, with a key in place of its dots. */
  function withKey(line: string) {
    const setting = command(/^export ANTHROPIC_API_KEY=/).replace("…", key);
    return machine.type(`${setting}\n${line}`, { ANTHROPIC_BASE_URL: anthropic.origin });
  }
});
