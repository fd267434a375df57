/** Without comments as C, Go, Java, JavaScript and Rust have them. Good enough to count in, not to compile. */
export function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'])\/\/[^\n]*/g, "");
}

export function countMatches(source: string, pattern: RegExp): number {
  return [...source.matchAll(pattern)].length;
}
