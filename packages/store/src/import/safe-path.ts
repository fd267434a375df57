/** Names that Windows gives to devices, whatever follows the first dot. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const maxNameLength = 120;

/**
 * A path below a folder of ours, with `/`, from names somebody else chose; undefined when it could lead elsewhere on
 * any system (`..`, drives, separators inside a name) or could not be written on one.
 */
export function safePath(...parts: readonly string[]): string | undefined {
  const names = parts.flatMap((part) => part.split("/"));
  return names.length > 0 && names.every(isSafeName) ? names.join("/") : undefined;
}

function isSafeName(name: string): boolean {
  if (name === "" || name.length > maxNameLength || name === "." || name === "..") return false;
  if (/[\\:*?"<>|\p{Cc}\p{Cf}]/u.test(name)) return false;
  return !/^\s|[\s.]$/.test(name) && !deviceName.test(name);
}

/** `rules/style.md` → `rules/style-imported.md`. */
export function withSuffix(path: string, suffix: string): string {
  const [, stem = path, extension = ""] = /^(.*?[^/.][^/.]*)(\.[^/.]+)?$/s.exec(path) ?? [];
  return `${stem}${suffix}${extension}`;
}
