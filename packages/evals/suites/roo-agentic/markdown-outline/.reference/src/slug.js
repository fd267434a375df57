/** Gives out names of places, each only once. */
export function createSlugs() {
  const given = new Set();
  return (text) => {
    const kept = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-");
    const name = kept === "" ? "section" : kept;
    let slug = name;
    for (let count = 1; given.has(slug); count += 1) slug = `${name}-${count}`;
    given.add(slug);
    return slug;
  };
}
