import type { ImagePart } from "@roo-code/types";
import { tell } from "../../ui/toast.ts";

export const maxImages = 20;
const maxBytes = 8 * 1024 * 1024;

/** Pictures among files that were pasted, dropped or chosen. */
export async function readImages(files: Iterable<File>): Promise<ImagePart[]> {
  const images: ImagePart[] = [];
  for (const file of files) {
    if (!/^image\/(png|jpeg|gif|webp)$/.test(file.type)) continue;
    if (file.size > maxBytes) {
      tell(`${file.name} is larger than 8 MB and was skipped.`);
      continue;
    }
    images.push({ type: "image", mediaType: file.type, data: await base64Of(file) });
  }
  return images;
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  // All at once would be more arguments than a call takes.
  for (let from = 0; from < bytes.length; from += pieceBytes)
    text += String.fromCharCode(...bytes.subarray(from, from + pieceBytes));
  return btoa(text);
}

const pieceBytes = 8192;
