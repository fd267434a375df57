import { chatServer } from "@roo-code/testkit/chat-server";
import { modelRequest } from "@roo-code/testkit/model-request";
import type { ProviderSettings } from "@roo-code/types";
import { expect, it } from "vitest";
import { resolveConnection } from "../connection.ts";
import { RooClient } from "../roo-client.ts";
import { azureUrl } from "./endpoint.ts";

const settings: ProviderSettings = { apiProvider: "azure", apiKey: "k", apiModelId: "my gpt" };
const host = "https://res.openai.azure.com";

function urlsOf(apiBaseUrl: string, apiVersion?: string): string[] {
  const connection = resolveConnection({ ...settings, apiBaseUrl, ...(apiVersion && { apiVersion }) }, {});
  return [azureUrl(connection, "/chat/completions").href, azureUrl(connection, "/responses").href];
}

it.each([
  [host],
  [`${host}/`],
  [`${host}/openai`],
  [`${host}/openai/v1/`],
  [`${host}/openai/v1/chat/completions`],
  [`${host}/openai/deployments/other`],
])("reads %s as the resource's address", (given) => {
  expect(urlsOf(given)).toEqual([`${host}/openai/v1/chat/completions`, `${host}/openai/v1/responses`]);
});

it.each([
  ["https://gateway.example/azure", "https://gateway.example/azure/openai/v1/chat/completions"],
  ["https://gateway.example/llm/v1", "https://gateway.example/llm/v1/chat/completions"],
])("keeps the path of a gateway: %s", (given, expected) => {
  expect(urlsOf(given)[0]).toBe(expected);
});

it("has a URL for each deployment with a dated version", () => {
  const chat = `${host}/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21`;
  const responses = `${host}/openai/responses?api-version=2024-10-21`;
  for (const given of [host, `${host}/openai/v1`]) expect(urlsOf(given, "2024-10-21")).toEqual([chat, responses]);
});

it("accepts the URL that the portal shows", () => {
  const shown = `${host}/openai/deployments/gpt-4o/chat/completions?api-version=2025-01-01-preview`;
  expect(urlsOf(shown)[0]).toBe(shown);
});

it("sends an undated version to the URL without deployments", () => {
  expect(urlsOf(host, "preview")[0]).toBe(`${host}/openai/v1/chat/completions?api-version=preview`);
});

it("finds the endpoint in the environment, and explains how to set one", () => {
  const environment = { AZURE_OPENAI_ENDPOINT: host, AZURE_OPENAI_API_KEY: "k" };
  const connection = resolveConnection({ apiProvider: "azure-responses", apiModelId: "m" }, environment);
  expect(azureUrl(connection, "/responses").href).toBe(`${host}/openai/v1/responses`);
  expect(() => resolveConnection(settings, {})).toThrow(
    expect.objectContaining({ code: "bad_base_url", next: expect.stringContaining("AZURE_OPENAI_ENDPOINT") }),
  );
});

it("sends the key in its own header, and the limit by its newer name", async () => {
  await using server = await chatServer([{ text: "ok" }]);
  const apiBaseUrl = `http://127.0.0.1:${server.port}`;
  const client = new RooClient({ ...settings, apiKey: "azure-key", apiBaseUrl, maxTokens: 9 }, { environment: {} });
  await client.createMessage(modelRequest()).getFinalMessage();
  await client.dispose();
  const [request] = server.requests;
  expect(request?.path).toBe("/openai/v1/chat/completions");
  expect(request?.headers).toMatchObject({ "api-key": "azure-key" });
  expect(request?.headers).not.toHaveProperty("authorization");
  expect(request?.body).toMatchObject({ model: "my gpt", max_completion_tokens: 9 });
});
