/** A command's own words, without what frames them for the model; a code that is not 0 stays. */
export function commandWords(content: string): string {
  return content
    .replace(/^Working directory: \.\n/, "")
    .replace(/^Exit code: 0\n/, "")
    .replace(/^Output:\n/, "");
}
