import { findRow } from "@roo-code/providers";
import { createRedactor, type ProfilesFile } from "@roo-code/store";
import { type ImageMaker, type ImagePart, RooError, ToolFailure } from "@roo-code/types";
import { settingsOfProfile } from "../provider/choose-provider.ts";
import type { ImagePrompt, ImageServer, ImageVendor } from "./image-vendor.ts";
import { imageVendor } from "./image-vendors.ts";
import { sendImageRequest } from "./send-image-request.ts";

export interface ImageMakerParts {
  /** Name of the profile whose provider makes the images. */
  readonly profile: string;
  readonly profiles: ProfilesFile;
  readonly environment: NodeJS.ProcessEnv;
}

/** Reads the profile for every image, so that a key set meanwhile is used. */
export function createImageMaker(parts: ImageMakerParts): ImageMaker {
  return {
    async make({ signal, ...prompt }) {
      const { vendor, server, headers } = await openVendor(parts);
      return makeImage(vendor, server, { prompt, headers, signal });
    },
  };
}

interface OpenedVendor {
  readonly vendor: ImageVendor;
  readonly server: ImageServer;
  /** Headers that the user added, for a gateway. */
  readonly headers: Readonly<Record<string, string>>;
}

async function openVendor(parts: ImageMakerParts): Promise<OpenedVendor> {
  const { profile: name, profiles, environment } = parts;
  try {
    const settings = await settingsOfProfile(name, await profiles.require(name), parts);
    const row = findRow(settings.apiProvider);
    const vendor = row && imageVendor(row);
    if (!vendor) throw notUsable(name, `${settings.apiProvider} makes no images here`);
    const firstSet = (names: readonly string[] = []) => names.map((key) => environment[key]?.trim()).find(Boolean);
    const apiKey = settings.apiKey ?? firstSet(row.keyVariables);
    if (row.needsKey && !apiKey) throw notUsable(name, "it has no key");
    const address = settings.apiBaseUrl ?? firstSet(row.baseUrlVariables) ?? row.baseUrl;
    const url = address === undefined ? null : URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) throw notUsable(name, "it has no http address");
    if (url.username || url.password) throw notUsable(name, "its address holds a password");
    const model = settings.apiModelId ?? vendor.defaultModel;
    if (!model) throw notUsable(name, "it names no model");
    const server = { baseUrl: url.href.replace(/\/+$/, ""), apiKey, model };
    return { vendor, server, headers: { ...row.headers, ...settings.headers } };
  } catch (error) {
    if (!(error instanceof RooError)) throw error;
    throw new ToolFailure("image_profile", [error.message, error.next].filter(Boolean).join(" "));
  }
}

function notUsable(name: string, reason: string): RooError {
  return new RooError({
    code: "image_profile",
    message: `The profile "${name}" cannot make images: ${reason}.`,
    next: "Tell the user: the setting imageProfile names a profile of OpenRouter, OpenAI or Gemini.",
  });
}

async function makeImage(
  vendor: ImageVendor,
  server: ImageServer,
  { prompt, headers, signal }: { prompt: ImagePrompt; headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<ImagePart> {
  const request = vendor.request(server, prompt);
  const redact = createRedactor([server.apiKey ?? "", ...Object.values(headers)]);
  const answer = await sendImageRequest(
    { ...request, headers: { ...headers, ...request.headers } },
    { signal, redact },
  );
  const image = vendor.read(answer);
  if (image.data !== undefined) return { type: "image", mediaType: image.mediaType, data: image.data };
  const reason = image.text === undefined ? "" : ` It said: ${redact(image.text).slice(0, 500).toWellFormed()}`;
  throw new ToolFailure("no_image", `The provider answered without an image.${reason}`);
}
