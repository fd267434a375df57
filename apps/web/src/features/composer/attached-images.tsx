import type { ImagePart } from "@roo-code/types";
import { ImagePlus, X } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { showToast } from "../../ui/toast.ts";
import { imageUrl } from "../chat/images.tsx";

interface AttachedImagesProps {
  readonly images: readonly ImagePart[];
  readonly onChange: (images: readonly ImagePart[]) => void;
}

export function AttachedImages({ images, onChange }: AttachedImagesProps) {
  if (images.length === 0) return null;
  return (
    <ul aria-label="Attached images" className="flex flex-wrap gap-2 px-3 pt-3">
      {images.map((image, index) => (
        <li key={index} className="relative">
          <img src={imageUrl(image)} alt={`Image ${index + 1}`} className="size-16 rounded-md border object-cover" />
          <IconButton
            label={`Remove image ${index + 1}`}
            className="absolute -top-2 -right-2 size-5 rounded-full border bg-raised"
            onClick={() => onChange(images.toSpliced(index, 1))}
          >
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

export function ImageButton({ onFiles }: { readonly onFiles: (files: FileList) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        hidden
        onChange={(event) => event.target.files && onFiles(event.target.files)}
      />
      <IconButton label="Attach images" onClick={() => input.current?.click()}>
        <ImagePlus />
      </IconButton>
    </>
  );
}

export const maxImages = 20;
const maxBytes = 8 * 1024 * 1024;

/** The images among pasted, dropped or chosen files. */
export async function readImages(files: Iterable<File>): Promise<ImagePart[]> {
  const images: ImagePart[] = [];
  for (const file of files) {
    if (!/^image\/(png|jpeg|gif|webp)$/.test(file.type)) continue;
    if (file.size > maxBytes) {
      showToast(`${file.name} is larger than 8 MB and was skipped.`);
      continue;
    }
    images.push({ type: "image", mediaType: file.type, data: await base64Of(file) });
  }
  return images;
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  // In chunks: the number of arguments of a call is limited.
  for (let from = 0; from < bytes.length; from += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(from, from + chunkBytes));
  return btoa(text);
}

const chunkBytes = 8192;
