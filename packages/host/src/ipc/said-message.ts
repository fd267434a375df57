import type { ImagePart, Op } from "@roo-code/types";
import type { TaskSession } from "../task-session.ts";

export interface Said {
  readonly text: string;
  /** As it was typed, where the text is what a slash command stands for. */
  readonly typed?: string;
  readonly images: readonly string[];
}

/** A client's words with what they mention, as if they had been typed at a terminal. */
export async function messageOp(
  { text, typed = text, images }: Said,
  options: { session: TaskSession; opId: string; log: (line: string) => void },
): Promise<Op> {
  const { session, opId, log } = options;
  const composed = await session.compose(typed, new AbortController().signal);
  for (const notice of composed.notices) log(notice);
  const pictures = images.flatMap((image) => readImage(image) ?? []);
  if (pictures.length < images.length) log(`${images.length - pictures.length} pictures were no data URIs of images.`);
  const { attachment, seen } = composed;
  return {
    type: "message.send",
    opId,
    text,
    images: [...pictures, ...composed.images],
    ...(seen.length > 0 && { seen: [...seen] }),
    ...(attachment !== undefined && { attachment }),
  };
}

/** Roo Code sends pictures as data URIs. */
function readImage(uri: string): ImagePart | undefined {
  const [, mediaType, data] = /^data:(image\/[\w.+-]+);base64,([\w+/=]+)$/.exec(uri) ?? [];
  return mediaType === undefined || data === undefined ? undefined : { type: "image", mediaType, data };
}
