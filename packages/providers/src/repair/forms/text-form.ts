import type { JsonRecord } from "../../json-value.ts";
import type { OfferedTools } from "../offered-tools.ts";
import type { TextScan } from "../text-scan.ts";

/** The ways in which models write calls as text. */
export type TextFormId =
  | "json"
  | "tagged-json"
  | "function-tag"
  | "invoke-tag"
  | "tool-tag"
  | "mistral"
  | "token-framed"
  | "harmony";

/** A call as it was written; nobody has looked yet whether there is such a tool. */
export interface WrittenCall {
  readonly name: string;
  readonly input: JsonRecord;
}

export interface WrittenCalls {
  readonly calls: readonly WrittenCall[];
  /** Where they end in the text. */
  readonly end: number;
}

export interface TextForm {
  readonly id: TextFormId;
  /** Its own markers make it a call anywhere in the text; otherwise only what the text ends with is one. */
  readonly isMarked: boolean;
  /** Must begin a line, where it is not in a fence. */
  readonly wantsOwnLine?: boolean;
  /** A pattern for where calls may begin. Bounded: it must not look far ahead. */
  opener(tools: OfferedTools): string;
  /** Beginnings that are kept from the screen once a model is known for this form. */
  beginnings(tools: OfferedTools): readonly string[];
  /** The calls that begin at `at`. Undefined when there is none, or one that is not whole. */
  read(scan: TextScan, at: number): WrittenCalls | undefined;
}
