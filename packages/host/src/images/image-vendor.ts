import type { ImagePart } from "@roo-code/types";

/** The server that generates images. Contains the key, so it must not be shown. */
export interface ImageServer {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
}

export interface ImagePrompt {
  readonly prompt: string;
  readonly image?: ImagePart;
}

/** A vendor's image API, as pure functions. */
export interface ImageVendor {
  readonly defaultModel?: string;
  request(server: ImageServer, prompt: ImagePrompt): ImageRequest;
  /** Takes the parsed JSON response. */
  read(response: unknown): GeneratedImage;
}

export interface ImageRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a form. */
  readonly body: FormData | object;
}

/** The image in base64, or the text of a response without one. */
type GeneratedImage =
  | { readonly data: string; readonly mediaType: string }
  | { readonly data?: never; readonly text: string | undefined };

export function bearer({ apiKey }: ImageServer): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

export function dataUrl({ mediaType, data }: ImagePart): string {
  return `data:${mediaType};base64,${data}`;
}

/** A nested value by its path; undefined if the response has another shape. */
export function valueAt(response: unknown, ...path: readonly (string | number)[]): unknown {
  let value = response;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

export function textAt(response: unknown, ...path: readonly (string | number)[]): string | undefined {
  const value = valueAt(response, ...path);
  return typeof value === "string" && value !== "" ? value : undefined;
}
