import { expect, it } from "vitest";
import type { GradedLanguage } from "../exercise.ts";
import { graderOf } from "./all-graders.ts";

const kept: Readonly<Record<GradedLanguage, readonly string[]>> = {
  go: ["helper.go", "internal/deep/x.go", "words.txt"],
  java: ["src/main/java/Helper.java", "src/main/java/deep/Helper.java"],
  javascript: ["helper.js", "lib/helper.mjs", "words.json"],
  python: ["helper.py", "package/__init__.py", "words.csv"],
  rust: ["src/helper.rs", "src/deep/mod.rs", "src/bin/tool.rs"],
};

/** Decides how tests are found, built or run. */
const dropped: Readonly<Record<GradedLanguage, readonly string[]>> = {
  go: ["main_test.go", "go.mod", "go.work", "vendor/x/x.go", "x.s", "x.c", ".golang/x.go"],
  java: [
    "src/test/java/OtherTest.java",
    "src/main/resources/META-INF/services/org.junit.platform.launcher.TestExecutionListener",
    "src/main/resources/junit-platform.properties",
    "src/main/java/module-info.java",
    "pom.xml",
    "build.gradle",
    "lib/evil.jar",
    "Evil.class",
  ],
  javascript: [
    "jest.config.js",
    "vitest.config.mjs",
    "babel.config.js",
    ".babelrc",
    "package.json",
    "node_modules/x/index.js",
    "__mocks__/fs.js",
    "other.spec.js",
    "test/setup.js",
  ],
  python: [
    "conftest.py",
    "deep/conftest.py",
    "sitecustomize.py",
    "usercustomize.py",
    "evil.pth",
    "__pycache__/a.cpython-311.pyc",
    "other_test.py",
    "test_other.py",
    "pytest.ini",
    "setup.cfg",
    "pyproject.toml",
    "a.so",
  ],
  rust: ["build.rs", "Cargo.lock", ".cargo/config.toml", "rust-toolchain.toml", "tests/other.rs", "deep/Cargo.toml"],
};

it.each(Object.entries(kept))("%s: helpers and data of a solution are kept", (language, paths) => {
  const { files } = graderOf({ kind: language as GradedLanguage });
  expect(paths.filter((path) => !files.mayBeAdded(path))).toEqual([]);
});

it.each(Object.entries(dropped))("%s: files that could influence the tests are dropped", (language, paths) => {
  const { files } = graderOf({ kind: language as GradedLanguage });
  expect(paths.filter((path) => files.mayBeAdded(path))).toEqual([]);
});

it("a grader without a language drops the build configuration of all languages", () => {
  const { files } = graderOf({ kind: "command", command: ["true"], results: "exit-code" });
  expect(files.mayBeAdded("notes/answer.dat")).toBe(true);
  const toolConfig = Object.values(dropped)
    .flat()
    .filter((path) => !/test|spec|\.s$|\.c$/i.test(path));
  expect(toolConfig.filter((path) => files.mayBeAdded(path))).toEqual([]);
});
