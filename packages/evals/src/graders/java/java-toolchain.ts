import { readdirSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findProgram, missing } from "../find-program.ts";

export interface JavaToolchain {
  readonly java: string;
  readonly libraries: string;
}

/** Where Debian's junit5 and libassertj-core-java are. */
const usualFolder = "/usr/share/java";

/** What tests are written with, and what those stand on. With a console launcher that brings all of JUnit, only the last is taken. */
const needed = [
  "junit-jupiter-api",
  "junit-jupiter-engine",
  "junit-jupiter-params",
  "junit-platform-commons",
  "junit-platform-engine",
  "junit-platform-launcher",
  "opentest4j",
  "apiguardian-api",
];
const standalone = /^junit-platform-console-standalone.*\.jar$/;
const wanted = ["assertj-core", "byte-buddy", "univocity-parsers"];

/** Java, JUnit 5 and AssertJ: from `ROO_JAVA_LIBRARIES`, else where Debian has them. Throws `RooError` `toolchain_missing`. */
export function findJava(): JavaToolchain {
  const hint = "Install a JDK of version 17 or newer, such as Debian's default-jdk-headless.";
  findProgram("javac", hint);
  const java = realpathSync(findProgram("java", hint));
  const folder = process.env["ROO_JAVA_LIBRARIES"] ?? usualFolder;
  const jars = listJars(folder);
  const whole = jars.filter((jar) => standalone.test(jar));
  const found = needed.flatMap((name) => newest(jars, name));
  if (whole.length === 0 && found.length < needed.length)
    throw missing(
      `JUnit 5 is not in ${folder}, so nothing written in Java can be graded.`,
      "Install Debian's junit5 and libassertj-core-java, or name a folder with their jars in ROO_JAVA_LIBRARIES.",
    );
  const taken = [...(whole.length > 0 ? whole : found), ...wanted.flatMap((name) => newest(jars, name))];
  return { java, libraries: taken.map((jar) => join(folder, jar)).join(delimiter) };
}

/** One for each library, though Debian has it under two names. */
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
