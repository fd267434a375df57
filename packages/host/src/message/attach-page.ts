import { systemNetwork } from "@roo-code/browser/network";
import { PageRefusal } from "./admit-host.ts";
import { type Attached, boundText } from "./attachment.ts";
import type { MessageParts } from "./compose-message.ts";
import { fetchPage } from "./fetch-page.ts";
import { pageText } from "./page-text.ts";

const maxCharacters = 50_000;

/** The text of a page that a person names. */
export async function attachPage(typed: string, { network = systemNetwork, signal }: MessageParts): Promise<Attached> {
  const url = URL.parse(typed);
  if (!url) return { refused: "it is no valid address" };
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
