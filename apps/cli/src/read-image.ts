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
const largest = 5 * 1024 * 1024;

/** A picture to go with a prompt. Throws `RooError` `bad_image`. */
export async function readImage(file: string): Promise<ImagePart> {
  const mediaType = mediaTypes[extname(file).toLowerCase()];
  if (!mediaType)
    throw badImage(`${file} is no picture a model can see.`, `Use ${Object.keys(mediaTypes).join(", ")}.`);
  const bytes = await readFile(file).catch((error: unknown) => {
    throw badImage(`The picture ${file} cannot be read (${systemErrorCode(error)}).`, "Check its name and rights.");
  });
  if (bytes.length > largest) throw badImage(`The picture ${file} is larger than 5 MB.`, "Make it smaller first.");
  return { type: "image", mediaType, data: bytes.toString("base64") };
}

function badImage(message: string, next: string): RooError {
  return new RooError({ code: "bad_image", message, next });
}
