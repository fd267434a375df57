import { expect, it } from "vitest";
import { countRustTests, instrumentRustTests } from "./instrument-rust.ts";
import { readRustResults } from "./rust-grader.ts";

const source = `use two::two;

#[test]
fn one() { two(); }

#[test]
#[ignore]
#[should_panic(expected = "no")]
fn two() {
    panic!("no");
}

mod deep {
    #[test]
    fn one() -> Result<(), String> { Ok(()) }
}

#[cfg(feature = "more")]
#[test]
fn only_with_more() {}

#[cfg(feature = "more")]
mod more {
    #[test]
    fn within() { if true { } }
}

macro_rules! make { ($name:ident) => { #[test] fn $name() {} } }
`;

it("counts tests except those of features", () => {
  expect(countRustTests(source)).toBe(4);
});

it("instruments each test with a unique name and whether it should panic", () => {
  const instrumented = instrumentRustTests(source, { nonce: "abc", resultsFile: "/results/outcomes", prefix: "t:" });
  expect(instrumented.source).toContain('fn one() { let _recorder = crate::OutcomeRecorderabc("t:one-1", false);');
  expect(instrumented.source).toContain('fn two() { let _recorder = crate::OutcomeRecorderabc("t:two-2", true);');
  expect(instrumented.source).toContain('let _recorder = crate::OutcomeRecorderabc("t:one-3", false);');
  expect(instrumented.uninstrumented).toBe(1);
});

it("parses the output of cargo test", () => {
  const text =
    "running 4 tests\ntest one ... ok\ntest deep::two - should panic ... ok\ntest three ... FAILED\ntest four ... ignored\n";
  expect(readRustResults(text)).toEqual({ passed: 2, failed: 1, skipped: 1 });
});
