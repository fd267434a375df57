import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exerciseOf, fixture } from "../../test/trials.ts";
import type { Suite } from "../exercise.ts";
import { builtinSuites, loadSuite } from "./load-suite.ts";

function ids({ exercises }: Suite): readonly string[] {
  return exercises.map(({ language, name }) => `${language}/${name}`).sort();
}

describe("an Exercism-style tree", () => {
  it("is loaded unchanged", async () => {
    const suite = await loadSuite(fixture("exercism"));
    expect(suite.problems).toEqual([]);
    expect(ids(suite)).toEqual(
      ["go", "java", "javascript", "python", "rust"].map((language) => `${language}/double-up`),
    );
  });

  it("has a prompt of introduction, instructions and language additions, without hints", async () => {
    const { prompt } = await exerciseOf(fixture("exercism"), "python/double-up");
    expect(prompt).toBe(
      "# Introduction\n\nNumbers can be doubled.\n\n# Instructions\n\nWrite a function that doubles a number.\n\n# Python\n\nRaise a `TypeError` for what is no number.",
    );
  });

  it("gives the agent everything except tests, answers and prose, and grades only its solution", async () => {
    const python = await exerciseOf(fixture("exercism"), "python/double-up");
    expect(python.given).toEqual(["double_up.py", "helper.py"]);
    expect(python.solution).toEqual(["double_up.py"]);
    expect(python.protected).toEqual(["double_up_test.py", "helper.py"]);
    expect(python.reference).toEqual([{ from: ".meta/example.py", to: "double_up.py" }]);
  });

  it("treats tables of cases as tests, but not other editor files", async () => {
    const go = await exerciseOf(fixture("exercism"), "go/double-up");
    expect(go.tests).toEqual(["double_up_test.go", "cases_test.go"]);
    expect(go.given).toEqual(["double_up.go", "go.mod"]);
    const java = await exerciseOf(fixture("exercism"), "java/double-up");
    expect(java.given).toContain("src/main/java/NotANumberException.java");
    expect(java.protected).toContain("src/main/java/NotANumberException.java");
  });

  it("finds the target of every reference file", async () => {
    const java = await exerciseOf(fixture("exercism"), "java/double-up");
    expect(java.reference.map(({ to }) => to)).toEqual(["src/main/java/Adder.java", "src/main/java/DoubleUp.java"]);
    const rust = await exerciseOf(fixture("exercism"), "rust/double-up");
    expect(rust.reference).toEqual([
      { from: ".meta/example.rs", to: "src/lib.rs" },
      { from: ".meta/Cargo-example.toml", to: "Cargo.toml" },
    ]);
  });

  it("reports the file and the reason for each invalid exercise", async () => {
    const suite = await loadSuite(fixture("broken"));
    expect(ids(suite)).toEqual(["python/good"]);
    const problems = Object.fromEntries(suite.problems.map(({ path, message }) => [path, message]));
    const practice = "python/exercises/practice";
    expect(problems).toEqual({
      cobol: "No grader for cobol: 1 exercises skipped.",
      [`${practice}/bad-json/.meta/config.json`]: expect.stringContaining("JSON"),
      [`${practice}/empty-tests/a_test.py`]: "The test files contain no tests.",
      [`${practice}/leads-out/.meta/config.json`]: "../good/a.py is outside of the exercise.",
      [`${practice}/missing-file/.meta/config.json`]: "a_test.py does not exist.",
      [`${practice}/no-files/.meta/config.json`]: expect.stringContaining("files.solution"),
      [`${practice}/no-instructions`]: "It has no .docs/instructions.md.",
    });
  });
});

describe("a tree in the layout of Roo Code's evals", () => {
  it("is loaded by the conventions of each language", async () => {
    const suite = await loadSuite(fixture("roo"));
    expect(suite.problems).toEqual([]);
    expect(ids(suite)).toEqual(["go/double-up", "javascript/double-up", "python/double-up"]);
    const javascript = await exerciseOf(suite, "javascript/double-up");
    expect(javascript).toMatchObject({
      prompt: "Write a function that doubles a number.",
      solution: ["double-up.js"],
      tests: ["double-up.spec.js"],
      given: ["babel.config.js", "double-up.js"],
      protected: ["babel.config.js", "double-up.spec.js"],
      reference: [],
    });
    expect((await exerciseOf(suite, "python/double-up")).prompt).toMatch(/doubles a number\.\n\nNothing else\.$/);
  });
});

