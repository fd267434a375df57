/** A text in which the words of a search stand out. */
export function Highlighted({ text, query }: { readonly text: string; readonly query: string }) {
  const words = query.match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
  if (words.length === 0) return text;
  const parts = text.split(new RegExp(`(${words.join("|")})`, "giu"));
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index} className="rounded-sm bg-warn-soft px-0.5 text-warn">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
