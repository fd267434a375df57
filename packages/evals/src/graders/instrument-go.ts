import { dirname, join } from "node:path";
import { countMatches, withoutComments } from "./source-files.ts";

const testFunction = /^(func Test\w*\s*\(\s*)(\w+)(\s+\*testing\.T\s*\)\s*\{)/gm;

export function countGoTests(source: string): number {
  return countMatches(withoutComments(source), /^func Test\w*\s*\(\s*\w+\s+\*testing\.T\s*\)/gm);
}

interface InstrumentedTests {
  /** The instrumented tests and the files that report for them. */
  readonly files: ReadonlyMap<string, string>;
  /** How many tests could not be instrumented: only `go test` reports those. */
  readonly uninstrumented: number;
}

/**
 * Instruments each test to report its own outcome when it ends, so that neither the output of a solution nor its exit code
 * matters.
 */
export function instrumentGoTests(
  tests: ReadonlyMap<string, string>,
  { nonce, resultsFile }: { nonce: string; resultsFile: string },
): InstrumentedTests {
  const files = new Map<string, string>();
  let uninstrumented = 0;
  const recorder = `recordOutcome${nonce}`;
  for (const [path, source] of tests) {
    uninstrumented += Math.max(0, countGoTests(source) - countMatches(source, testFunction));
    files.set(
      path,
      source.replaceAll(testFunction, (_, head: string, name: string, tail: string) =>
        instrument({ head, name, tail, recorder }),
      ),
    );
    const packageName = /^package (\w+)/m.exec(source)?.[1];
    if (packageName !== undefined)
      files.set(
        join(dirname(path), `${recorder}_${packageName}_test.go`),
        recorderFile({ packageName, recorder, nonce, resultsFile, folder: dirname(path) }),
      );
  }
  return { files, uninstrumented };
}

/** On the line of the function, so that line numbers do not change. */
function instrument({
  head,
  name,
  tail,
  recorder,
}: {
  head: string;
  name: string;
  tail: string;
  recorder: string;
}): string {
  const parameter = name === "_" ? "t" : name;
  return `${head}${parameter}${tail} ${recorder}(${parameter}); `;
}

function recorderFile(parts: {
  packageName: string;
  recorder: string;
  nonce: string;
  resultsFile: string;
  folder: string;
}): string {
  const { packageName, recorder, nonce, resultsFile, folder } = parts;
  return `package ${packageName}

import (
	"os"
	"testing"
)

func ${recorder}(t *testing.T) {
	t.Helper()
	t.Cleanup(func() {
		outcome := "passed"
		if t.Failed() {
			outcome = "failed"
		} else if t.Skipped() {
			outcome = "skipped"
		}
		file, err := os.OpenFile(${JSON.stringify(resultsFile)}, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return
		}
		defer file.Close()
		file.WriteString("${nonce} " + outcome + " " + ${JSON.stringify(`${folder}.${packageName}.`)} + t.Name() + "\\n")
	})
}
`;
}
