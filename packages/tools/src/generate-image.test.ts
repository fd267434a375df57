import { symlinkSync } from "node:fs";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { ImageMaker, ImagePart, ToolOutput } from "@roo-code/types";
import { expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { generateImage } from "./generate-image.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d", "hex");
const jpeg = Buffer.from("ffd8ffe000104a464946", "hex");
const part = (bytes: Buffer, mediaType = "image/png"): ImagePart => ({
  type: "image",
  mediaType,
  data: bytes.toString("base64"),
});

it("requests approval with prompt and path, then writes the image", async () => {
  await using temp = createTempWorkspace();
  const input = { prompt: "a red kite", path: "art/./kite.png" };
  expect(subjectOf(input)).toEqual({
    kind: "edit",
    summary: "art/kite.png (generates an image, which costs money)",
    detail: "a red kite",
    paths: ["art/kite.png"],
  });
  const { output, requests } = await make(temp, input, png);
  expect(requests).toEqual([{ prompt: "a red kite" }]);
  expect(Buffer.from(await bytesOf(temp, "art/kite.png"))).toEqual(png);
  expect(JSON.parse(output.content)).toMatchObject({ path: "art/kite.png", operation: "created" });
  expect(output.seen).toEqual([{ path: "art/kite.png", version: temp.workspace.files.versionOf(png) }]);
});

it("sends a source image, and reports a type that does not match the extension", async () => {
  await using temp = createTempWorkspace({ "from.jpg": jpeg });
  const { output, requests } = await make(temp, { prompt: "bluer", path: "to.jpg", image: "from.jpg" }, png);
  expect(requests).toEqual([{ prompt: "bluer", image: part(jpeg, "image/jpeg") }]);
  expect(output.content).toContain("The file extension does not match its type.");
});

it("does not call the provider when the file exists, unless it may be replaced", async () => {
  await using temp = createTempWorkspace({ "a.png": "old" });
  const refused = make(temp, { prompt: "x", path: "a.png" }, png);
  await expect(refused).rejects.toMatchObject({ code: "file_exists" });
  expect(temp.readText("a.png")).toBe("old");
  const { output } = await make(temp, { prompt: "x", path: "a.png", overwrite: "true" }, png);
  expect(JSON.parse(output.content)).toMatchObject({ operation: "modified" });
});

it.each(["../a.png", "/tmp/a.png", "a/../../b.png", "C:\\a.png", "~/a.png", "a.txt", "a", "a.png/"])(
  "does not even ask about %s",
  (path) => {
    expect(() => subjectOf({ prompt: "x", path })).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/outside_workspace|invalid_path/) }),
    );
  },
);

it("requests approval for the normalised path", () => {
  expect(subjectOf({ prompt: "x", path: "art/../.git/hooks\\a.png" })).toMatchObject({ paths: [".git/hooks/a.png"] });
});

it("does not write through a link to a path that was not approved", async () => {
  await using temp = createTempWorkspace({ ".git/hooks/keep": "" });
  symlinkSync(temp.path(".git/hooks"), temp.path("art"));
  await expect(make(temp, { prompt: "x", path: "art/a.png" }, png)).rejects.toMatchObject({ code: "linked_path" });
});

it("writes nothing when the response is not an image", async () => {
  await using temp = createTempWorkspace();
  const made = make(temp, { prompt: "x", path: "a.png" }, Buffer.from("<html>"));
  await expect(made).rejects.toMatchObject({ code: "no_image" });
  expect(await temp.workspace.files.stat("a.png")).toBeUndefined();
});

it("refuses a source that is not an image before it calls the provider", async () => {
  await using temp = createTempWorkspace({ "a.txt": "text" });
  const made = make(temp, { prompt: "x", path: "b.png", image: "a.txt" }, png);
  await expect(made).rejects.toMatchObject({ code: "invalid_image" });
});

function subjectOf(input: unknown): unknown {
  if (generateImage.kind !== "action") throw new Error("generate_image acts");
  return generateImage.subject(generateImage.input.parse(input));
}

async function make(
  temp: TempWorkspace,
  input: unknown,
  bytes: Buffer,
): Promise<{ output: ToolOutput; requests: unknown[] }> {
  const requests: unknown[] = [];
  const images: ImageMaker = {
    make: async ({ prompt, image }) => (requests.push({ prompt, ...(image && { image }) }), part(bytes)),
  };
  const output = await new ToolCaller(temp, { images }).call(generateImage, input);
  return { output, requests };
}

async function bytesOf(temp: TempWorkspace, path: string): Promise<Uint8Array> {
  return (await temp.workspace.files.read(path)).bytes;
}
