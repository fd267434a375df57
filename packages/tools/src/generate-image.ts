import { posix } from "node:path";
import { defineTool, type ImagePart, type ToolContext, ToolFailure, type WorkspaceFiles } from "@roo-code/types";
import * as z from "zod";
import description from "./generate-image.md";
import { imageType } from "./image-type.ts";
import { looseBoolean, looseInput } from "./loose-input.ts";

const input = looseInput(
  {
    prompt: z.string(),
    path: z.string().describe("File to write: .png, .jpg, .webp or .gif, relative to the workspace"),
    image: z.string().optional().describe("Path of an image to edit or start from"),
    overwrite: looseBoolean.optional().describe("Whether an existing file may be replaced"),
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

/** An action although it writes a file: the image costs money and differs each time, so it cannot be planned twice. */
export const generateImage = defineTool({
  name: "generate_image",
  kind: "action",
  group: "edit",
  approval: "edit",
  description,
  input,
  subject({ prompt, path }) {
    if (prompt.trim() === "") throw new ToolFailure("invalid_prompt", "The prompt is empty. Describe the image.");
    const target = imagePath(path);
    return {
      kind: "edit",
      summary: `${target} (generates an image, which costs money)`,
      detail: prompt,
      paths: [target],
    };
  },
  async run({ prompt, path, image, overwrite = false }, context) {
    const { images } = context.ports;
    if (!images) throw new ToolFailure("no_image_maker", "No image provider is configured.");
    const { files } = context.workspace;
    const target = imagePath(path);
    const before = await versionBefore(files, target, overwrite);
    const source = image === undefined ? undefined : await readImage(image, context);
    const generated = await images.make({ prompt, image: source, signal: context.signal });
    const content = Buffer.from(generated.data, "base64");
    const mediaType = imageType(content);
    if (!mediaType) throw new ToolFailure("no_image", "The provider returned no image. Nothing was written.");
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

/** Checked before the provider is called, which costs money. */
async function versionBefore(files: WorkspaceFiles, path: string, mayReplace: boolean): Promise<string | null> {
  const real = await files.resolve(path);
  if (real !== path) {
    throw new ToolFailure("linked_path", `"${path}" is a link, or below one, to "${real}". Use that path instead.`);
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
      mediaType === undefined ? "is not a PNG, JPEG, WebP or GIF image" : `is larger than ${maxInputBytes} bytes`;
    throw new ToolFailure("invalid_image", `"${path}" ${reason}.`);
  }
  return { type: "image", mediaType, data: Buffer.from(bytes).toString("base64") };
}

function report(image: { path: string; mediaType: string; size: number; isNew: boolean }): string {
  const { path, mediaType, size, isNew } = image;
  const mismatch = mediaType === typeOfName(path) ? "" : " The file extension does not match its type.";
  const notice = `Saved, ${mediaType}, ${size} bytes.${mismatch} Use read_file to view it.`;
  return JSON.stringify({ path, operation: isNew ? "created" : "modified", notice });
}

/** A path without `.` and `..`, so that the approved path is the one written. Throws `ToolFailure`. */
function plainPath(given: string): string {
  const path = posix.normalize(given.trim().replaceAll("\\", "/"));
  const isInside = path !== "." && path !== ".." && !path.startsWith("../") && !path.endsWith("/");
  if (isInside && !posix.isAbsolute(path) && !/^[a-z]:|^~|\0/i.test(path)) return path;
  throw new ToolFailure(
    "outside_workspace",
    `"${given.slice(0, 200)}" is not a file path in the workspace. Use a path relative to the workspace, without "..".`,
  );
}
