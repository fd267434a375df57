/** Device names on Windows, with any extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const maxNameLength = 120;

/**
 * A relative path with `/` from untrusted names; undefined if it could lead elsewhere (`..`, drives, separators inside
 * a name) or is not a valid file name on some system.
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
