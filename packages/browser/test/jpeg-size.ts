import type { ImagePart } from "@roo-code/types";

/** From the frame header of a JPEG; throws for anything else. */
export function jpegSize(image: ImagePart | undefined): { width: number; height: number } {
  const bytes = Buffer.from(image?.data ?? "", "base64");
  if (bytes.readUInt16BE(0) !== 0xffd8) throw new Error("not a JPEG");
  let offset = 2;
  while (offset < bytes.length) {
    const marker = bytes.readUInt16BE(offset);
    if (marker >= 0xffc0 && marker <= 0xffc2)
      return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) };
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  throw new Error("a JPEG without a frame");
}
