import { systemNetwork } from "@roo-code/browser/network";
import { PageRefusal } from "../net/guarded-request.ts";
import { type Attached, boundText } from "./attachment.ts";
import type { MessageParts } from "./compose-message.ts";
import { fetchPage, type Page } from "./fetch-page.ts";
import { htmlToText } from "./html-to-text.ts";

const maxCharacters = 50_000;

/** The text of a page that a person mentions. */
export async function attachPage(typed: string, { network = systemNetwork, signal }: MessageParts): Promise<Attached> {
  const url = URL.parse(typed);
  if (!url) return { refused: "it is not a valid address" };
  try {
    const page = await fetchPage(url, { network, signal });
    const notices = page.isCut ? ["(Only the first 2 MiB of it were read.)"] : [];
    const content = [boundText(pageText(page), maxCharacters), ...notices].join("\n");
    return { block: { name: "url_content", attributes: { url: page.url.href }, content } };
  } catch (error) {
    if (error instanceof PageRefusal) return { refused: error.message };
    throw error;
  }
}

const html = /^(text\/html|application\/xhtml\+xml)$/;
const otherText = /^(text\/|application\/([\w.-]+\+)?(json|xml|yaml|toml|javascript|x-ndjson|x-sh|x-yaml|sql)$)/;

/** A page as text: HTML converted, other text as it is. Throws `PageRefusal` for anything else. */
export function pageText(page: Page): string {
  const [mediaType = "", ...parameters] = page.contentType.split(";").map((part) => part.trim().toLowerCase());
  const isHtml = html.test(mediaType) || (mediaType === "" && /^\s*<(!doctype )?html/i.test(startOf(page.bytes)));
  if (!isHtml && !otherText.test(mediaType) && (mediaType !== "" || page.bytes.includes(0))) {
    throw new PageRefusal(`it is no text (${mediaType === "" ? "binary data" : mediaType.slice(0, 100)})`);
  }
  const text = decode(page.bytes, charsetOf(parameters) ?? (isHtml ? charsetIn(page.bytes) : undefined));
  const shown = visible(isHtml ? htmlToText(text, page.url) : text);
  if (shown.trim() !== "") return shown;
  return isHtml ? "(There is no text in the page. It may be drawn by a script.)" : "(It is empty.)";
}

/** Without invisible characters, except line ends, tabs and joiners. */
function visible(text: string): string {
  return text.replaceAll(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu, "");
}

function charsetOf(parameters: readonly string[]): string | undefined {
  const found = parameters.find((parameter) => parameter.startsWith("charset="));
  return found?.slice("charset=".length).replaceAll('"', "");
}

function charsetIn(bytes: Buffer): string | undefined {
  return /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]+)/i.exec(startOf(bytes))?.[1];
}

function startOf(bytes: Buffer): string {
  return bytes.subarray(0, 2048).toString("latin1");
}

/** An unknown charset is read as UTF-8. */
function decode(bytes: Buffer, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
