/** A regular expression for paths that one of the globs matches: `*` any characters, `?` one. */
export function patternOfGlobs(globs: readonly string[]): string {
  const patterns = globs.map((glob) =>
    glob
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\*+/g, ".*")
      .replaceAll("?", "."),
  );
  return `^(${patterns.join("|")})$`;
}
