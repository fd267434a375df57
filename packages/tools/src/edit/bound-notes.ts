const maxNotes = 20;

/** Notes of an edit as one text: the unusual ones, and the first of the others. */
export function boundNotes(notes: readonly string[]): string {
  if (notes.length <= maxNotes) return notes.join("; ");
  const unusual = notes.filter((note) => note.includes("ignoring"));
  const others = notes.filter((note) => !note.includes("ignoring"));
  const shown = [...unusual, ...others].slice(0, maxNotes);
  return `${shown.join("; ")}; and ${notes.length - shown.length} more`;
}
