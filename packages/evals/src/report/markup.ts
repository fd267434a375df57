import { printableText } from "./shown-text.ts";

/** HTML or SVG that may be put into a page as it is. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type MarkupPart = string | number | Markup | null | readonly MarkupPart[];

/** A template whose parts are escaped, for text and for attributes in double quotes; other markup goes in as it is. */
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
