import { type BrowserAction, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { isRecord, looseInput } from "./loose-input.ts";

const actions = [
  "launch",
  "navigate",
  "click",
  "hover",
  "type",
  "press",
  "scroll_down",
  "scroll_up",
  "resize",
  "snapshot",
  "screenshot",
  "dialog",
  "back",
  "close",
] as const;

export const browserActionInput = looseInput(
  {
    action: z.enum(actions),
    url: z.string().optional().describe("For launch and navigate"),
    element: z.string().optional().describe("Handle from the snapshot, such as e12"),
    coordinate: z.string().optional().describe("x,y in the window, or x,y@WIDTHxHEIGHT in a scaled image"),
    text: z
      .string()
      .optional()
      .describe(
        "For type: the text. For press: a key such as Enter or Control+a. For dialog: accept, dismiss, or an answer",
      ),
    size: z.string().optional().describe("For resize: WIDTHxHEIGHT"),
  },
  {
    names: { ref: "element", handle: "element", key: "text", value: "text", coordinates: "coordinate", address: "url" },
    adapt: adaptOlderForms,
  },
);

export type BrowserActionInput = z.infer<typeof browserActionInput>;

/** The browser action. Throws `ToolFailure` when a parameter is missing. */
export function toBrowserAction(input: BrowserActionInput): BrowserAction {
  const { action, element } = input;
  switch (action) {
    case "launch":
    case "navigate":
      return { action, url: withScheme(requireParameter(input, "url")) };
    case "click":
    case "hover":
      if (element === undefined && input.coordinate === undefined) throw missing(action, "element or coordinate");
      return element === undefined
        ? { action, coordinate: requireParameter(input, "coordinate") }
        : { action, element };
    case "type":
      return { action, text: requireParameter(input, "text"), element };
    case "press":
      return { action, key: requireParameter(input, "text") };
    case "scroll_down":
    case "scroll_up":
      return { action: "scroll", direction: action === "scroll_down" ? "down" : "up", element };
    case "resize":
      return { action, size: requireParameter(input, "size") };
    case "dialog":
      return dialogAction(requireParameter(input, "text"));
    case "snapshot":
      return { action, element };
    case "screenshot":
    case "back":
    case "close":
      return { action };
  }
}

function dialogAction(text: string): BrowserAction {
  const word = text.trim().toLowerCase();
  if (word === "accept" || word === "dismiss") return { action: "dialog", answer: word };
  return { action: "dialog", answer: "accept", text };
}

function requireParameter(input: BrowserActionInput, name: "url" | "text" | "size" | "coordinate"): string {
  const value = input[name];
  // White space is valid text to type.
  if (value === undefined || (name !== "text" && value.trim() === "")) throw missing(input.action, name);
  return value;
}

function missing(action: string, name: string): ToolFailure {
  return new ToolFailure("missing_parameter", `The action ${action} needs ${name}. Repeat the call with it.`);
}

/** `localhost:3000` and `example.com` as people type them. */
function withScheme(url: string): string {
  const address = url.trim();
  if (/^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(address)) return address;
  const isLocal = /^(localhost|[\w-]+\.localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)(:|\/|$)/i.test(address);
  // Servers print 0.0.0.0; the browser needs a real address.
  return `${isLocal ? "http" : "https"}://${address.replace(/^0\.0\.0\.0/, "localhost")}`;
}

/** `scroll` with a direction; points and sizes as lists or objects. */
function adaptOlderForms(input: Record<string, unknown>): Record<string, unknown> {
  const { direction, ...rest } = input;
  const adapted = { ...rest };
  if (rest.action === "scroll") adapted.action = direction === "up" ? "scroll_up" : "scroll_down";
  else if (direction !== undefined) adapted.direction = direction;
  if ("coordinate" in rest) adapted.coordinate = pairText(rest.coordinate, ["x", "y"], ",");
  if ("size" in rest) adapted.size = pairText(rest.size, ["width", "height"], "x");
  return adapted;
}

function pairText(value: unknown, names: readonly [string, string], separator: string): unknown {
  const pair: unknown[] = isRecord(value) ? names.map((name) => value[name]) : Array.isArray(value) ? value : [];
  const isPair = pair.length === 2 && pair.every((part) => typeof part === "number" || typeof part === "string");
  return isPair ? pair.join(separator) : value;
}
