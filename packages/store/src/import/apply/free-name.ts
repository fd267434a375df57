export type Presence = "free" | "same" | "different";

/** The first of `name`, `name-imported`, `name-imported-2`, … that is free or already holds the same thing. */
export async function freeName(
  nameWith: (suffix: string) => string,
  look: (name: string) => Promise<Presence>,
): Promise<{ name: string; presence: "free" | "same" }> {
  for (let count = 0; ; count += 1) {
    const name = nameWith(suffixOf(count));
    const presence = await look(name);
    if (presence !== "different") return { name, presence };
  }
}

function suffixOf(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "-imported" : `-imported-${count}`;
}
