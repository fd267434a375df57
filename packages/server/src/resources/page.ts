/** A page of a list whose order is that of its keys, the largest first. */
export function pageOf<Item>(
  items: readonly Item[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  keyOf: (item: Item) => string,
): { readonly page: readonly Item[]; readonly next: string | null } {
  const after = cursor === undefined ? undefined : Buffer.from(cursor, "base64url").toString("utf8");
  // What came or went meanwhile changes nothing of what is behind the cursor.
  const rest = after === undefined ? items : items.filter((item) => keyOf(item) < after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const next = rest.length > limit && last !== undefined ? Buffer.from(keyOf(last)).toString("base64url") : null;
  return { page, next };
}
