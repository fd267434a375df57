export type HtmlToken =
  | { readonly type: "text"; readonly text: string }
  /** `source` is what stands between the angle brackets. */
  | { readonly type: "open"; readonly name: string; readonly source: string }
  | { readonly type: "close"; readonly name: string };

/** What they hold is no markup, and nothing that is shown. */
const rawElements: Readonly<Record<string, RegExp>> = { script: /<\/script/gi, style: /<\/style/gi };

/** The pieces of a page, in one pass: a tag that never ends takes the rest with it, as in a browser. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  for (let at = 0; at < html.length; ) {
    const start = html.indexOf("<", at);
    if (start !== at) yield { type: "text", text: html.slice(at, start === -1 ? html.length : start) };
    if (start === -1) return;
    if (html.startsWith("<!--", start)) {
      at = endOf(html.indexOf("-->", start + 4), 3, html);
      continue;
    }
    if (!/[a-z/!?]/i.test(html.charAt(start + 1))) {
      yield { type: "text", text: "<" };
      at = start + 1;
      continue;
    }
    const end = tagEnd(html, start + 1);
    const tag = toTag(html.slice(start + 1, end));
    if (tag) yield tag;
    at = tag?.type === "open" ? behindRawText(html, tag.name, end + 1) : end + 1;
  }
}

function toTag(source: string): HtmlToken | undefined {
  const [, slash, name] = /^(\/?)([a-z][^\s/]{0,50})/i.exec(source) ?? [];
  if (name === undefined) return undefined;
  return slash === "/"
    ? { type: "close", name: name.toLowerCase() }
    : { type: "open", name: name.toLowerCase(), source };
}

/** Quotes count where a value begins only: an apostrophe elsewhere is a letter. */
function tagEnd(html: string, start: number): number {
  let quote = "";
  let isValue = false;
  for (let at = start; at < html.length; at += 1) {
    const letter = html.charAt(at);
    if (quote !== "") {
      if (letter === quote) quote = "";
      continue;
    }
    if (letter === ">") return at;
    if (isValue && (letter === '"' || letter === "'")) quote = letter;
    isValue = letter === "=" || (isValue && /\s/.test(letter));
  }
  return html.length;
}

function behindRawText(html: string, name: string, at: number): number {
  const ending = rawElements[name];
  if (!ending) return at;
  ending.lastIndex = at;
  return endOf(ending.exec(html)?.index ?? -1, 0, html);
}

function endOf(found: number, length: number, html: string): number {
  return found === -1 ? html.length : found + length;
}
