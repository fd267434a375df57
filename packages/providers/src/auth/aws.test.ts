import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelRequest } from "@roo-code/testkit/model-request";
import { servedBedrock } from "@roo-code/testkit/wire/bedrock";
import { type WireServer, wireServer } from "@roo-code/testkit/wire/wire-server";
import { type ProviderSettings, RooError } from "@roo-code/types";
import { AwsV4Signer } from "aws4fetch";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resolveConnection } from "../connection.ts";
import { RooClient } from "../roo-client.ts";
import { createAwsAuth, signRequest } from "./aws.ts";

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
  it("sends a key as a bearer token", async () => {
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

  it("prefers the profile in the settings to the environment's keys", async () => {
    const file = join(home, "credentials");
    writeFileSync(file, "[work]\naws_access_key_id = AKIDWORK\naws_secret_access_key = work-secret\n");
    const environment = { ...keys, AWS_SHARED_CREDENTIALS_FILE: file, AWS_CONFIG_FILE: join(home, "none") };
    await ask(environment, { credentials: "work" });
    expect(server.requests[0]?.headers.authorization).toContain("AKIDWORK");
    expect(await isSignedWith("work-secret", "eu-west-1")).toBe(true);
  });

  it("prefers keys in the settings, and rejects incomplete ones", async () => {
    await ask({ ...keys, AWS_PROFILE: "work" }, { credentials: document });
    expect(server.requests[0]?.headers.authorization).toContain("AKIDGIVEN");
    expect(await isSignedWith("given-0123456789", "eu-west-1")).toBe(true);
    const error = await ask(keys, { credentials: '{"accessKeyId":"AKIDGIVEN"}' });
    expect(error).toMatchObject({ code: "bad_credentials", message: expect.not.stringContaining("AKIDGIVEN") });
  });

  it("is not sent without credentials, with advice", async () => {
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

it("looks up credentials for each request", async () => {
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

const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
const scope = { region: "us-east-1", service: "service", now: Date.UTC(2015, 7, 30, 12, 36, 0) };
const url = new URL("https://example.amazonaws.com/");

/** Of AWS's own test suite for Signature Version 4. */
describe("the published examples", () => {
  it("post-vanilla", () => {
    expect(signRequest({ url, headers: {}, body: [] }, credentials, scope)).toEqual({
      "x-amz-date": "20150830T123600Z",
      authorization:
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
    });
  });

  it("post-vanilla-query", () => {
    const query = new URL("https://example.amazonaws.com/?Param1=value1");
    expect(signRequest({ url: query, headers: {}, body: [] }, credentials, scope).authorization).toMatch(
      /Signature=28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11$/,
    );
  });

  it("post-x-www-form-urlencoded", () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const body = [Buffer.from("Param1="), Buffer.from("value1")];
    expect(signRequest({ url, headers, body }, credentials, scope).authorization).toMatch(
      /SignedHeaders=content-type;host;x-amz-date, Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a$/,
    );
  });
});

it("agrees with another implementation", async () => {
  const model = fc.stringMatching(/^[A-Za-z0-9.:/!'()* ~-]{1,40}$/).filter((text) => !/^\.+$/.test(text));
  const query = fc.dictionary(fc.stringMatching(/^[a-zA-Z0-9!* /é-]{1,8}$/), fc.string({ maxLength: 8 }), {
    maxKeys: 3,
  });
  await fc.assert(
    fc.asyncProperty(model, query, fc.string(), fc.option(fc.base64String()), async (id, parameters, body, token) => {
      const address = new URL(`http://127.0.0.1:8080/model/${encodeURIComponent(id)}/converse-stream`);
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value.toWellFormed());
      const headers = { "content-type": "application/json" };
      const sent = { url: address, headers, body: [Buffer.from(body.toWellFormed())] };
      const ours = signRequest(
        sent,
        { ...credentials, ...(token && { sessionToken: token }) },
        { ...scope, service: "bedrock" },
      );
      const theirs = await new AwsV4Signer({
        ...credentials,
        ...(token && { sessionToken: token }),
        url: address.href,
        method: "POST",
        headers,
        body: body.toWellFormed(),
        service: "bedrock",
        region: scope.region,
        datetime: "20150830T123600Z",
        allHeaders: true,
      }).sign();
      expect(ours.authorization).toBe(theirs.headers.get("authorization"));
    }),
  );
});
