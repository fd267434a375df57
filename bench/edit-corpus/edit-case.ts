/** A call of a model, and the expected result. */
export interface EditCase {
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  /** The file on disk when the edit is applied. */
  readonly file: Uint8Array;
  /** The file as the model read it, if it has changed since. */
  readonly read?: Uint8Array;
  readonly call: EditCall;
  /** The file afterwards; `refused`: unchanged. */
  readonly expected: Uint8Array | "refused";
}

export type EditCall =
  | { readonly tool: "apply_diff"; readonly diff: string }
  | { readonly tool: "edit"; readonly search: string; readonly replace: string }
  | { readonly tool: "apply_patch"; readonly patch: string };

export function bytesOf(lines: readonly string[], ending = "\n"): Uint8Array {
  return Buffer.from(lines.map((line) => line + ending).join(""));
}
