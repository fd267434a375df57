import type { ShellWord } from "./shell-word.ts";

/** What a wrapper runs: words, or a text that is parsed again. */
export type Inner = readonly ShellWord[] | string;

export interface Unwrapped {
  readonly wrapper: "through" | "opaque";
  readonly inner: readonly Inner[];
  readonly isInnerFixed: boolean;
  readonly doubts: readonly string[];
  readonly assignments: readonly { readonly name: string; readonly text: string }[];
}

/** Needs leave of its own, and runs nothing that is known. */
export const opaque: Unwrapped = { wrapper: "opaque", inner: [], isInnerFixed: true, doubts: [], assignments: [] };
