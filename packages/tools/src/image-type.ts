const signatures: readonly (readonly [mediaType: string, hex: RegExp])[] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^4749463839|^4749463837/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** The media type of an image that models can look at, by its first bytes. */
export function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  return signatures.find(([, hex]) => hex.test(start))?.[0];
}
