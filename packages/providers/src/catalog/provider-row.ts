/** A provider as data: where it is, what it needs, which wire format it speaks. */
export interface ProviderRow {
  readonly id: string;
  /** Other names settings use for it. */
  readonly aliases?: readonly string[];
  /** What a person reads. */
  readonly label: string;
  readonly protocol: "openai-chat" | "replay";
  /** Absent: settings must bring one. */
  readonly baseUrl?: string;
  /** Environment variables that replace the base URL, in order. */
  readonly baseUrlVariables?: readonly string[];
  /** Environment variables that may hold the key, in order. */
  readonly keyVariables: readonly string[];
  readonly needsKey: boolean;
  /** Absent: settings must bring one. */
  readonly defaultModel?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly dialect?: ChatDialect;
}

/** Where a chat server differs from the common form. */
export interface ChatDialect {
  /** What the limit of a reply is called, on the row's own server; `max_tokens` when absent. */
  readonly maxTokensName?: "max_completion_tokens";
  /** Refuses `stream_options`; reports usage without being asked. */
  readonly refusesStreamOptions?: boolean;
  /** Refuses a history without the reasoning it sent. */
  readonly wantsReasoningBack?: boolean;
  /** Accepts only call ids of nine letters and digits. */
  readonly wantsShortCallIds?: boolean;
}
