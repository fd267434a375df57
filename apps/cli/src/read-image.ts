import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { type ImagePart, RooError, systemErrorCode } from "@roo-code/types";

const mediaTypes: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};
const maxBytes = 5 * 1024 * 1024;

/** Reads an image for a prompt. Throws `RooError` `bad_image`. */
export async function readImage(file: string): Promise<ImagePart> {
  const mediaType = mediaTypes[extname(file).toLowerCase()];
  if (!mediaType) throw badImage(`Unsupported image format: ${file}`, `Use ${Object.keys(mediaTypes).join(", ")}.`);
  const bytes = await readFile(file).catch((error: unknown) => {
    throw badImage(`Cannot read the image ${file} (${systemErrorCode(error)}).`, "Check its path and permissions.");
  });
  if (bytes.length > maxBytes) throw badImage(`The image ${file} is larger than 5 MB.`, "Resize it first.");
  return { type: "image", mediaType, data: bytes.toString("base64") };
}

function badImage(message: string, next: string): RooError {
  return new RooError({ code: "bad_image", message, next });
}
