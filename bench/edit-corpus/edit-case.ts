/** What a model sent, and what must come of it. */
export interface EditCase {
  readonly name: string;
  readonly kind: string;
  /** For its extension. */
  readonly path: string;
  /** The file as it is on disk when the edit comes. */
  readonly file: Uint8Array;
  /** The file as the model read it, where it has changed since. */
  readonly read?: Uint8Array;
  readonly call: EditCall;
  /** The file afterwards; `refused`: as before. */
  readonly expected: Uint8Array | "refused";
}

export type EditCall =
  | { readonly tool: "apply_diff"; readonly diff: string }
  | { readonly tool: "edit"; readonly search: string; readonly replace: string }
  | { readonly tool: "apply_patch"; readonly patch: string };

export function bytesOf(lines: readonly string[], ending = "\n"): Uint8Array {
  return Buffer.from(lines.map((line) => line + ending).join(""));
}
