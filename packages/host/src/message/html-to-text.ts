import { type TokenizerCallbacks as Callbacks, Tokenizer } from "htmlparser2";
import { TextWriter } from "./text-writer.ts";

/**
 * The readable text of a page, with headings, lists, links and code marked as in Markdown. It follows tags, not style
 * sheets: text that is hidden by style is included.
 */
export function htmlToText(html: string, base: URL): string {
  const reader = new PageReader(html, base);
  // Not the library's Parser: its stack of open elements makes deeply nested pages take quadratic time.
  const tokenizer = new Tokenizer({}, reader);
  tokenizer.write(html);
  tokenizer.end();
  return reader.text();
}

/** Elements without readable text. The content of raw elements is not markup. */
const rawElements = new Set("script style iframe noembed noframes".split(" "));
const hiddenElements = new Set([...rawElements, ..."template svg math object canvas audio video datalist".split(" ")]);
const spacedBlocks = new Set(
  "p ul ol dl table blockquote figure section article header footer main nav form".split(" "),
);
const blocks = new Set("div li tr br hr dt dd title option legend fieldset address aside details summary".split(" "));
const maxLinkLength = 300;
const maxListDepth = 10;

class PageReader implements Callbacks {
  readonly #writer = new TextWriter();
  readonly #html: string;
  readonly #base: URL;
  /** The hidden element being read, and its nesting depth. */
  #hidden: { readonly name: string; depth: number } | undefined;
  /** The last number of each open list; undefined for unordered lists. */
  readonly #lists: (number | undefined)[] = [];
  #preformatted = 0;
  #cellsInRow = 0;
  #link: { readonly href: string; readonly start: number } | undefined;
  /** The tag and attribute being read. */
  #tag = { name: "", attributes: new Map<string, string>() };
  #attribute = { name: "", value: "" };

  constructor(html: string, base: URL) {
    this.#html = html;
    this.#base = base;
  }

  text(): string {
    this.#endLink();
    return this.#writer.end();
  }

  ontext(start: number, end: number): void {
    this.#write(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#write(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.#tag = { name: this.#html.slice(start, end).toLowerCase(), attributes: new Map() };
  }

  onattribname(start: number, end: number): void {
    this.#attribute = { name: this.#html.slice(start, end).toLowerCase(), value: "" };
  }

  onattribdata(start: number, end: number): void {
    this.#attribute.value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#attribute.value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    const { name, value } = this.#attribute;
    if (!this.#tag.attributes.has(name)) this.#tag.attributes.set(name, value);
  }

  onopentagend(): void {
    const { name, attributes } = this.#tag;
    if (this.#hidden?.name === name) this.#hidden.depth += 1;
    else if (this.#hidden) return;
    else if (hiddenElements.has(name)) this.#hidden = { name, depth: 1 };
    else this.#open(name, attributes);
  }

  onselfclosingtag(): void {
    const { name, attributes } = this.#tag;
    // In HTML a slash does not close a raw element.
    if (rawElements.has(name)) this.onopentagend();
    else if (!this.#hidden && !hiddenElements.has(name)) this.#open(name, attributes);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    if (!this.#hidden) this.#close(name);
    else if (this.#hidden.name === name) this.#hidden.depth -= 1;
    if (this.#hidden?.depth === 0) this.#hidden = undefined;
  }

  isInForeignContext(): boolean {
    return this.#hidden?.name === "svg" || this.#hidden?.name === "math";
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}

  #write(text: string): void {
    if (this.#hidden) return;
    if (this.#preformatted > 0) this.#writer.verbatim(text.replaceAll("\r\n", "\n"));
    else this.#writer.text(text);
  }

  #open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#space(name);
    const heading = /^h([1-6])$/.exec(name)?.[1];
    if (heading !== undefined) this.#writer.prefix(`${"#".repeat(Number(heading))} `);
    else if (name === "ul" || name === "ol") this.#lists.push(name === "ol" ? 0 : undefined);
    else if (name === "li") this.#writer.prefix(this.#bullet());
    else if (name === "tr") this.#cellsInRow = 0;
    else if (name === "td" || name === "th") this.#cell();
    else if (name === "pre") this.#openPreformatted();
    else if (name === "hr") this.#rule();
    else if (name === "a") this.#startLink(attributes.get("href"));
    else if (name === "img") this.#image(attributes.get("alt"));
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
    return `${"  ".repeat(Math.min(maxListDepth, Math.max(0, depth - 1)))}${mark} `;
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

  /** The address is written after the text of the link, unless it points into the same page. */
  #startLink(href: string | undefined): void {
    this.#endLink();
    if (href === undefined || href.startsWith("#")) return;
    const url = URL.parse(href, this.#base.href);
    const isShown = (url?.protocol === "http:" || url?.protocol === "https:") && url.href.length <= maxLinkLength;
    if (isShown) this.#link = { href: url.href, start: this.#writer.count };
  }

  #endLink(): void {
    if (this.#link && this.#writer.count > this.#link.start) this.#writer.text(` (${this.#link.href})`);
    this.#link = undefined;
  }
}
