import { ToolFailure } from "@roo-code/types";

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

export const defaultSize: WindowSize = { width: 900, height: 600 };
const minSize: WindowSize = { width: 200, height: 150 };
const maxSize: WindowSize = { width: 1920, height: 1440 };

/** Reads `1280x800`; some models write a comma. */
export function parseSize(text: string): WindowSize {
  const [, width, height] = /^\s*(\d{1,5})\s*[x×,]\s*(\d{1,5})\s*$/i.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  const isPossible =
    size.width >= minSize.width &&
    size.width <= maxSize.width &&
    size.height >= minSize.height &&
    size.height <= maxSize.height;
  if (isPossible) return size;
  throw new ToolFailure(
    "invalid_size",
    `"${text.slice(0, 40)}" is not a window size. Use WIDTHxHEIGHT, from ${sizeText(minSize)} to ${sizeText(maxSize)}, such as 1280x800.`,
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
    `"${text.slice(0, 40)}" is not a point in the ${sizeText(window)} window. Use x,y in pixels from the top left, or name an element of the snapshot.`,
  );
}

export function sizeText({ width, height }: WindowSize): string {
  return `${width}x${height}`;
}

const keyAliases: Readonly<Record<string, string>> = {
  ctrl: "Control",
  cmd: "Meta",
  command: "Meta",
  win: "Meta",
  option: "Alt",
  esc: "Escape",
  return: "Enter",
  del: "Delete",
  space: "Space",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
  pgup: "PageUp",
  pgdn: "PageDown",
};
const keyNames = new Map(
  "Control Shift Alt Meta Enter Tab Escape Backspace Delete Space Home End Insert PageUp PageDown ArrowUp ArrowDown ArrowLeft ArrowRight"
    .split(" ")
    .map((name) => [name.toLowerCase(), name]),
);

/** `ctrl+a` → `Control+a`, the browser's names of keys. */
export function keyName(text: string): string {
  return text
    .trim()
    .split(/(?<=.)\+/)
    .map((part) => keyAliases[part.toLowerCase()] ?? keyNames.get(part.toLowerCase()) ?? part)
    .join("+");
}

/** Only addresses that go through the proxy, and the empty page. */
export function admitUrl(text: string): URL {
  const url = URL.parse(text.trim());
  if (!url)
    throw new ToolFailure(
      "invalid_url",
      `"${text.slice(0, 100)}" is not a URL. Use a full address, such as http://localhost:3000/.`,
    );
  if (url.protocol === "http:" || url.protocol === "https:" || url.href === "about:blank") return url;
  const advice =
    url.protocol === "file:"
      ? "Serve the folder, for example with `npx --yes serve` or `python3 -m http.server` in the background, and open it on localhost."
      : "Open an http or https address.";
  throw new ToolFailure("address_refused", `The browser does not open ${url.protocol} addresses. ${advice}`);
}
