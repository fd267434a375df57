/** A short fingerprint of a text (FNV-1a, twice): fast and without dependencies. Not for security. */
export function digest(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x1000193;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + index), 0x85ebca6b);
  }
  return `${text.length}:${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`;
}
