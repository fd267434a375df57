import type { FileVersion, ImagePart } from "@roo-code/types";
import { attachPort, attachTerminal } from "./attach-editor.ts";
import { attachPath } from "./attach-path.ts";
import { type Attached, type Block, boundText, showBlock } from "./attachment.ts";
import type { MessageParts } from "./compose-message.ts";
import type { Mention } from "./find-mentions.ts";

export interface AttachedMentions {
  readonly blocks: readonly string[];
  readonly images: readonly ImagePart[];
  readonly seen: readonly FileVersion[];
  readonly notices: readonly string[];
}

const maxMentions = 20;
/** Of all blocks together. */
const maxCharacters = 200_000;
/** Less than this of a block is not worth attaching. */
const minCharacters = 500;
/** 20 MiB of images, as they are sent. */
const maxImagesLength = (20 * 1024 * 1024 * 4) / 3;

/** Attaches what the mentions refer to, in order. One that cannot be attached does not affect the others. */
export async function attachMentions(mentions: readonly Mention[], parts: MessageParts): Promise<AttachedMentions> {
  const outcomes = await Promise.all(mentions.slice(0, maxMentions).map(async (one) => attachOne(one, parts)));
  parts.signal.throwIfAborted();
  const attachments = new Attachments();
  for (const [index, one] of mentions.entries()) {
    if (index < maxMentions) attachments.add(one.text, outcomes[index]);
    else if (one.kind !== "path" || one.isCertain) {
      attachments.refuse(one.text, `only the first ${maxMentions} mentions of a message are`);
    }
  }
  return attachments.end();
}

async function attachOne(mention: Mention, parts: MessageParts): Promise<Attached> {
  parts.signal.throwIfAborted();
  switch (mention.kind) {
    case "path":
      return attachPath(mention, parts);
    case "page":
      return (await import("./attach-page.ts")).attachPage(mention.url, parts);
    case "commit":
      return (await import("./attach-git.ts")).attachCommit(mention.hash, parts);
    case "changes":
      return (await import("./attach-git.ts")).attachChanges(parts);
    case "problems":
      return attachPort("workspace_diagnostics", parts.problems, "no editor is connected");
    case "terminal":
      return attachTerminal(parts);
  }
}

/** Collects attachments up to the limits. */
class Attachments {
  readonly #blocks: string[] = [];
  readonly #images: ImagePart[] = [];
  readonly #seen: FileVersion[] = [];
  readonly #notices: string[] = [];
  #charactersLeft = maxCharacters;
  #imagesLeft = maxImagesLength;

  add(text: string, outcome: Attached): void {
    if (!outcome) return;
    if ("refused" in outcome) return this.refuse(text, outcome.refused);
    const { block, images = [], seen = [] } = outcome;
    const length = images.reduce((sum, { data }) => sum + data.length, 0);
    if (length > this.#imagesLeft) return this.refuse(text, "the images of the message are too large together");
    if (this.#charactersLeft < Math.min(minCharacters, block.content.length)) {
      return this.refuse(text, "the attachments of the message are too long already");
    }
    this.#imagesLeft -= length;
    this.#show(block);
    this.#images.push(...images);
    this.#seen.push(...seen);
  }

  refuse(text: string, reason: string): void {
    this.#notices.push(`${text.slice(0, 200)} is not attached: ${reason}.`);
  }

  /** The model also learns what is missing, since it sees the mention in the text. */
  end(): AttachedMentions {
    const missing =
      this.#notices.length > 0 ? [showBlock({ name: "not_attached", content: this.#notices.join("\n") })] : [];
    return {
      blocks: [...this.#blocks, ...missing],
      images: this.#images,
      seen: this.#seen,
      notices: this.#notices,
    };
  }

  #show(block: Block): void {
    const content = boundText(block.content, this.#charactersLeft);
    this.#charactersLeft -= Math.min(this.#charactersLeft, content.length);
    this.#blocks.push(showBlock({ ...block, content }));
  }
}
