/** What the runner of Rust's tests prints: `test sums - should panic ... ok`. */
export function readRustResults(text: string): { passed: number; failed: number; skipped: number } {
  const outcomes = [...text.matchAll(/^test \S+(?: - should panic)? \.\.\. (ok|FAILED|ignored)/gm)].map(
    ([, outcome]) => outcome,
  );
  const count = (wanted: string): number => outcomes.filter((outcome) => outcome === wanted).length;
  return { passed: count("ok"), failed: count("FAILED"), skipped: count("ignored") };
}
