import { describe, expect, it } from "vitest";
import { resolveConnection } from "../../connection.ts";
import { readOllamaAddress } from "./ollama-address.ts";

describe("readOllamaAddress", () => {
  it.each([
    ["127.0.0.1:11434", "http://127.0.0.1:11434/"],
    ["localhost:8080", "http://localhost:8080/"],
    ["gpu-box", "http://gpu-box:11434/"],
    [":9999", "http://127.0.0.1:9999/"],
    ["0.0.0.0", "http://127.0.0.1:11434/"],
    ["0.0.0.0:80", "http://127.0.0.1/"],
    ["http://0.0.0.0:1234", "http://127.0.0.1:1234/"],
    ["[::]:11434", "http://[::1]:11434/"],
    ["::1", "http://[::1]:11434/"],
    ["[fe80::2]", "http://[fe80::2]:11434/"],
    ["http://gpu-box", "http://gpu-box/"],
    ["https://ollama.com", "https://ollama.com/"],
    ['"gpu-box:1"', "http://gpu-box:1/"],
    ["http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/"],
    ["http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/"],
    ["http://127.0.0.1:11434/api", "http://127.0.0.1:11434/"],
    ["gpu-box/models/v1", "http://gpu-box:11434/models"],
  ])("reads %s", (given, url) => {
    expect(readOllamaAddress(given)).toBe(url);
  });

  const connect = (apiBaseUrl: string | undefined, environment: Record<string, string>) =>
    resolveConnection({ apiProvider: "ollama", apiModelId: "m", ...(apiBaseUrl && { apiBaseUrl }) }, environment)
      .baseUrl;

  it("is used for the environment and the settings", () => {
    expect(connect(undefined, {})?.href).toBe("http://127.0.0.1:11434/");
    expect(connect(undefined, { OLLAMA_HOST: "gpu-box:1" })?.href).toBe("http://gpu-box:1/");
    expect(connect("http://127.0.0.1:5/v1", { OLLAMA_HOST: "gpu-box:1" })?.href).toBe("http://127.0.0.1:5/");
  });

  it("leaves invalid addresses to be rejected", () => {
    expect(() => connect("ftp://gpu-box", {})).toThrow("not an http(s) URL");
    expect(() => connect("a b c", {})).toThrow("not an http(s) URL");
  });
});
