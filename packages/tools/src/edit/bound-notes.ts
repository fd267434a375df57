const mostNotes = 20;

/** Notes of an edit as one text: those that tell of something unusual, and the first of the others. */
export function boundNotes(notes: readonly string[]): string {
  if (notes.length <= mostNotes) return notes.join("; ");
  const unusual = notes.filter((note) => note.includes("overlooking"));
  const others = notes.filter((note) => !note.includes("overlooking"));
  const shown = [...unusual, ...others].slice(0, mostNotes);
  return `${shown.join("; ")}; and ${notes.length - shown.length} more`;
}
