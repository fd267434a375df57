import { type Mode, RooError } from "@roo-code/types";

/** Throws `RooError` `unknown_mode`. */
export function findMode(modes: readonly Mode[], slug: string): Mode {
  const mode = modes.find((candidate) => candidate.slug === slug);
  if (mode) return mode;
  const known = modes.map((candidate) => candidate.slug).join(", ");
  throw new RooError({
    code: "unknown_mode",
    message: `There is no mode "${slug.slice(0, 80)}".`,
    next: `Available modes: ${known}.`,
  });
}

/** When to use a mode, in one line. */
export function modePurpose({ whenToUse, description, roleDefinition }: Mode): string {
  const text = whenToUse ?? description ?? roleDefinition;
  return (text.trim().split("\n", 1)[0] ?? "").slice(0, 300);
}
