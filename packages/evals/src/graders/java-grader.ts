import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Bench } from "./bench.ts";
import { findProgram, toolchainMissing } from "./find-program.ts";
import type { Grader, GraderReport, LanguageFiles } from "./grader.ts";
import { runTestRunner } from "./recorded-outcomes.ts";
import { countMatches, dataFile, isToolConfig, withoutComments } from "./source-files.ts";

const testFolder = /^src\/test\//;

const javaFiles: LanguageFiles = {
  isTest: (path) => /^src\/test\/java\/.*Tests?\.java$/.test(path),
  isSolution: (path) => /^src\/main\/java\/.*\.java$/.test(path) && !isToolConfig(path),
  mayBeAdded: (path) =>
    (path.endsWith(".java") || dataFile.test(path)) && !testFolder.test(path) && !isToolConfig(path),
};

export const javaGrader: Grader = {
  files: javaFiles,
  check: async () => void findJava(),
  countTests: (source) =>
    countMatches(withoutComments(source), /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b/g),
  grade,
};

/** For a fast start: most tests end before further compilation would pay off. */
const flags = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1500m"];

/** One JVM compiles and tests, because starting three takes longer than most tests. */
async function grade(bench: Bench): Promise<GraderReport> {
  const { java, libraries } = findJava();
  const report = await runTestRunner(bench, (inputFile) => ({
    argv: [java, ...flags, "-classpath", libraries, bench.copyRunner("GradeTests.java"), inputFile],
  }));
  if (report.exitCode === compileErrorExitCode) refuseMissingLibraries(report.output, bench);
  return report;
}

const compileErrorExitCode = 3;

/** Throws `RooError` `toolchain_missing` when a library is missing that the tests themselves import. */
function refuseMissingLibraries(output: string, bench: Bench): void {
  const tests = bench.tests.map((path) => readFileSync(join(bench.pristine, path), "utf8")).join("\n");
  const absent = [...output.matchAll(/package ([\w.]+) does not exist/g)].map(([, name = ""]) => name);
  const library = absent.find((name) =>
    new RegExp(String.raw`^import (static )?${name.replaceAll(".", "\\.")}\.`, "m").test(tests),
  );
  if (library === undefined) return;
  throw toolchainMissing(
    `The tests need the Java package ${library}, which no library on this machine has.`,
    "Put its jar into a folder with the JUnit jars, and set ROO_JAVA_LIBRARIES to that folder.",
  );
}

interface JavaToolchain {
  readonly java: string;
  readonly libraries: string;
}

/** The folder of Debian's junit5 and libassertj-core-java. */
const defaultFolder = "/usr/share/java";

/** JUnit and its dependencies. */
const required =
  `junit-jupiter-api junit-jupiter-engine junit-jupiter-params junit-platform-commons junit-platform-engine
  junit-platform-launcher opentest4j apiguardian-api`.split(/\s+/);
/** Other libraries that tests may use. */
const optional = ["assertj-core", "byte-buddy", "univocity-parsers"];
/** All of JUnit in one file. */
const standalone = /^junit-platform-console-standalone.*\.jar$/;

/**
 * Java with JUnit 5: every jar in the folder `ROO_JAVA_LIBRARIES`, else JUnit and AssertJ in Debian's folder. Throws
 * `RooError` `toolchain_missing`.
 */
function findJava(): JavaToolchain {
  const hint = "Install a JDK of version 17 or newer, such as Debian's default-jdk-headless.";
  findProgram("javac", hint);
  const java = realpathSync(findProgram("java", hint));
  const own = process.env["ROO_JAVA_LIBRARIES"];
  const folder = own ?? defaultFolder;
  const jars = listJars(folder);
  const found = required.flatMap((name) => newest(jars, name));
  if (found.length < required.length && !jars.some((jar) => standalone.test(jar)))
    throw toolchainMissing(
      `Cannot grade Java: JUnit 5 is not in ${folder}.`,
      "Install Debian's junit5 and libassertj-core-java, or set ROO_JAVA_LIBRARIES to a folder with their jars.",
    );
  const used = own === undefined ? [...found, ...optional.flatMap((name) => newest(jars, name))] : jars;
  return { java, libraries: used.map((jar) => join(folder, jar)).join(delimiter) };
}

/** At most one: Debian installs a library under two names. */
function newest(jars: readonly string[], library: string): readonly string[] {
  return jars
    .filter((jar) => new RegExp(String.raw`^${library}(-\d[^-]*)?\.jar$`).test(jar))
    .sort()
    .slice(-1);
}

function listJars(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".jar"));
  } catch {
    return [];
  }
}
