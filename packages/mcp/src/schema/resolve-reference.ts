/** What a reference within the same schema leads to; undefined for one that leads elsewhere or nowhere. */
export function resolveReference(root: unknown, reference: unknown): unknown {
  if (typeof reference !== "string" || !/^#(\/|$)/.test(reference)) return undefined;
  let found: unknown = root;
  for (const step of reference.slice(2).split("/").filter(Boolean)) {
    const key = unescape(step);
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Object.entries(found).find(([name]) => name === key)?.[1];
  }
  return found;
}

function unescape(step: string): string {
  const plain = step.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
