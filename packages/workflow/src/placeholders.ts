const placeholder = /\{\{\s*([A-Za-z][\w.-]*)\s*\}\}/g;

/** The distinct names in `{{…}}`. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = ""]) => name))];
}

/** Inserted values are not expanded again. */
export function fillPlaceholders(text: string, valueOf: (name: string) => string | undefined): string {
  return text.replace(placeholder, (whole, name: string) => valueOf(name) ?? whole);
}

export const variableName = (name: string): string => `vars.${name}`;
export const resultName = (phase: string, subtask: string): string => `results.${phase}.${subtask}`;
