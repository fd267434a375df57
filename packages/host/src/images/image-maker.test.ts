import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { FileSecretStore, ProfilesFile } from "@roo-code/store";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { jsonServer } from "@roo-code/testkit/json-server";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { until } from "@roo-code/testkit/until";
import type { ImageMaker, ImagePart, Profile } from "@roo-code/types";
import { expect, it } from "vitest";
import { createImageMaker } from "./image-maker.ts";

const key = "sk-very-secret-key";
const pixel = Buffer.from("89504e470d0a1a0a", "hex").toString("base64");
const source: ImagePart = { type: "image", mediaType: "image/jpeg", data: Buffer.from("photo").toString("base64") };
const signal = new AbortController().signal;

it("requests an image from OpenRouter as a chat completion, with an image to edit", async () => {
  const image = { type: "image_url", image_url: { url: `data:image/webp;base64,${pixel}` } };
  await using server = await jsonServer({
    "POST /api/v1/chat/completions": { choices: [{ message: { role: "assistant", content: "", images: [image] } }] },
  });
  const maker = await makerFor({ apiProvider: "openrouter", apiBaseUrl: `${server.origin}/api/v1/` });
  const result = await maker.make({ prompt: "a kite", image: source, signal });
  expect(result).toEqual({ type: "image", mediaType: "image/webp", data: pixel });
  const [request] = server.requests;
  expect(request?.headers.authorization).toBe(`Bearer ${key}`);
  expect(request?.body).toEqual({
    model: "google/gemini-2.5-flash-image",
    modalities: ["image", "text"],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "a kite" },
          { type: "image_url", image_url: { url: `data:image/jpeg;base64,${source.data}` } },
        ],
      },
    ],
  });
});

it("requests an image from Gemini", async () => {
  const inlineData = { mimeType: "image/png", data: pixel };
  await using server = await jsonServer({
    "POST /v1beta/models/gemini-x:generateContent": {
      candidates: [{ content: { parts: [{ text: "Here." }, { inlineData }] } }],
    },
  });
  const profile = { apiProvider: "gemini", apiBaseUrl: `${server.origin}/v1beta`, apiModelId: "gemini-x" };
  const result = await (await makerFor(profile)).make({ prompt: "a kite", image: source, signal });
  expect(result).toEqual({ type: "image", mediaType: "image/png", data: pixel });
  const [request] = server.requests;
  expect(request?.headers["x-goog-api-key"]).toBe(key);
  expect(request?.body).toEqual({
    contents: [
      { role: "user", parts: [{ text: "a kite" }, { inlineData: { mimeType: "image/jpeg", data: source.data } }] },
    ],
    generationConfig: { responseModalities: ["TEXT", "IMAGE"] },
  });
});

it("requests a new image from OpenAI's image API", async () => {
  await using server = await jsonServer({
    "POST /v1/images/generations": { created: 1, output_format: "jpeg", data: [{ b64_json: pixel }] },
  });
  const maker = await makerFor({ apiProvider: "openai", apiBaseUrl: `${server.origin}/v1` });
  expect(await maker.make({ prompt: "a kite", signal })).toEqual({
    type: "image",
    mediaType: "image/jpeg",
    data: pixel,
  });
  expect(server.requests[0]?.body).toEqual({ model: "gpt-image-1", prompt: "a kite", n: 1 });
});

it("sends OpenAI an image to edit as a form", async () => {
  await using server = await plainServer(async (request, response) => {
    const type = request.headers["content-type"] ?? "";
    const form = await new Response(await buffer(request), { headers: { "content-type": type } }).formData();
    const image = form.get("image");
    const name = image instanceof File ? `${image.name} ${image.type} ${await image.text()}` : "";
    const fields = ["model", "prompt"].map((field) => JSON.stringify(form.get(field)));
    const summary = [request.url, ...fields, name].join(" ");
    response.end(JSON.stringify({ data: [{ b64_json: Buffer.from(summary).toString("base64") }] }));
  });
  const maker = await makerFor({ apiProvider: "openai", apiBaseUrl: server.origin });
  const { data } = await maker.make({ prompt: "bluer", image: source, signal });
  expect(Buffer.from(data, "base64").toString()).toBe(
    '/images/edits "gpt-image-1" "bluer" image.jpeg image/jpeg photo',
  );
});

it("takes key and address from the environment if the profile has none", async () => {
  await using server = await jsonServer({ "POST /v1/images/generations": { data: [{ b64_json: pixel }] } });
  const environment = { OPENAI_API_KEY: "sk-from-environment", OPENAI_BASE_URL: `${server.origin}/v1` };
  const maker = await makerFor({ apiProvider: "openai", apiModelId: "dall-e-3" }, environment, undefined);
  await maker.make({ prompt: "a kite", signal });
  expect(server.requests[0]?.headers.authorization).toBe("Bearer sk-from-environment");
  expect(server.requests[0]?.body).toMatchObject({ model: "dall-e-3", response_format: "b64_json" });
});

