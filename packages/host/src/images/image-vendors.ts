import type { ProviderRow } from "@roo-code/providers";
import { bearer, dataUrl, type ImageVendor, textAt, valueAt } from "./image-vendor.ts";

/** The image API of a provider; undefined if none is known. */
export function imageVendor({ id, protocol, auth, isAzure }: ProviderRow): ImageVendor | undefined {
  if (id === "openrouter" || id === "vercel-ai-gateway") return chatVendor;
  if (protocol === "gemini") return typeof auth === "object" ? geminiVendor : undefined;
  const isOpenAi = protocol === "openai-chat" || protocol === "openai-responses";
  return isOpenAi && !isAzure ? openaiVendor(id.startsWith("openai") && id !== "openai-compatible") : undefined;
}

/** OpenRouter: a chat completion whose message may contain images. */
const chatVendor: ImageVendor = {
  defaultModel: "google/gemini-2.5-flash-image",
  request(server, { prompt, image }) {
    const picture = image && { type: "image_url", image_url: { url: dataUrl(image) } };
    const content = [{ type: "text", text: prompt }, ...(picture ? [picture] : [])];
    return {
      url: `${server.baseUrl}/chat/completions`,
      headers: bearer(server),
      body: { model: server.model, messages: [{ role: "user", content }], modalities: ["image", "text"] },
    };
  },
  read(response) {
    const message = valueAt(response, "choices", 0, "message");
    const url = textAt(message, "images", 0, "image_url", "url");
    const [, mediaType, data] = /^data:(image\/[\w.+-]+);base64,(.+)$/s.exec(url ?? "") ?? [];
    return data && mediaType ? { data, mediaType } : { text: textAt(message, "content") };
  },
};

/** OpenAI's image API, which others have adopted: one endpoint for new images, one for edits. */
function openaiVendor(isOpenAi: boolean): ImageVendor {
  return {
    defaultModel: isOpenAi ? "gpt-image-1" : undefined,
    request(server, { prompt, image }) {
      const { model } = server;
      // GPT image models answer in base64 only and reject the parameter; older ones answer with a URL by default.
      const format = model.startsWith("gpt-") ? {} : { response_format: "b64_json" };
      const headers = bearer(server);
      if (!image) {
        return { url: `${server.baseUrl}/images/generations`, headers, body: { model, prompt, n: 1, ...format } };
      }
      const body = new FormData();
      for (const [name, value] of Object.entries({ model, prompt, n: "1", ...format })) body.append(name, value);
      const ending = image.mediaType.replace(/^image\//, "");
      body.append("image", new Blob([Buffer.from(image.data, "base64")], { type: image.mediaType }), `image.${ending}`);
      return { url: `${server.baseUrl}/images/edits`, headers, body };
    },
    read(response) {
      const data = textAt(response, "data", 0, "b64_json");
      if (data === undefined) return { text: undefined };
      return { data, mediaType: `image/${textAt(response, "output_format") ?? "png"}` };
    },
  };
}

const geminiVendor: ImageVendor = {
  defaultModel: "gemini-2.5-flash-image",
  request({ baseUrl, apiKey, model }, { prompt, image }) {
    const picture = image && { inlineData: { mimeType: image.mediaType, data: image.data } };
    return {
      url: `${baseUrl}/models/${encodeURIComponent(model.replace(/^models\//, ""))}:generateContent`,
      headers: { ...(apiKey !== undefined && { "x-goog-api-key": apiKey }) },
      body: {
        contents: [{ role: "user", parts: [{ text: prompt }, ...(picture ? [picture] : [])] }],
        generationConfig: { responseModalities: ["TEXT", "IMAGE"] },
      },
    };
  },
  read(response) {
    const found = valueAt(response, "candidates", 0, "content", "parts");
    const parts: unknown[] = Array.isArray(found) ? found : [];
    const image = parts.map((part) => valueAt(part, "inlineData")).find(Boolean);
    const data = textAt(image, "data");
    if (data !== undefined) return { data, mediaType: textAt(image, "mimeType") ?? "image/png" };
    const text = parts.map((part) => textAt(part, "text")).find(Boolean);
    const reason =
      textAt(response, "promptFeedback", "blockReason") ?? textAt(response, "candidates", 0, "finishReason");
    return { text: text ?? reason };
  },
};
