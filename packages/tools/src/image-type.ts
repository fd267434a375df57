type Signatures = readonly (readonly [name: string, hex: RegExp])[];

const signatures: Signatures = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^4749463839|^4749463837/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** The media type of an image that models accept, by its first bytes. */
export function imageType(bytes: Uint8Array): string | undefined {
  return matchSignature(signatures, bytes);
}

const otherSignatures: Signatures = [
  ["BMP", /^424d.{8}00000000/],
  ["TIFF", /^(?:49492a00|4d4d002a)/],
  ["icon", /^00000100/],
  ["AVIF", /^.{8}6674797061766966/],
  ["HEIC", /^.{8}6674797068656963/],
];

/** The format of an image that models do not accept, by its first bytes. */
export function otherImageFormat(bytes: Uint8Array): string | undefined {
  return matchSignature(otherSignatures, bytes);
}

function matchSignature(known: Signatures, bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  return known.find(([, hex]) => hex.test(start))?.[0];
}