it.each<[string, Response, RegExp]>([
  [
    "a refusal",
    Response.json({ error: { message: `Key ${key} is not allowed` } }, { status: 401 }),
    /401: Key \[redacted\]/,
  ],
  ["invalid JSON", new Response("<html>"), /not JSON/],
  ["no image", Response.json({ choices: [{ message: { content: "I cannot draw that." } }] }), /I cannot draw that/],
  [
    "an address instead of the image",
    Response.json({ choices: [{ message: { images: [{ image_url: { url: "http://x/" } }] } }] }),
    /without an image/,
  ],
  ["a redirect", new Response("", { status: 302 }), /status 302/],
  ["null", Response.json(null), /without an image/],
])("reports %s to the model without the key", async (_, answer, message) => {
  await using server = await jsonServer({ "POST /chat/completions": () => answer.clone() });
  const maker = await makerFor({ apiProvider: "openrouter", apiBaseUrl: server.origin });
  const failure: unknown = await maker.make({ prompt: "x", signal }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "ToolFailure", message: expect.stringMatching(message) });
  expect(String(failure)).not.toContain(key);
});

it("stops reading an endless response", async () => {
  await using server = await plainServer((_, response) => {
    const chunk = Buffer.alloc(1024 * 1024, "x");
    const flood = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once("drain", flood);
    };
    flood();
  });
  const maker = await makerFor({ apiProvider: "openrouter", apiBaseUrl: server.origin });
  await expect(maker.make({ prompt: "x", signal })).rejects.toMatchObject({
    message: expect.stringContaining("more than"),
  });
});

it("stops at once when aborted", async () => {
  let requests = 0;
  await using server = await plainServer(() => {
    requests += 1;
  });
  const maker = await makerFor({ apiProvider: "openrouter", apiBaseUrl: server.origin });
  const stop = new AbortController();
  const pending = maker.make({ prompt: "x", signal: stop.signal });
  pending.catch(() => undefined);
  await until(() => requests === 1);
  stop.abort(new Error("stopped"));
  await expect(pending).rejects.toThrow("stopped");
});

it.each<[string, Profile, RegExp]>([
  ["a provider without images", { apiProvider: "anthropic" }, /anthropic does not generate images/],
  [
    "an address with a password",
    { apiProvider: "openai", apiBaseUrl: "http://u:pass@127.0.0.1" },
    /contains a password/,
  ],
  ["no address", { apiProvider: "openai-compatible", apiModelId: "m" }, /no http address/],
  ["no model", { apiProvider: "openai-compatible", apiBaseUrl: "http://127.0.0.1:9" }, /names no model/],
])("reports the problem of a profile with %s", async (_, profile, message) => {
  const pending = (await makerFor(profile)).make({ prompt: "x", signal });
  await expect(pending).rejects.toMatchObject({ name: "ToolFailure", message: expect.stringMatching(message) });
});

it("reports a missing profile and a missing key", async () => {
  await using home = createTempWorkspace();
  const profiles = profilesIn(home.root);
  const maker = createImageMaker({ profile: "gone", profiles, environment: {} });
  await expect(maker.make({ prompt: "x", signal })).rejects.toMatchObject({ code: "image_profile" });
  const keyless = await makerFor({ apiProvider: "openai" }, {}, undefined);
  await expect(keyless.make({ prompt: "x", signal })).rejects.toMatchObject({
    message: expect.stringContaining("no key"),
  });
});

async function makerFor(
  profile: Profile,
  environment: NodeJS.ProcessEnv = { IMAGE_KEY: key },
  apiKey: string | undefined = environment.IMAGE_KEY === undefined ? undefined : "${env:IMAGE_KEY}",
): Promise<ImageMaker> {
  const home = createTempWorkspace();
  const stored = { images: { ...profile, ...(apiKey !== undefined && { apiKey }) } };
  home.write("profiles.json", JSON.stringify(stored));
  const profiles = profilesIn(home.root);
  const maker = createImageMaker({ profile: "images", profiles, environment });
  return {
    async make(request) {
      try {
        return await maker.make(request);
      } finally {
        await home[Symbol.asyncDispose]();
      }
    },
  };
}

function profilesIn(home: string): ProfilesFile {
  const clock = new FakeClock();
  return new ProfilesFile({ home, clock, secrets: async () => new FileSecretStore({ home, clock }) });
}

async function plainServer(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<AsyncDisposable & { origin: string }> {
  const server: Server = createServer((request, response) => void answer(request, response));
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
