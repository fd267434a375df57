/** A provider as data: where it is, what it needs, which wire format it speaks. */
export interface ProviderRow {
  readonly id: string;
  /** Other names settings use for it. */
  readonly aliases?: readonly string[];
  /** What a person reads. */
  readonly label: string;
  readonly protocol: ProtocolName;
  /** How a request says who sends it; by default the key as a bearer token. */
  readonly auth?: Auth;
  /** May hold `{region}` and `{project}`. Absent: settings must bring one. */
  readonly baseUrl?: string;
  /** Environment variables that replace the base URL, in order. */
  readonly baseUrlVariables?: readonly string[];
  /** The URL that is meant by an address in the vendor's own way of writing, given by a person or a variable. */
  readonly readAddress?: (given: string) => string;
  /** Environment variables that may hold the key, in order. */
  readonly keyVariables: readonly string[];
  readonly needsKey: boolean;
  /** Environment variables that stand for credentials without a key: any of them makes the provider ready. */
  readonly credentialVariables?: readonly string[];
  /** For a cloud: where `{region}` and `{project}` come from when settings name none. */
  readonly region?: { readonly variables: readonly string[]; readonly default: string };
  readonly project?: { readonly variables: readonly string[] };
  /** Runs on this machine: found by asking its address instead of looking for a key. */
  readonly isLocal?: boolean;
  /** Absent: settings must bring one. */
  readonly defaultModel?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly dialect?: ChatDialect;
  /** Azure's way of building addresses from an endpoint, a deployment and an `apiVersion`. */
  readonly isAzure?: boolean;
}

export type ProtocolName =
  | "openai-chat"
  | "openai-responses"
  | "anthropic"
  | "gemini"
  | "bedrock"
  | "ollama"
  | "human-relay"
  | "replay";

/** `header`: the key alone in a header of this name. `google`, `aws`: what those clouds ask for. */
export type Auth = { readonly header: string } | "bearer" | "google" | "aws";

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
  /**
   * How the amount of thought is said, if the person set one; `reasoning_effort` when absent. `object` is
   * `reasoning: {effort}` or `{max_tokens}`, `none` is not at all.
   */
  readonly thought?: "object" | "none";
  /** Keeps what signs or hides thought in `reasoning_details`, and wants it back. */
  readonly hasReasoningDetails?: boolean;
  /** Reports what a reply cost, if it is asked to. */
  readonly reportsCost?: boolean;
  /** Hands `cache_control` on to Claude, whose cache has to be told where to stop. */
  readonly marksCache?: boolean;
  /** For structured output it knows `json_object` only, so that the schema has to be told in words. */
  readonly lacksJsonSchema?: boolean;
}
