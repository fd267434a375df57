/** A provider as data: its address, its credentials, its wire format. */
export interface ProviderRow {
  readonly id: string;
  /** Other names settings use for it. */
  readonly aliases?: readonly string[];
  /** The display name. */
  readonly label: string;
  readonly protocol: ProtocolName;
  /** How requests are authenticated; by default with the key as a bearer token. */
  readonly auth?: Auth;
  /** May contain `{region}` and `{project}`. Absent: settings must have one. */
  readonly baseUrl?: string;
  /** Environment variables that replace the base URL, in order. */
  readonly baseUrlVariables?: readonly string[];
  /** Converts an address in the vendor's own notation, from settings or a variable, to a URL. */
  readonly readAddress?: (address: string) => string;
  /** Environment variables for the key, in order. */
  readonly keyVariables: readonly string[];
  readonly needsKey: boolean;
  /** Environment variables of credentials other than a key: any of them makes the provider ready. */
  readonly credentialVariables?: readonly string[];
  /** For a cloud: sources of `{region}` and `{project}` if they are not in the settings. */
  readonly region?: { readonly variables: readonly string[]; readonly default: string };
  readonly project?: { readonly variables: readonly string[] };
  /** Runs on this machine: detected by a request to its address instead of by a key. */
  readonly isLocal?: boolean;
  /** Absent: settings must have one. */
  readonly defaultModel?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly dialect?: ChatDialect;
  /** URLs are built from an endpoint, a deployment and an `apiVersion`. */
  readonly isAzure?: boolean;
}

type ProtocolName =
  | "openai-chat"
  | "openai-responses"
  | "anthropic"
  | "gemini"
  | "bedrock"
  | "ollama"
  | "human-relay"
  | "replay";

/** `header`: the key alone in a header of this name. `google`, `aws`: the authentication of those clouds. */
type Auth = { readonly header: string } | "bearer" | "google" | "aws";

/** Differences of a chat server from the common form. */
export interface ChatDialect {
  /** The name of the reply limit on the row's own server; default `max_tokens`. */
  readonly maxTokensName?: "max_completion_tokens";
  /** Rejects `stream_options`; always reports usage. */
  readonly refusesStreamOptions?: boolean;
  /** Rejects a history without the reasoning it sent. */
  readonly requiresReasoning?: boolean;
  /** Accepts only call ids of nine letters and digits. */
  readonly requiresShortCallIds?: boolean;
  /**
   * How the reasoning effort is sent, if one is set; default `reasoning_effort`. `object` is `reasoning: {effort}` or
   * `{max_tokens}`, `none` is not at all.
   */
  readonly reasoningField?: "object" | "none";
  /** Sends signed or encrypted reasoning in `reasoning_details`, and expects it back. */
  readonly hasReasoningDetails?: boolean;
  /** Reports the cost of a reply on request. */
  readonly reportsCost?: boolean;
  /** Passes `cache_control` on to Claude, whose cache needs explicit breakpoints. */
  readonly passesCacheControl?: boolean;
  /** Supports only `json_object` for structured output, so the schema must be in the prompt. */
  readonly lacksJsonSchema?: boolean;
}
