/** A field of a call's input under any of its names, where it is text. */
export function textIn(input: unknown, ...names: readonly string[]): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(input));
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

export function listIn(input: unknown, name: string): readonly unknown[] {
  if (typeof input !== "object" || input === null) return [];
  const value: unknown = new Map<string, unknown>(Object.entries(input)).get(name);
  return Array.isArray(value) ? value : [];
}

export const pathNames = ["path", "file_path", "filePath", "file"] as const;
