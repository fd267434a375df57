import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelRequest } from "@roo-code/testkit/model-request";
import { servedBedrock } from "@roo-code/testkit/wire/bedrock";
import { type WireServer, wireServer } from "@roo-code/testkit/wire/wire-server";
import { type ProviderSettings, RooError } from "@roo-code/types";
import { AwsV4Signer } from "aws4fetch";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resolveConnection } from "../connection.ts";
import { RooClient } from "../roo-client.ts";
import { createAwsAuth } from "./aws.ts";

let server: WireServer;
let home: string;

beforeEach(async () => {
  server = await wireServer(servedBedrock, [{ text: "ok" }]);
  home = mkdtempSync(join(tmpdir(), "roo-aws-"));
  // AWS's library looks into the process's own environment: nothing of this machine, and no request to its network.
  for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) vi.stubEnv(name, undefined);
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  vi.stubEnv("HOME", home);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
  await server.close();
});

const document = JSON.stringify({ accessKeyId: "AKIDGIVEN", secretAccessKey: "given-0123456789" });

const keys = { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "secret-0123456789" };

async function ask(environment: Record<string, string>, settings: Partial<ProviderSettings> = {}): Promise<unknown> {
  const client = new RooClient(
    { apiProvider: "bedrock", apiModelId: "us.amazon.nova-pro-v1:0", apiBaseUrl: server.origin, ...settings },
    { environment: { AWS_REGION: "eu-west-1", ...environment } },
  );
  try {
    return (await client.createMessage(modelRequest()).getFinalMessage()).message.content;
  } catch (error) {
    return error;
  } finally {
    await client.dispose();
  }
}

/** As AWS does it: signs what arrived with the secret it knows, and compares. */
async function isSignedWith(secretAccessKey: string, region: string): Promise<boolean> {
  const [request] = server.requests;
  if (!request) throw new Error("nothing was sent");
  const { path, headers, raw } = request;
  const token = headers["x-amz-security-token"];
  const { headers: signed } = await new AwsV4Signer({
    accessKeyId: /Credential=([^/]+)/.exec(headers.authorization ?? "")?.[1] ?? "",
    secretAccessKey,
    ...(typeof token === "string" && { sessionToken: token }),
    url: `http://${headers.host}${path}`,
    method: "POST",
    headers: { "content-type": headers["content-type"] ?? "" },
    body: raw,
    service: "bedrock",
    region,
    datetime: String(headers["x-amz-date"]),
    allHeaders: true,
  }).sign();
  return signed.get("authorization") === headers.authorization;
}

describe("a request to Bedrock", () => {
  it("carries a key as a bearer token", async () => {
    await ask({ ...keys, AWS_BEARER_TOKEN_BEDROCK: "bedrock-api-key-1" });
    expect(server.requests[0]?.headers.authorization).toBe("Bearer bedrock-api-key-1");
    expect(server.requests[0]?.headers["x-amz-date"]).toBeUndefined();
  });

  it("is signed with the keys of the environment", async () => {
    expect(await ask(keys)).toEqual([{ type: "text", text: "ok" }]);
    expect(server.requests[0]?.path).toBe("/model/us.amazon.nova-pro-v1%3A0/converse-stream");
    expect(await isSignedWith(keys.AWS_SECRET_ACCESS_KEY, "eu-west-1")).toBe(true);
    expect(await isSignedWith("another secret", "eu-west-1")).toBe(false);
  });

  it("is signed with a session token", async () => {
    await ask({ ...keys, AWS_SESSION_TOKEN: "session/token==" });
    expect(server.requests[0]?.headers["x-amz-security-token"]).toBe("session/token==");
    expect(await isSignedWith(keys.AWS_SECRET_ACCESS_KEY, "eu-west-1")).toBe(true);
  });

  it("is signed for the region of an ARN", async () => {
    await ask(keys, { apiModelId: "arn:aws:bedrock:ap-south-1:123456789012:application-inference-profile/abc" });
    expect(await isSignedWith(keys.AWS_SECRET_ACCESS_KEY, "ap-south-1")).toBe(true);
  });

  it("is signed with the profile that settings name, before the environment's keys", async () => {
    const file = join(home, "credentials");
    writeFileSync(file, "[work]\naws_access_key_id = AKIDWORK\naws_secret_access_key = work-secret\n");
    const environment = { ...keys, AWS_SHARED_CREDENTIALS_FILE: file, AWS_CONFIG_FILE: join(home, "none") };
    await ask(environment, { credentials: "work" });
    expect(server.requests[0]?.headers.authorization).toContain("AKIDWORK");
    expect(await isSignedWith("work-secret", "eu-west-1")).toBe(true);
  });

  it("is signed with keys that settings hold, before everything else; half of them are refused", async () => {
    await ask({ ...keys, AWS_PROFILE: "work" }, { credentials: document });
    expect(server.requests[0]?.headers.authorization).toContain("AKIDGIVEN");
    expect(await isSignedWith("given-0123456789", "eu-west-1")).toBe(true);
    const error = await ask(keys, { credentials: '{"accessKeyId":"AKIDGIVEN"}' });
    expect(error).toMatchObject({ code: "bad_credentials", message: expect.not.stringContaining("AKIDGIVEN") });
  });

  it("is not sent without credentials, and the error says what to do", async () => {
    const environment = { AWS_SHARED_CREDENTIALS_FILE: join(home, "none"), AWS_CONFIG_FILE: join(home, "none") };
    for (const settings of [{}, { credentials: "work" }]) {
      const error = await ask(environment, settings);
      expect(error).toBeInstanceOf(RooError);
      expect(error).toMatchObject({ code: "missing_credentials", next: expect.stringContaining("AWS_ACCESS_KEY_ID") });
    }
    expect(server.requests).toEqual([]);
  });
});

it("does not wait for credentials after an abort", async () => {
  const connection = resolveConnection({ apiProvider: "bedrock" }, {});
  const authorise = createAwsAuth(connection, { credentials: () => new Promise(() => {}) });
  const abort = new AbortController();
  const headers = authorise({ url: new URL("http://127.0.0.1/"), headers: {}, body: [] }, abort.signal);
  abort.abort(new Error("enough"));
  await expect(headers).rejects.toThrow("enough");
});

it("asks for credentials anew for each request", async () => {
  const connection = resolveConnection({ apiProvider: "bedrock" }, {});
  let turn = 0;
  const authorise = createAwsAuth(connection, {
    credentials: async () => ({ accessKeyId: `KEY${++turn}`, secretAccessKey: "s" }),
    now: () => 0,
  });
  const request = { url: new URL("http://127.0.0.1/"), headers: {}, body: [] };
  const { signal } = new AbortController();
  expect((await authorise(request, signal)).authorization).toContain("KEY1/19700101/us-east-1/bedrock/aws4_request");
  expect((await authorise(request, signal)).authorization).toContain("KEY2/");
});
