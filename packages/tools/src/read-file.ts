import type { FileWindow, ImagePart, ToolContext, ToolOutput } from "@roo-code/types";
import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { imageType } from "./image-type.ts";
import { looseInput, looseNumber } from "./loose-input.ts";
import description from "./read-file.md";
import { adaptReadInput } from "./read-file-input.ts";
import { readText } from "./text/read-text.ts";

const request = {
  path: z.string().describe("Relative to the workspace"),
  offset: looseNumber.optional().describe("First line, from 1"),
  limit: looseNumber.optional().describe("Number of lines, default 2000"),
};
const input = looseInput(
  { ...request, files: z.array(z.object(request)).optional().describe("More files to read") },
  { names: { file_path: "path", filename: "path", file: "path" }, adapt: adaptReadInput },
);

type FileRequest = Pick<z.infer<typeof input>, "path" | "offset" | "limit">;

const defaultLines = 2000;
const maxLines = 10_000;
const maxFiles = 20;
const maxCharacters = 100_000;
const maxImageBytes = 5 * 1024 * 1024;

export const readFile = defineTool({
  name: "read_file",
  kind: "read",
  group: "read",
  description,
  input,
  async run({ files = [], ...first }, context) {
    if (files.length === 0) return readOne(first, maxCharacters, context);
    const requests = [first, ...files].slice(0, maxFiles);
    const outputs = await Promise.all(
      requests.map((one) => readOrExplain(one, Math.floor((2 * maxCharacters) / requests.length), context)),
    );
    return {
      content: outputs.map(({ content }) => content).join("\n\n---\n\n"),
      images: outputs.flatMap(({ images = [] }) => images),
      seen: outputs.flatMap(({ seen = [] }) => seen),
    };
  },
});

/** One file that cannot be read does not keep the others from being read. */
async function readOrExplain(one: FileRequest, characters: number, context: ToolContext): Promise<ToolOutput> {
  try {
    return await readOne(one, characters, context);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { content: `File: ${one.path}\nError: ${error.message}` };
  }
}

async function readOne(one: FileRequest, characters: number, { workspace }: ToolContext): Promise<ToolOutput> {
  const path = await workspace.files.resolve(one.path);
  const window = await workspace.files.read(path).catch((error: unknown) => {
    throw isFolder(error) ? new ToolFailure("is_directory", `"${one.path}" is a folder: use list_files.`) : error;
  });
  const seen = [{ path, version: window.version }];
  const mediaType = imageType(window.bytes);
  if (mediaType !== undefined) {
    const image = readImage(path, mediaType, window);
    return { content: `File: ${path}\n(${mediaType}, ${window.size} bytes)`, images: [image], seen };
  }
  const content = await readText({
    files: workspace.files,
    path,
    window,
    first: Math.max(1, Math.trunc(one.offset ?? 1)),
    maxLines: Math.min(maxLines, Math.max(1, Math.trunc(one.limit ?? defaultLines))),
    maxCharacters: characters,
  });
  return { content: `File: ${path}\n${content}`, seen };
}

function readImage(path: string, mediaType: string, { bytes, size }: FileWindow): ImagePart {
  if (size > maxImageBytes) {
    throw new ToolFailure(
      "image_too_large",
      `"${path}" is an image of ${size} bytes; at most ${maxImageBytes} are shown.`,
    );
  }
  return { type: "image", mediaType, data: Buffer.from(bytes).toString("base64") };
}

function isFolder(error: unknown): boolean {
  return error instanceof ToolFailure && error.code === "is_directory";
}
