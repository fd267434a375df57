import type { ImagePart, ToolContext, WorkspaceFiles } from "@roo-code/types";
import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import description from "./generate-image.md";
import { imageType } from "./image-type.ts";
import { looseBoolean, looseInput } from "./loose-input.ts";
import { plainPath } from "./plain-path.ts";

const input = looseInput(
  {
    prompt: z.string(),
    path: z.string().describe("File to write: .png, .jpg, .webp or .gif, relative to the workspace"),
    image: z.string().optional().describe("Path of an image to change or start from"),
    overwrite: looseBoolean.optional().describe("Whether a file of that name may be replaced"),
  },
  {
    names: {
      description: "prompt",
      file_path: "path",
      output_path: "path",
      input_image: "image",
      image_path: "image",
    },
  },
);

const maxInputBytes = 10 * 1024 * 1024;
const extensions: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
  ["gif", "image/gif"],
]);

/** An action though it writes a file: the image costs money and is another one each time, so a plan cannot be made twice. */
export const generateImage = defineTool({
  name: "generate_image",
  kind: "action",
  group: "edit",
  approval: "edit",
  description,
  input,
  subject({ prompt, path }) {
    if (prompt.trim() === "") throw new ToolFailure("invalid_prompt", "The prompt is empty. Say what the image shows.");
    const target = imagePath(path);
    return { kind: "edit", summary: `${target} (an image is made, which costs)`, detail: prompt, paths: [target] };
  },
  async run({ prompt, path, image, overwrite = false }, context) {
    const { images } = context.ports;
    if (!images) throw new ToolFailure("no_image_maker", "No provider of images is set up here.");
    const { files } = context.workspace;
    const target = imagePath(path);
    const before = await versionBefore(files, target, overwrite);
    const source = image === undefined ? undefined : await readImage(image, context);
    const made = await images.make({ prompt, ...(source && { image: source }), signal: context.signal });
    const content = Buffer.from(made.data, "base64");
    const mediaType = imageType(content);
    if (!mediaType) throw new ToolFailure("no_image", "The provider's answer is no image. Nothing was written.");
    await files.apply([{ path: target, before, content }]);
    return {
      content: report({ path: target, mediaType, size: content.length, isNew: before === null }),
      seen: [{ path: target, version: files.versionOf(content) }],
    };
  },
});

function imagePath(given: string): string {
  const path = plainPath(given);
  if (typeOfName(path) !== undefined) return path;
  throw new ToolFailure("invalid_path", `"${given.slice(0, 200)}" does not end in .png, .jpg, .webp or .gif.`);
}

function typeOfName(path: string): string | undefined {
  return extensions.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
}

/** Asked before anything is paid for. */
async function versionBefore(files: WorkspaceFiles, path: string, mayReplace: boolean): Promise<string | null> {
  const real = await files.resolve(path);
  if (real !== path) {
    throw new ToolFailure("linked_path", `"${path}" is a link, or below one, to "${real}". Name that path instead.`);
  }
  const stat = await files.stat(path);
  if (!stat) return null;
  if (!mayReplace || stat.kind !== "file") {
    throw new ToolFailure("file_exists", `"${path}" exists. Choose another path, or set overwrite to replace it.`);
  }
  return (await files.read(path)).version;
}

async function readImage(path: string, { workspace }: ToolContext): Promise<ImagePart> {
  const { bytes, size } = await workspace.files.read(path, { maxBytes: maxInputBytes });
  const mediaType = imageType(bytes);
  if (mediaType === undefined || bytes.length < size) {
    const reason =
      mediaType === undefined ? "is no PNG, JPEG, WebP or GIF image" : `has more than ${maxInputBytes} bytes`;
    throw new ToolFailure("invalid_image", `"${path}" ${reason}.`);
  }
  return { type: "image", mediaType, data: Buffer.from(bytes).toString("base64") };
}

function report(image: { path: string; mediaType: string; size: number; isNew: boolean }): string {
  const { path, mediaType, size, isNew } = image;
  const other = mediaType === typeOfName(path) ? "" : " Its name says otherwise.";
  const notice = `Saved, ${mediaType}, ${size} bytes.${other} read_file shows it.`;
  return JSON.stringify({ path, operation: isNew ? "created" : "modified", notice });
}
