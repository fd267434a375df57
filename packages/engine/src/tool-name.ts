const maxNameLength = 100;

/**
 * A tool's name in the one form that names are compared in: small letters with `_`. Takes off what models put around
 * a name: a namespace (`functions.`, `default_api:`), a call's number (`:0`), a token of their own (`<|channel|>`).
 */
export function comparableName(name: string): string {
  return name
    .slice(0, maxNameLength)
    .trim()
    .replace(/<\|.*$/s, "")
    .replace(/:\d+$/, "")
    .replace(/^(?:functions?|default_api|tools?|api|developer)(?:[.:/]|__)/i, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[\s.-]+/g, "_")
    .toLowerCase();
}
