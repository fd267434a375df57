import { ToolFailure } from "@roo-code/types";

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

export const defaultSize: WindowSize = { width: 900, height: 600 };
const smallest: WindowSize = { width: 200, height: 150 };
const largest: WindowSize = { width: 1920, height: 1440 };

/** Reads `1280x800`; also with a comma, as some write it. */
export function parseSize(text: string): WindowSize {
  const [, width, height] = /^\s*(\d{1,5})\s*[x×,]\s*(\d{1,5})\s*$/i.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  const isPossible =
    size.width >= smallest.width &&
    size.width <= largest.width &&
    size.height >= smallest.height &&
    size.height <= largest.height;
  if (isPossible) return size;
  throw new ToolFailure(
    "invalid_size",
    `"${text.slice(0, 40)}" is no window size. Write WIDTHxHEIGHT, from ${sizeText(smallest)} to ${sizeText(largest)}, such as 1280x800.`,
  );
}

/** Reads `450,300`, and `450,300@1024x768` for a point in a picture of that size. */
export function parsePoint(text: string, window: WindowSize): { readonly x: number; readonly y: number } {
  const [, x, y, width, height] =
    /^\s*\(?(\d+(?:\.\d+)?)\s*,\s*(\d+(?:\.\d+)?)\)?\s*(?:@\s*(\d+)\s*[x×,]\s*(\d+)\s*)?$/i.exec(text) ?? [];
  const scaleX = width === undefined ? 1 : window.width / Number(width);
  const scaleY = height === undefined ? 1 : window.height / Number(height);
  const point = { x: Math.round(Number(x) * scaleX), y: Math.round(Number(y) * scaleY) };
  if (point.x >= 0 && point.x < window.width && point.y >= 0 && point.y < window.height) return point;
  throw new ToolFailure(
    "invalid_coordinate",
    `"${text.slice(0, 40)}" is no point in the window of ${sizeText(window)}. Write x,y in pixels from the top left, or name an element of the snapshot.`,
  );
}

export function sizeText({ width, height }: WindowSize): string {
  return `${width}x${height}`;
}
