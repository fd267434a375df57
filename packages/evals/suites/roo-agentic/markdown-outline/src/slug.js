/** Gives out names of places. */
export function createSlugs() {
  const counts = new Map();
  return (text) => {
    const name = text.toLowerCase().replaceAll(" ", "-");
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  };
}
