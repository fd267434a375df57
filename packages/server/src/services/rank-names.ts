interface Named {
  readonly path: string;
  readonly kind: "file" | "folder";
}

/** Paths that resemble a few letters, best first; without any letters, those nearest to the top. */
export async function rankNames(
  entries: readonly string[],
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<Named[]> {
  const words = query.trim();
  if (words === "") return entries.slice(0, limit).map(named);
  const { default: fuzzysort } = await import("fuzzysort");
  return fuzzysort.go(words, [...entries], { limit, threshold: 0.2 }).map(({ target }) => named(target));
}

function named(path: string): Named {
  return path.endsWith("/") ? { path: path.slice(0, -1), kind: "folder" } : { path, kind: "file" };
}
