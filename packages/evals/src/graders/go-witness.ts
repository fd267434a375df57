import { dirname, join } from "node:path";
import { countMatches, withoutComments } from "./source-files.ts";

const testFunction = /^(func Test\w*\s*\(\s*)(\w+)(\s+\*testing\.T\s*\)\s*\{)/gm;

export function countGoTests(source: string): number {
  return countMatches(withoutComments(source), /^func Test\w*\s*\(\s*\w+\s+\*testing\.T\s*\)/gm);
}

interface WitnessedTests {
  /** The instrumented tests and the files that report for them. */
  readonly files: ReadonlyMap<string, string>;
  /** How many tests could not be instrumented: only `go test` reports those. */
  readonly unwitnessed: number;
}

/**
 * Instruments each test to report its own outcome when it ends, so that neither the output of a solution nor its exit code
 * matters.
 */
export function witnessGoTests(
  tests: ReadonlyMap<string, string>,
  { nonce, resultsFile }: { nonce: string; resultsFile: string },
): WitnessedTests {
  const files = new Map<string, string>();
  let unwitnessed = 0;
  const witness = `witness${nonce}`;
  for (const [path, source] of tests) {
    unwitnessed += Math.max(0, countGoTests(source) - countMatches(source, testFunction));
    files.set(
      path,
      source.replaceAll(testFunction, (_, head: string, name: string, tail: string) =>
        instrument({ head, name, tail, witness }),
      ),
    );
    const packageName = /^package (\w+)/m.exec(source)?.[1];
    if (packageName !== undefined)
      files.set(
        join(dirname(path), `${witness}_${packageName}_test.go`),
        witnessFile({ packageName, witness, nonce, resultsFile, folder: dirname(path) }),
      );
  }
  return { files, unwitnessed };
}

/** On the line of the function, so that line numbers do not change. */
function instrument({
  head,
  name,
  tail,
  witness,
}: {
  head: string;
  name: string;
  tail: string;
  witness: string;
}): string {
  const parameter = name === "_" ? "t" : name;
  return `${head}${parameter}${tail} ${witness}(${parameter}); `;
}

function witnessFile(parts: {
  packageName: string;
  witness: string;
  nonce: string;
  resultsFile: string;
  folder: string;
}): string {
  const { packageName, witness, nonce, resultsFile, folder } = parts;
  return `package ${packageName}

import (
	"os"
	"testing"
)

func ${witness}(t *testing.T) {
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
