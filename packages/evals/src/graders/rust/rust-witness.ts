import { countMatches, withoutComments } from "../source-text.ts";

/** Attributes around `#[test]`, then the function as far as its body. */
const testFunction =
  /((?:#\[(?:should_panic|ignore)[^\]]*\]\s*)*#\[test\](?:\s*(?:#\[[^\]]*\]|\/\/[^\n]*\n))*\s*(?:pub\s+)?fn\s+)(\w+)(\s*\(\s*\)[^{;]*\{)/g;

export function countRustTests(source: string): number {
  return countMatches(withoutComments(source), /#\[test\]/g);
}

export interface WitnessedTests {
  readonly source: string;
  readonly unwitnessed: number;
}

/** Has each test say that it came to its end. Whether a panic was meant is for the runner to tell. */
export function witnessRustTests(
  source: string,
  { nonce, resultsFile, prefix }: { nonce: string; resultsFile: string; prefix: string },
): WitnessedTests {
  const name = `Witness${nonce}`;
  const watched = source.replaceAll(
    testFunction,
    (_, head: string, test: string, tail: string) =>
      `${head}${test}${tail} let _witness = crate::${name}("${prefix}${test}", ${isMeantToPanic(head)});`,
  );
  return {
    source: `${watched}\n${witnessItem({ name, nonce, resultsFile })}`,
    unwitnessed: Math.max(0, countRustTests(source) - countMatches(source, testFunction)),
  };
}

function isMeantToPanic(head: string): boolean {
  return head.includes("should_panic");
}

function witnessItem({ name, nonce, resultsFile }: { name: string; nonce: string; resultsFile: string }): string {
  return `#[allow(non_camel_case_types)]
pub struct ${name}(pub &'static str, pub bool);

impl Drop for ${name} {
    fn drop(&mut self) {
        use std::io::Write;
        let outcome = if std::thread::panicking() == self.1 { "passed" } else { "failed" };
        if let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(${JSON.stringify(resultsFile)}) {
            let _ = file.write_all(format!("${nonce} {} {}\\n", outcome, self.0).as_bytes());
        }
    }
}
`;
}
