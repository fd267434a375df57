import { readdirSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findProgram, missing } from "../find-program.ts";

export interface JavaToolchain {
  readonly java: string;
  readonly libraries: string;
}

/** Where Debian's junit5 and libassertj-core-java are. */
const usualFolder = "/usr/share/java";

/** JUnit, and what it stands on. */
const needed = `junit-jupiter-api junit-jupiter-engine junit-jupiter-params junit-platform-commons junit-platform-engine
  junit-platform-launcher opentest4j apiguardian-api`.split(/\s+/);
/** What tests may be written with beside it. */
const wanted = ["assertj-core", "byte-buddy", "univocity-parsers"];
/** All of JUnit in one file. */
const standalone = /^junit-platform-console-standalone.*\.jar$/;

/**
 * Java with JUnit 5: every jar in the folder `ROO_JAVA_LIBRARIES` names, else JUnit and AssertJ where Debian has them. Throws `RooError`
 * `toolchain_missing`.
 */
export function findJava(): JavaToolchain {
  const hint = "Install a JDK of version 17 or newer, such as Debian's default-jdk-headless.";
  findProgram("javac", hint);
  const java = realpathSync(findProgram("java", hint));
  const own = process.env["ROO_JAVA_LIBRARIES"];
  const folder = own ?? usualFolder;
  const jars = listJars(folder);
  const found = needed.flatMap((name) => newest(jars, name));
  if (found.length < needed.length && !jars.some((jar) => standalone.test(jar)))
    throw missing(
      `JUnit 5 is not in ${folder}, so nothing written in Java can be graded.`,
      "Install Debian's junit5 and libassertj-core-java, or name a folder with their jars in ROO_JAVA_LIBRARIES.",
    );
  const taken = own === undefined ? [...found, ...wanted.flatMap((name) => newest(jars, name))] : jars;
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
