/** With each `**` between folders the time of a match grows by the depth of the path once more. */
const mostGlobstars = 3;
const deepest = 50;

/** Several in a row mean what one does. */
function collapsed(pattern: string): string {
  return pattern.replaceAll(/(?:\*{2,}\/)+/g, "**/");
}

function globstarsIn(pattern: string): number {
  return collapsed(pattern).split("**/").length - 1;
}

/** Whether a glob can be tried on any path in no time worth speaking of. */
export function isBounded(pattern: string): boolean {
  return globstarsIn(pattern) <= mostGlobstars;
}

/** For these a path is too deep to be tried at all. */
export function isTooDeep(path: string, patterns: readonly string[]): boolean {
  return path.split("/").length > deepest && patterns.some((pattern) => globstarsIn(pattern) > 1);
}

/**
 * Lines of an ignore file that can be tried in no time. One that goes on and on hides all that is below its beginning,
 * rather than nothing; one that would show something again does not.
 */
export function boundRules(rules: string): string[] {
  return rules.split(/\r?\n/).flatMap((line) => {
    if (line.startsWith("#") || isBounded(line)) return [line.startsWith("#") ? line : collapsed(line)];
    return line.startsWith("!") ? [] : [`${collapsed(line).split("**/").slice(0, mostGlobstars).join("**/")}**`];
  });
}
