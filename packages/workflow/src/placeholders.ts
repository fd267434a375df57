const placeholder = /\{\{\s*([A-Za-z][\w.-]*)\s*\}\}/g;

/** The names in `{{…}}`, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = ""]) => name))];
}

/** What is put in is not looked through again. */
export function fillPlaceholders(text: string, valueOf: (name: string) => string | undefined): string {
  return text.replace(placeholder, (whole, name: string) => valueOf(name) ?? whole);
}

export const variableName = (name: string): string => `vars.${name}`;
export const resultName = (phase: string, subtask: string): string => `results.${phase}.${subtask}`;
