import type { JsonRecord } from "../../json-value.ts";
import type { OfferedTools } from "../offered-tools.ts";
import type { TextScan } from "../text-scan.ts";

/** The notations in which models write calls as text. */
export type TextFormId =
  | "json"
  | "tagged-json"
  | "function-tag"
  | "invoke-tag"
  | "tool-tag"
  | "mistral"
  | "token-framed"
  | "harmony";

/** A call as written; whether the tool exists is not checked yet. */
export interface WrittenCall {
  readonly name: string;
  readonly input: JsonRecord;
}

export interface WrittenCalls {
  readonly calls: readonly WrittenCall[];
  /** Their end in the text. */
  readonly end: number;
}

export interface TextForm {
  readonly id: TextFormId;
  /** Has its own markers, so that it counts anywhere in the text; otherwise only at the end. */
  readonly isMarked: boolean;
  /** Must begin a line, unless it is in a fence. */
  readonly needsOwnLine?: boolean;
  /** A pattern for the start of calls. Must not look far ahead. */
  opener(tools: OfferedTools): string;
  /** Prefixes that are held back once a model is known to use this form. */
  prefixes(tools: OfferedTools): readonly string[];
  /** The calls at `at`. undefined if there is none, or an incomplete one. */
  read(scan: TextScan, at: number): WrittenCalls | undefined;
}
