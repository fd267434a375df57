import type { ImagePart } from "@roo-code/types";

/** Roo Code's clients send images as data URIs. What is none is left out. */
export function readImages(uris: readonly string[]): readonly ImagePart[] {
  return uris.flatMap((uri) => {
    const [, mediaType, data] = /^data:(image\/[\w.+-]+);base64,([\w+/=]+)$/.exec(uri) ?? [];
    return mediaType === undefined || data === undefined ? [] : [{ type: "image", mediaType, data }];
  });
}
