import type { ImagePart } from "@roo-code/types";
import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";

export function imageUrl({ mediaType, data }: ImagePart): string {
  return `data:${mediaType};base64,${data}`;
}

export function Images({ images }: { readonly images: readonly ImagePart[] }) {
  const [open, setOpen] = useState<ImagePart>();
  if (images.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {images.map((image, index) => (
        <button key={index} type="button" aria-label={`Enlarge image ${index + 1}`} onClick={() => setOpen(image)}>
          <img
            src={imageUrl(image)}
            alt={`Image ${index + 1}`}
            className="max-h-48 max-w-full rounded-md border object-contain"
          />
        </button>
      ))}
      <Dialog isOpen={open !== undefined} onClose={() => setOpen(undefined)} title="Image" width="lg">
        {open && <img src={imageUrl(open)} alt="Enlarged" className="mx-auto" />}
      </Dialog>
    </div>
  );
}
