import { printableText } from "./shown-text.ts";

/** HTML or SVG that may be inserted unchanged. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type MarkupPart = string | number | Markup | null | readonly MarkupPart[];

/** A template whose values are escaped for text and for attributes in double quotes; markup is inserted unchanged. */
export function html(template: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(template.map((fixed, index) => fixed + textOf(parts[index] ?? null)).join(""));
}

function textOf(part: MarkupPart): string {
  if (part === null) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(textOf).join("");
  return escapeHtml(String(part));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return printableText(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
