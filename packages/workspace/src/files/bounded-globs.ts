/** Each `**` between folders multiplies the matching time by the depth of the path. */
const maxGlobstars = 3;
const deepest = 50;

/** Several in a row mean the same as one. */
function collapsed(pattern: string): string {
  return pattern.replaceAll(/(?:\*{2,}\/)+/g, "**/");
}

function globstarsIn(pattern: string): number {
  return collapsed(pattern).split("**/").length - 1;
}

/** Whether a glob can be matched against any path quickly. */
export function isBounded(pattern: string): boolean {
  return globstarsIn(pattern) <= maxGlobstars;
}

/** Paths deeper than this are not matched at all. */
export function isTooDeep(path: string, patterns: readonly string[]): boolean {
  return path.split("/").length > deepest && patterns.some((pattern) => globstarsIn(pattern) > 1);
}

/**
 * Lines of an ignore file that can be matched quickly. A rule with too many `**` hides everything below its beginning,
 * rather than nothing; a negated one is dropped.
 */
export function boundRules(rules: string): string[] {
  return rules.split(/\r?\n/).flatMap((line) => {
    if (line.startsWith("#")) return [line];
    if (isBounded(line)) return [collapsed(line)];
    return line.startsWith("!") ? [] : [widened(line)];
  });
}

export interface WidenedRule {
  /** Starting at 1. */
  readonly line: number;
  readonly rule: string;
  /** The rule applied instead; undefined: none. */
  readonly applied: string | undefined;
}

/** Rules of an ignore file that are not applied as written. */
export function widenedRules(rules: string): WidenedRule[] {
  return rules.split(/\r?\n/).flatMap((rule, index) => {
    if (rule.startsWith("#") || isBounded(rule)) return [];
    return [{ line: index + 1, rule, applied: rule.startsWith("!") ? undefined : widened(rule) }];
  });
}

function widened(rule: string): string {
  return `${collapsed(rule).split("**/").slice(0, maxGlobstars).join("**/")}**`;
}
