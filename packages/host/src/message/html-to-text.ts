import { decodeEntities } from "./html-entities.ts";
import { type HtmlToken, htmlTokens } from "./html-tokens.ts";
import { TextWriter } from "./text-writer.ts";

/**
 * A page as a person would read it, with headings, lists, links and code marked as in Markdown. It follows tags, not a
 * style sheet: what a page hides by style is still in the text.
 */
export function htmlToText(html: string, base: URL): string {
  const reader = new PageReader(base);
  for (const token of htmlTokens(html)) reader.read(token);
  return reader.end();
}

/** Not shown, or not as text. */
const hiddenElements = new Set(["template", "svg", "math", "iframe", "object", "canvas", "audio", "video", "datalist"]);
const spacedBlocks = new Set(
  "p ul ol dl table blockquote figure section article header footer main nav form".split(" "),
);
const blocks = new Set("div li tr br hr dt dd title option legend fieldset address aside details summary".split(" "));
const longestLink = 300;
const deepestList = 10;

class PageReader {
  readonly #writer = new TextWriter();
  readonly #base: URL;
  /** The element that hides what is in it, and how often it is open. */
  #hidden: { readonly name: string; depth: number } | undefined;
  /** How far each open list has counted; undefined for one that does not count. */
  readonly #lists: (number | undefined)[] = [];
  #preformatted = 0;
  #cellsInRow = 0;
  #link: { readonly href: string; readonly start: number } | undefined;

  constructor(base: URL) {
    this.#base = base;
  }

  read(token: HtmlToken): void {
    if (token.type === "text") this.#text(token.text);
    else if (this.#hidden) this.#hide(token);
    else if (token.type === "open") this.#open(token.name, token.source);
    else this.#close(token.name);
  }

  end(): string {
    this.#endLink();
    return this.#writer.end();
  }

  #text(text: string): void {
    if (this.#hidden) return;
    const decoded = decodeEntities(text);
    if (this.#preformatted > 0) this.#writer.verbatim(decoded.replaceAll("\r\n", "\n"));
    else this.#writer.text(decoded);
  }

  #hide(token: Exclude<HtmlToken, { type: "text" }>): void {
    if (!this.#hidden || token.name !== this.#hidden.name) return;
    this.#hidden.depth += token.type === "open" ? 1 : -1;
    if (this.#hidden.depth === 0) this.#hidden = undefined;
  }

  #open(name: string, source: string): void {
    if (hiddenElements.has(name)) {
      if (!source.endsWith("/")) this.#hidden = { name, depth: 1 };
      return;
    }
    this.#space(name);
    const heading = /^h([1-6])$/.exec(name)?.[1];
    if (heading !== undefined) this.#writer.prefix(`${"#".repeat(Number(heading))} `);
    else if (name === "ul" || name === "ol") this.#lists.push(name === "ol" ? 0 : undefined);
    else if (name === "li") this.#writer.prefix(this.#bullet());
    else if (name === "tr") this.#cellsInRow = 0;
    else if (name === "td" || name === "th") this.#cell();
    else if (name === "pre") this.#openPreformatted();
    else if (name === "hr") this.#rule();
    else if (name === "a") this.#startLink(attributeOf(source, "href"));
    else if (name === "img") this.#image(attributeOf(source, "alt"));
  }

  #close(name: string): void {
    if (name === "a") this.#endLink();
    if (name === "ul" || name === "ol") this.#lists.pop();
    if (name === "pre" && this.#preformatted > 0) this.#closePreformatted();
    this.#space(name);
  }

  #space(name: string): void {
    if (spacedBlocks.has(name) && this.#lists.length === 0) this.#writer.break(2);
    else if (/^h[1-6]$/.test(name)) this.#writer.break(2);
    else if (blocks.has(name) || spacedBlocks.has(name)) this.#writer.break(1);
  }

  #bullet(): string {
    const depth = this.#lists.length;
    const count = this.#lists.at(-1);
    if (count !== undefined) this.#lists[depth - 1] = count + 1;
    const mark = count === undefined ? "-" : `${count + 1}.`;
    return `${"  ".repeat(Math.min(deepestList, Math.max(0, depth - 1)))}${mark} `;
  }

  #cell(): void {
    if (this.#cellsInRow > 0) this.#writer.verbatim(" | ");
    this.#cellsInRow += 1;
  }

  #openPreformatted(): void {
    this.#preformatted += 1;
    this.#writer.break(2);
    this.#writer.verbatim("```\n");
  }

  #closePreformatted(): void {
    this.#preformatted -= 1;
    this.#writer.verbatim("\n```");
    this.#writer.break(2);
  }

  #rule(): void {
    this.#writer.verbatim("---");
    this.#writer.break(1);
  }

  #image(alt: string | undefined): void {
    if (alt?.trim()) this.#writer.text(`[image: ${alt.trim()}]`);
  }

  /** Where it leads stands behind the words of a link; not for a place in the same page. */
  #startLink(href: string | undefined): void {
    this.#endLink();
    if (href === undefined || href.startsWith("#")) return;
    const url = URL.parse(href, this.#base.href);
    const isShown = (url?.protocol === "http:" || url?.protocol === "https:") && url.href.length <= longestLink;
    if (isShown) this.#link = { href: url.href, start: this.#writer.count };
  }

  #endLink(): void {
    if (this.#link && this.#writer.count > this.#link.start) this.#writer.text(` (${this.#link.href})`);
    this.#link = undefined;
  }
}

function attributeOf(source: string, name: "href" | "alt"): string | undefined {
  const pattern =
    name === "href" ? /\shref\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)/i : /\salt\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)/i;
  const value = pattern.exec(source)?.[1];
  return value === undefined ? undefined : decodeEntities(value.replace(/^(["'])(.*)\1$/s, "$2"));
}
