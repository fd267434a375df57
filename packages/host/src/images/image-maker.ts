import { findRow } from "@roo-code/providers";
import { createRedactor, type ProfilesFile } from "@roo-code/store";
import { type ImageMaker, type ImagePart, RooError, ToolFailure } from "@roo-code/types";
import { settingsOfProfile } from "../provider/choose-provider.ts";
import { type ImagePrompt, type ImageRequest, type ImageServer, type ImageVendor, textAt } from "./image-vendor.ts";
import { imageVendor } from "./image-vendors.ts";

export interface ImageMakerParts {
  /** Name of the profile whose provider generates the images. */
  readonly profile: string;
  readonly profiles: ProfilesFile;
  readonly environment: NodeJS.ProcessEnv;
}

/** Reads the profile for every image, so that a new key is used at once. */
export function createImageMaker(parts: ImageMakerParts): ImageMaker {
  return {
    async make({ signal, ...prompt }) {
      const { vendor, server, headers } = await openVendor(parts);
      return generateImage(vendor, server, { prompt, headers, signal });
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
    if (!vendor) throw notUsable(name, `${settings.apiProvider} does not generate images`);
    const firstSet = (names: readonly string[] = []) => names.map((key) => environment[key]?.trim()).find(Boolean);
    const apiKey = settings.apiKey ?? firstSet(row.keyVariables);
    if (row.needsKey && !apiKey) throw notUsable(name, "it has no key");
    const address = settings.apiBaseUrl ?? firstSet(row.baseUrlVariables) ?? row.baseUrl;
    const url = address === undefined ? null : URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) throw notUsable(name, "it has no http address");
    if (url.username || url.password) throw notUsable(name, "its address contains a password");
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
    message: `The profile "${name}" cannot generate images: ${reason}.`,
    next: "Tell the user: the setting imageProfile names a profile of OpenRouter, OpenAI or Gemini.",
  });
}

async function generateImage(
  vendor: ImageVendor,
  server: ImageServer,
  { prompt, headers, signal }: { prompt: ImagePrompt; headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<ImagePart> {
  const request = vendor.request(server, prompt);
  const redact = createRedactor([server.apiKey ?? "", ...Object.values(headers)]);
  const response = await sendImageRequest(
    { ...request, headers: { ...headers, ...request.headers } },
    { signal, redact },
  );
  const image = vendor.read(response);
  if (image.data !== undefined) return { type: "image", mediaType: image.mediaType, data: image.data };
  const reason = image.text === undefined ? "" : ` It said: ${redact(image.text).slice(0, 500).toWellFormed()}`;
  throw new ToolFailure("no_image", `The provider answered without an image.${reason}`);
}

interface SendOptions {
  readonly signal: AbortSignal;
  /** Removes keys from the text of a response. */
  readonly redact: (text: string) => string;
}

/** Generous, because images take long and are large. */
const maxMs = 300_000;
const maxBytes = 60 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;

/** Resolves to the parsed JSON response. Throws `ToolFailure`, or the reason of an abort. */
async function sendImageRequest(request: ImageRequest, { signal, redact }: SendOptions): Promise<unknown> {
  const deadline = AbortSignal.timeout(maxMs);
  try {
    const response = await post(request, AbortSignal.any([signal, deadline]));
    const text = await readText(response, response.ok ? maxBytes : maxErrorBytes);
    if (!response.ok) throw refused(response.status, redact(text));
    return JSON.parse(text) as unknown;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolFailure) throw error;
    if (deadline.aborted) throw new ToolFailure("image_timeout", `No image arrived within ${maxMs / 1000} seconds.`);
    if (error instanceof SyntaxError) throw new ToolFailure("image_failed", "The provider's answer is not JSON.");
    throw new ToolFailure("image_failed", `The provider could not be reached: ${redact(reasonOf(error))}.`);
  }
}

/** Redirects are not followed: their target would receive the key. */
function post({ url, headers, body }: ImageRequest, signal: AbortSignal): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { ...headers, ...(!isForm && { "content-type": "application/json" }) },
    body: isForm ? body : JSON.stringify(body),
    signal,
  });
}

async function readText({ body }: Response, limit: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length > limit) throw new ToolFailure("image_failed", `The provider's answer has more than ${limit} bytes.`);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function refused(status: number, text: string): ToolFailure {
  const message = messageIn(text)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .slice(0, 500)
    .toWellFormed();
  return new ToolFailure(
    "image_refused",
    `The provider refused with status ${status}: ${message || "no reason given"}.`,
  );
}

function messageIn(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    return textAt(answer, "error", "message") ?? textAt(answer, "message") ?? textAt(answer, "error") ?? text;
  } catch {
    return text;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
