import { createVerify, generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { until } from "@roo-code/testkit/until";
import type { ProviderSettings } from "@roo-code/types";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resolveConnection } from "../connection.ts";
import type { Authorise } from "./authorise.ts";
import { createGoogleAuth } from "./google.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = privateKey.export({ type: "pkcs8", format: "pem" });
/** Without it, tests on Google's own machines would ask for the machine's token. */
const alone = { METADATA_SERVER_DETECTION: "none" };

let folder: string;
let server: Server;
let origin: string;
let asked: { method: string; path: string; headers: IncomingMessage["headers"]; form: URLSearchParams }[];
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  asked = [];
  answer = (response) => give(response, 200, { access_token: `token-${asked.length}`, expires_in: 3600 });
  server = createServer((request, response) => void take(request, response));
  origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  folder = await mkdtemp(join(tmpdir(), "roo-google-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "", url: path = "", headers } = request;
  asked.push({ method, path, headers, form: new URLSearchParams(await text(request)) });
  answer(response);
}

function give(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

const account = () => ({
  type: "service_account",
  project_id: "from-file",
  private_key_id: "1",
  private_key: key,
  client_email: "roo@test.iam.gserviceaccount.com",
  token_uri: `${origin}/token`,
});

function authFor(credentials: object | string | undefined, environment: Record<string, string> = alone): Authorise {
  const settings: ProviderSettings = {
    apiProvider: "vertex",
    project: "p",
    ...(credentials !== undefined && {
      credentials: typeof credentials === "string" ? credentials : JSON.stringify(credentials),
    }),
  };
  return createGoogleAuth(resolveConnection(settings, environment));
}

const outgoing = { url: new URL("http://vertex"), headers: {}, body: [] };
const headersFrom = (auth: Authorise, signal = new AbortController().signal) => Promise.resolve(auth(outgoing, signal));

async function failureOf(auth: Authorise): Promise<unknown> {
  return headersFrom(auth).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("a service account", () => {
  it("exchanges a signed assertion for a token", async () => {
    const path = join(folder, "key.json");
    await writeFile(path, JSON.stringify({ ...account(), quota_project_id: "billed" }));
    expect(await headersFrom(authFor(path))).toEqual({
      authorization: "Bearer token-1",
      "x-goog-user-project": "billed",
    });
    const [{ method, path: where, form } = { method: "", path: "", form: new URLSearchParams() }] = asked;
    expect([method, where, form.get("grant_type")]).toEqual([
      "POST",
      "/token",
      "urn:ietf:params:oauth:grant-type:jwt-bearer",
    ]);
    const [head = "", claims = "", signature = ""] = form.get("assertion")?.split(".") ?? [];
    expect(createVerify("RSA-SHA256").update(`${head}.${claims}`).verify(publicKey, signature, "base64url")).toBe(true);
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      iss: "roo@test.iam.gserviceaccount.com",
      aud: `${origin}/token`,
      scope: "https://www.googleapis.com/auth/cloud-platform",
    });
  });

  it("reuses its token until it expires", async () => {
    const auth = authFor(account());
    const first = await headersFrom(auth);
    expect(await headersFrom(auth)).toEqual(first);
    expect(asked.length).toBe(1);
  });

  it("renews a token that expires soon", async () => {
    answer = (response) => give(response, 200, { access_token: `token-${asked.length}`, expires_in: 200 });
    const auth = authFor(account());
    expect(await headersFrom(auth)).toEqual({ authorization: "Bearer token-1" });
    expect(await headersFrom(auth)).toEqual({ authorization: "Bearer token-2" });
  });

  it("fetches one token for all waiting requests", async () => {
    const auth = authFor(account());
    const all = await Promise.all(Array.from({ length: 8 }, () => headersFrom(auth)));
    expect(new Set(all.map((headers) => headers.authorization))).toEqual(new Set(["Bearer token-1"]));
    expect(asked.length).toBe(1);
  });

  it("can be aborted while it waits; the next request fetches again", async () => {
    let silent: ServerResponse | undefined;
    let isClosed = false;
    answer = (response) => {
      silent = response.on("close", () => {
        isClosed = true;
      });
    };
    const auth = authFor(account());
    const controller = new AbortController();
    const left = headersFrom(auth, controller.signal);
    left.catch(() => {});
    await until(() => silent !== undefined);
    controller.abort(new Error("enough"));
    await expect(left).rejects.toThrow("enough");
    await until(() => isClosed);
    answer = (response) => give(response, 200, { access_token: "later", expires_in: 3600 });
    expect(await headersFrom(auth)).toEqual({ authorization: "Bearer later" });
  });

  it("that is rejected is reported to the user, without its key", async () => {
    answer = (response) => give(response, 400, { error: "invalid_grant", error_description: "Invalid JWT Signature." });
    const failure = await failureOf(authFor(account()));
    expect(failure).toMatchObject({
      name: "RooError",
      code: "bad_credentials",
      message: "The Google credentials in the settings were not accepted: invalid_grant: Invalid JWT Signature.",
      next: expect.stringContaining("gcloud auth"),
    });
    expect(failure).not.toHaveProperty("cause", expect.anything());
  });

  it("may be retried when the token server fails", async () => {
    const auth = authFor(account());
    const tokens = answer;
    answer = (response) => give(response, 503, {});
    expect(await failureOf(auth)).toMatchObject({ name: "ProviderError", code: "overloaded", isTransient: true });
    expect(asked.length).toBe(1);
    answer = tokens;
    expect(await headersFrom(auth)).toEqual({ authorization: "Bearer token-2" });
  });

  it("names the token server that cannot be reached", async () => {
    const unused = createServer();
    const port = await listenOnLoopback(unused);
    await new Promise((resolve) => unused.close(resolve));
    const failure = await failureOf(authFor({ ...account(), token_uri: `http://127.0.0.1:${port}/token` }));
    expect(failure).toMatchObject({ code: "network", message: expect.stringContaining(`127.0.0.1:${port}`) });
  });

  it("uses the proxy of the environment", async () => {
    const auth = authFor({ ...account(), token_uri: "http://tokens.invalid/token" }, { ...alone, HTTP_PROXY: origin });
    expect(await headersFrom(auth)).toEqual({ authorization: "Bearer token-1" });
    expect(asked.map(({ path }) => path)).toEqual(["http://tokens.invalid/token"]);
  });

  it.each([
    ["no key", { private_key: undefined }],
    ["no address", { client_email: "" }],
    ["a key that is none", { private_key: "canary-key" }],
  ])("with %s is refused before anything is sent", async (_, over) => {
    const failure = await failureOf(authFor({ ...account(), ...over }));
    expect(failure).toMatchObject({ name: "RooError", code: "bad_credentials" });
    expect(String(failure)).not.toContain("canary");
    expect(asked).toEqual([]);
  });
});

describe("other credentials", () => {
  it("are those of the machine on Google's machines", async () => {
    vi.stubEnv("GCE_METADATA_HOST", new URL(origin).host);
    answer = (response) =>
      give(response, 200, { access_token: "of-machine", expires_in: 3600 }, { "metadata-flavor": "Google" });
    const auth = authFor(undefined, { GCE_METADATA_HOST: new URL(origin).host });
    expect(await headersFrom(auth)).toEqual({ authorization: "Bearer of-machine" });
    expect(asked[0]?.headers["metadata-flavor"]).toBe("Google");
  });

  it("are the user's own, as stored by gcloud", async () => {
    const json = { type: "authorized_user", client_id: "id", client_secret: "s", refresh_token: "again" };
    const auth = authFor({ ...json, quota_project_id: "billed", token_uri: `${origin}/token` });
    expect(await headersFrom(auth)).toEqual({ authorization: "Bearer token-1", "x-goog-user-project": "billed" });
    expect(asked[0]?.form.get("refresh_token")).toBe("again");
    expect(await headersFrom(auth)).toHaveProperty("authorization", "Bearer token-1");
  });

  it("may impersonate another account", async () => {
    const tokens = answer;
    const expireTime = new Date(Date.now() + 3_600_000).toISOString();
    answer = (response) =>
      asked.length === 1 ? tokens(response) : give(response, 200, { accessToken: "of-other", expireTime });
    const service_account_impersonation_url = `${origin}/v1/other:generateAccessToken`;
    const json = { type: "impersonated_service_account", service_account_impersonation_url };
    const auth = authFor({ ...json, source_credentials: account() });
    expect(await headersFrom(auth)).toEqual({ authorization: "Bearer of-other" });
    expect(await headersFrom(auth)).toEqual({ authorization: "Bearer of-other" });
    expect(asked.map(({ path }) => path)).toEqual(["/token", "/v1/other:generateAccessToken"]);
    expect(asked[1]?.headers.authorization).toBe("Bearer token-1");
  });

  it("may come from another identity provider", async () => {
    const subject = join(folder, "subject");
    await writeFile(subject, "subject-token");
    const auth = authFor({
      type: "external_account",
      audience: "//iam.googleapis.com/pool",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: `${origin}/sts`,
      credential_source: { file: subject },
    });
    expect(await headersFrom(auth)).toEqual({ authorization: "Bearer token-1" });
    expect(asked[0]?.form.get("subject_token")).toBe("subject-token");
  });

  it.each([
    [{ type: "authorized_user" }],
    [{ type: "external_account" }],
    [{ type: "impersonated_service_account" }],
    [{ type: "impersonated_service_account", service_account_impersonation_url: "http://x", source_credentials: 3 }],
  ])("that are incomplete are refused: %j", async (json) => {
    expect(await failureOf(authFor(json))).toMatchObject({ name: "RooError", code: "bad_credentials" });
  });

  it("of an unknown type are rejected", async () => {
    expect(await failureOf(authFor({ type: "something_else" }))).toMatchObject({ code: "bad_credentials" });
  });

  it("that are missing are explained, and looked up again", async () => {
    const auth = authFor(undefined, { ...alone, HOME: folder, CLOUDSDK_CONFIG: folder });
    expect(await failureOf(auth)).toMatchObject({
      name: "RooError",
      code: "missing_credentials",
      next: expect.stringMatching(/gcloud auth application-default login.*GOOGLE_APPLICATION_CREDENTIALS/),
    });
    await writeFile(join(folder, "application_default_credentials.json"), JSON.stringify(account()));
    expect(await headersFrom(auth)).toEqual({ authorization: "Bearer token-1" });
  });
});