describe("Harbor tasks", () => {
  it("are loaded if they need no image", async () => {
    const suite = await loadSuite(fixture("harbor"));
    expect(ids(suite)).toEqual(["shell/greet"]);
    const greet = await exerciseOf(suite, "shell/greet");
    expect(greet).toMatchObject({
      given: ["README.md", "setup.sh"],
      setup: { command: ["sh", "setup.sh"], at: "/app" },
      solve: { command: ["bash", "/solution/solve.sh"], at: "/app" },
      grader: { kind: "command", command: ["bash", "/tests/test.sh"], results: "reward", at: "/app" },
      gradingSeconds: 60,
    });
    expect(Object.fromEntries(suite.problems.map(({ path, message }) => [path, message]))).toEqual({
      "bad-toml/task.toml": expect.any(String),
      "no-tests/tests/test.sh": "The test script is missing.",
      "with-image/environment/Dockerfile": "It needs a container image: RUN apt-get install -y something",
    });
  });

  it("may be loaded one by one", async () => {
    expect(ids(await loadSuite(fixture("harbor/greet")))).toEqual(["shell/greet"]);
  });
});

describe("a suite in our own format", () => {
  it("is loaded as its files specify", async () => {
    const suite = await loadSuite(fixture("own"));
    expect(suite.name).toBe("ours");
    expect(ids(suite)).toEqual(["python/python-answer", "shell/junit-answer", "shell/tap-answer"]);
    expect(await exerciseOf(suite, "shell/tap-answer")).toMatchObject({
      prompt: "Make `answer.txt` hold the answer.\n\nIt is a number.",
      given: ["answer.txt"],
      solution: ["answer.txt"],
      tests: ["check.sh"],
      reference: [{ from: ".reference/answer.txt", to: "answer.txt" }],
      grader: { kind: "command", command: ["sh", "check.sh"], results: "tap", expected: 2 },
    });
    expect(await exerciseOf(suite, "shell/junit-answer")).toMatchObject({
      given: ["answer.txt", "check.sh"],
      protected: ["check.sh"],
      setup: { command: ["sh", "-c", "echo prepared > prepared.txt"] },
    });
    expect(await exerciseOf(suite, "python/python-answer")).toMatchObject({ passesUntouched: true });
  });

  it("reports the problems of invalid exercises", async () => {
    const { problems } = await loadSuite(fixture("own"));
    expect(Object.fromEntries(problems.map(({ path, message }) => [path, message]))).toEqual({
      "bad-yaml/exercise.yaml": expect.any(String),
      "no-grader/exercise.yaml": "No grader for cobol: set grader.command.",
      twin: "Duplicate exercise: shell/tap-answer.",
      "unknown-key/exercise.yaml": expect.stringContaining("prompts"),
    });
  });
});

describe("loading", () => {
  it("lists the available suites for an unknown one", async () => {
    const empty = mkdtempSync(join(tmpdir(), "roo-suite-"));
    try {
      for (const name of [empty, join(empty, "nothing"), import.meta.filename]) {
        await expect(loadSuite(name)).rejects.toMatchObject({
          code: "unknown_suite",
          next: expect.stringContaining("roo-mini, roo-agentic"),
        });
      }
    } finally {
      rmSync(empty, { recursive: true });
    }
  });

  it("loads every built-in suite completely", async () => {
    const [first, mini, agentic] = await Promise.all(builtinSuites.map(({ name }) => loadSuite(name)));
    expect([first, mini, agentic].flatMap((suite) => suite?.problems)).toEqual([]);
    expect(
      Object.entries(Object.groupBy(mini?.exercises ?? [], ({ language }) => language)).map(([name, list]) => [
        name,
        list?.length,
      ]),
    ).toEqual([
      ["go", 10],
      ["java", 10],
      ["javascript", 10],
      ["python", 10],
      ["rust", 10],
    ]);
    expect(agentic?.exercises).toHaveLength(10);
  });

  it("finds tests, a reference and a prompt in each built-in exercise", async () => {
    for (const { name } of builtinSuites) {
      for (const exercise of (await loadSuite(name)).exercises) {
        expect(exercise.prompt.length).toBeGreaterThan(200);
        expect(exercise.reference.length).toBeGreaterThan(0);
        expect(exercise.given.some((path) => path.includes(".reference"))).toBe(false);
        for (const { from } of exercise.reference) expect(existsSync(join(exercise.folder, from))).toBe(true);
        for (const path of exercise.tests) expect(readFileSync(join(exercise.folder, path), "utf8")).not.toBe("");
      }
    }
  });
});
