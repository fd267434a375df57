import type { CallToolResult, ReadResourceResult } from "@modelcontextprotocol/client";
import type { ImagePart, McpAnswer } from "@roo-code/types";

/** An answer and its size. */
export interface MeasuredAnswer extends McpAnswer {
  readonly bytes: number;
}

type ContentBlock = CallToolResult["content"][number];
type ResourceContents = ReadResourceResult["contents"][number];

const maxImages = 20;
const maxImageLength = 8_000_000;

/** A tool's answer as text and images. Parts are separated by blank lines. */
export function toolAnswer({ content, structuredContent, isError = false }: CallToolResult): MeasuredAnswer {
  const texts = content.map(blockText).filter((text) => text !== "");
  if (texts.length === 0 && structuredContent !== undefined) texts.push(JSON.stringify(structuredContent, null, 2));
  return measured(texts, content.flatMap(imageOf), isError);
}

export function resourceAnswer({ contents }: ReadResourceResult): MeasuredAnswer {
  return measured(contents.map(contentsText), contents.flatMap(imageOfContents), false);
}

function measured(texts: readonly string[], images: readonly ImagePart[], isError: boolean): MeasuredAnswer {
  const content = texts.join("\n\n");
  const imageBytes = images.reduce((sum, { data }) => sum + Math.floor((data.length * 3) / 4), 0);
  return { content, images: images.slice(0, maxImages), isError, bytes: Buffer.byteLength(content) + imageBytes };
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource":
      return contentsText(block.resource);
    case "resource_link":
      return `(resource ${block.uri}: ${[block.name, block.description].filter(Boolean).join(", ")})`;
    case "audio":
      return `(audio, ${block.mimeType}, not shown)`;
    case "image":
      return isShown(block.data, block.mimeType) ? "" : `(image, ${block.mimeType}, not shown)`;
    default:
      return "(unsupported content)";
  }
}

function contentsText(contents: ResourceContents): string {
  if ("text" in contents) return contents.text;
  const { uri, mimeType = "unknown type", blob } = contents;
  return isShown(blob, mimeType) ? "" : `(${uri}: ${mimeType}, ${Math.floor((blob.length * 3) / 4)} bytes, not shown)`;
}

function imageOf(block: ContentBlock): ImagePart[] {
  if (block.type === "resource") return imageOfContents(block.resource);
  if (block.type !== "image" || !isShown(block.data, block.mimeType)) return [];
  return [{ type: "image", mediaType: block.mimeType, data: block.data }];
}

function imageOfContents(contents: ResourceContents): ImagePart[] {
  if (!("blob" in contents) || !isShown(contents.blob, contents.mimeType)) return [];
  return [{ type: "image", mediaType: contents.mimeType ?? "", data: contents.blob }];
}

/** Whether models accept the image. */
function isShown(data: string, mediaType: string | undefined): boolean {
  return data.length <= maxImageLength && /^image\/(png|jpeg|gif|webp)$/.test(mediaType ?? "");
}
