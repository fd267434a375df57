import type { ImagePart } from "@roo-code/types";

/** The server that makes images. Holds the key: never to be shown. */
export interface ImageServer {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
}

export interface ImagePrompt {
  readonly prompt: string;
  readonly image?: ImagePart;
}

/** A vendor's image API: pure, so that it can be read beside its documentation. */
export interface ImageVendor {
  readonly defaultModel?: string;
  request(server: ImageServer, prompt: ImagePrompt): ImageRequest;
  /** The answer is parsed JSON. */
  read(answer: unknown): MadeImage;
}

export interface ImageRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a form. */
  readonly body: FormData | object;
}

/** The image in base64, or the text that came instead. */
export type MadeImage =
  | { readonly data: string; readonly mediaType: string }
  | { readonly data?: never; readonly text: string | undefined };

export function bearer({ apiKey }: ImageServer): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

export function dataUrl({ mediaType, data }: ImagePart): string {
  return `data:${mediaType};base64,${data}`;
}

/** A value inside an answer, by its path; undefined where the answer has another shape. */
export function valueAt(answer: unknown, ...path: readonly (string | number)[]): unknown {
  let value = answer;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

export function textAt(answer: unknown, ...path: readonly (string | number)[]): string | undefined {
  const value = valueAt(answer, ...path);
  return typeof value === "string" && value !== "" ? value : undefined;
}
