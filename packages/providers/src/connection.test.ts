import { type ProviderSettings, RooError } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { providerCatalog } from "./catalog/index.ts";
import { resolveConnection } from "./connection.ts";

const canary = "sk-canary-0123456789";

function failure(settings: ProviderSettings, environment: Record<string, string> = {}): RooError {
  try {
    resolveConnection(settings, environment);
  } catch (error) {
    if (error instanceof RooError) return error;
  }
  throw new Error("it should have been refused");
}

describe("resolveConnection", () => {
  it("prefers the key in the settings to the environment", () => {
    const environment = { OPENAI_API_KEY: "from-environment" };
    const settings = { apiProvider: "openai", apiModelId: "m" };
    expect(resolveConnection(settings, environment).apiKey).toBe("from-environment");
    expect(resolveConnection({ ...settings, apiKey: " given \n" }, environment).apiKey).toBe("given");
  });

  it("prefers the base URL in the settings, then the environment, then the catalog", () => {
    const settings = { apiProvider: "openai", apiModelId: "m", apiKey: canary };
    const environment = { OPENAI_BASE_URL: "http://127.0.0.1:9/env/" };
    const address = (over: object, variables: Record<string, string>) =>
      String(resolveConnection({ ...settings, ...over }, variables).baseUrl);
    expect(address({}, {})).toBe("https://api.openai.com/v1");
    expect(address({}, environment)).toBe("http://127.0.0.1:9/env");
    expect(address({ apiBaseUrl: "http://h/v1//" }, environment)).toBe("http://h/v1");
    expect(address({ apiBaseUrl: "http://h/v1/chat/completions" }, {})).toBe("http://h/v1");
  });

  it("never sends a vendor's key to another server", () => {
    const settings = { apiProvider: "openai-compatible", apiModelId: "m", apiBaseUrl: "http://elsewhere/v1" };
    expect(resolveConnection(settings, { OPENAI_API_KEY: canary }).apiKey).toBeUndefined();
  });

  it("finds a provider by its alias", () => {
    const settings = { apiProvider: "openai-generic", apiModelId: "m", apiBaseUrl: "http://h/v1" };
    expect(resolveConnection(settings, {}).row.id).toBe("openai-compatible");
  });

  it("lists the known providers for an unknown one", () => {
    const error = failure({ apiProvider: "opnai" });
    expect(error.code).toBe("unknown_provider");
    for (const { id } of providerCatalog) expect(error.next).toContain(id);
  });

  it("names the variable and the flag when a key is missing", () => {
    const error = failure({ apiProvider: "deepseek" });
    expect(error.code).toBe("missing_key");
    expect(error.message).toContain("DEEPSEEK_API_KEY");
    expect(error.next).toMatch(/DEEPSEEK_API_KEY.*--api-key/);
  });

  it("treats an empty key as none", () => {
    expect(failure({ apiProvider: "groq", apiKey: "  " }, { GROQ_API_KEY: "" }).code).toBe("missing_key");
  });

  it("rejects an invalid key without repeating it", () => {
    const error = failure({ apiProvider: "openai", apiModelId: "m", apiKey: `${canary}\u2026` });
    expect(error.code).toBe("bad_key");
    expect(`${error.message} ${error.next}`).not.toContain(canary);
  });

  it("rejects an invalid header without repeating its value", () => {
    const settings = { apiProvider: "openai", apiModelId: "m", apiKey: canary };
    for (const [name, value] of [
      ["x-team", `${canary}\r\nhost: evil`],
      ["x team", canary],
      ["x-team", `${canary}☃`],
    ] as const) {
      const refused = failure({ ...settings, headers: { [name]: value } });
      expect(refused).toMatchObject({ code: "bad_header", message: expect.stringMatching(/"x.team"/) });
      expect(refused.message).not.toContain(canary);
    }
  });

  it("redacts the secrets of the user's headers in a server's messages", () => {
    const headers = { Authorization: `Bearer ${canary}`, "x-team": "a-team-name" };
    const { quote } = resolveConnection({ apiProvider: "openai", apiModelId: "m", apiKey: "other-key", headers }, {});
    expect(quote(`got ${canary} of a-team-name`, 99)).toBe("got [redacted] of a-team-name");
  });

  it("requires a model without a default", () => {
    const error = failure({ apiProvider: "ollama" });
    expect([error.code, error.next]).toEqual(["missing_model", expect.stringContaining("--model")]);
  });

  it.each([
    ["nothing at all", undefined],
    ["no address", "not a url"],
    ["another scheme", "ftp://h/v1"],
    ["a password", `http://user:${canary}@h/v1`],
  ])("refuses %s as base URL, without repeating it", (_, apiBaseUrl) => {
    const error = failure({ apiProvider: "openai-compatible", apiModelId: "m", ...(apiBaseUrl && { apiBaseUrl }) });
    expect(error.code).toBe("bad_base_url");
    expect(error.next).toContain("--base-url");
    expect(`${error.message} ${error.next}`).not.toContain(canary);
  });
});

describe("providerCatalog", () => {
  it("has unique names for providers and aliases", () => {
    const names = providerCatalog.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("knows a variable for every required key", () => {
    for (const row of providerCatalog.filter(({ needsKey }) => needsKey)) expect(row.keyVariables).not.toEqual([]);
  });
});
