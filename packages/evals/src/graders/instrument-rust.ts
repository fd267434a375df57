import { countMatches, withoutComments } from "./source-files.ts";

/** Attributes around `#[test]`, then the function up to its body. */
const testFunction =
  /((?:#\[(?!test\])[^\]]*\]\s*)*#\[test\](?:\s*(?:#\[[^\]]*\]|\/\/[^\n]*\n))*\s*(?:pub\s+)?fn\s+)(\w+)(\s*\(\s*\)[^{;]*\{)/g;
const featureOnly = /#\[cfg\(feature/;

/** Without tests of features, which are not enabled. */
export function countRustTests(source: string): number {
  const compiled = withoutFeatureModules(withoutComments(source));
  const optional = [...compiled.matchAll(testFunction)].filter(([, head = ""]) => featureOnly.test(head)).length;
  return countMatches(compiled, /#\[test\]/g) - optional;
}

function withoutFeatureModules(source: string): string {
  const found = /#\[cfg\(feature[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub\s+)?mod\s+\w+\s*\{/.exec(source);
  if (!found) return source;
  const rest = source.slice(found.index + found[0].length);
  return source.slice(0, found.index) + withoutFeatureModules(rest.slice(endOfBlock(rest)));
}

/** The end of the block that is open at the start of the text. */
function endOfBlock(text: string): number {
  let depth = 1;
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    depth += brace === "{" ? 1 : -1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

interface InstrumentedTests {
  readonly source: string;
  /** How many tests could not be instrumented: only `cargo test` reports those. */
  readonly uninstrumented: number;
}

/** Instruments each test to report its end. Whether a panic was the expected one is reported by `cargo test`. */
export function instrumentRustTests(
  source: string,
  { nonce, resultsFile, prefix }: { nonce: string; resultsFile: string; prefix: string },
): InstrumentedTests {
  const name = `OutcomeRecorder${nonce}`;
  let count = 0;
  const instrumented = source.replaceAll(testFunction, (_, head: string, test: string, tail: string) => {
    count += 1;
    // Modules may have tests of the same name.
    const args = `"${prefix}${test}-${count}", ${head.includes("should_panic")}`;
    return `${head}${test}${tail} let _recorder = crate::${name}(${args});`;
  });
  return {
    source: `${instrumented}\n${recorderItem({ name, nonce, resultsFile })}`,
    uninstrumented: Math.max(0, countMatches(withoutComments(source), /#\[test\]/g) - count),
  };
}

function recorderItem({ name, nonce, resultsFile }: { name: string; nonce: string; resultsFile: string }): string {
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
