/** Splits text into pieces of a few characters, as models send it. */
export function textPieces(text: string, size = 5): string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / size);
  return Array.from({ length: count }, (_, index) => characters.slice(index * size, (index + 1) * size).join(""));
}
