import { expect, it } from "vitest";
import { readRustResults } from "./rust-grader.ts";
import { countRustTests, witnessRustTests } from "./rust-witness.ts";

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
  const instrumented = witnessRustTests(source, { nonce: "abc", resultsFile: "/results/witness", prefix: "t:" });
  expect(instrumented.source).toContain('fn one() { let _witness = crate::Witnessabc("t:one-1", false);');
  expect(instrumented.source).toContain('fn two() { let _witness = crate::Witnessabc("t:two-2", true);');
  expect(instrumented.source).toContain('let _witness = crate::Witnessabc("t:one-3", false);');
  expect(instrumented.unwitnessed).toBe(1);
});

it("parses the output of cargo test", () => {
  const text =
    "running 4 tests\ntest one ... ok\ntest deep::two - should panic ... ok\ntest three ... FAILED\ntest four ... ignored\n";
  expect(readRustResults(text)).toEqual({ passed: 2, failed: 1, skipped: 1 });
});
