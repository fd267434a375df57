/** Nothing but blanks, comments and separators: nothing that could be run. */
export function isEmptyCommand(source: string): boolean {
  return source.split("\n").every((line) => /^[\s;&|]*(?:#.*)?$/.test(line));
}
