/** With each `**` between folders the time of a match grows by the depth of the path once more. */
const maxGlobstars = 3;
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
  return globstarsIn(pattern) <= maxGlobstars;
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
    if (line.startsWith("#")) return [line];
    if (isBounded(line)) return [collapsed(line)];
    return line.startsWith("!") ? [] : [widened(line)];
  });
}

export interface WidenedRule {
  /** From 1 on. */
  readonly line: number;
  readonly rule: string;
  /** What applies instead; undefined: nothing does. */
  readonly applied: string | undefined;
}

/** Rules of an ignore file that do not apply as they stand. */
export function widenedRules(rules: string): WidenedRule[] {
  return rules.split(/\r?\n/).flatMap((rule, index) => {
    if (rule.startsWith("#") || isBounded(rule)) return [];
    return [{ line: index + 1, rule, applied: rule.startsWith("!") ? undefined : widened(rule) }];
  });
}

function widened(rule: string): string {
  return `${collapsed(rule).split("**/").slice(0, maxGlobstars).join("**/")}**`;
}
