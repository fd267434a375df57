import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { expect, it } from "vitest";
import { createProject } from "./roo.ts";

/** Google's library is CommonJS, so only the built program shows whether it was bundled correctly. */
it("signs in at Google as a service account, through a proxy too", async () => {
  using here = createProject();
  const asked: string[] = [];
  await using server = createServer(({ url = "", headers }, response) => {
    const isToken = url === "/token";
    asked.push(isToken ? url : `${url.replace(/[^/]*$/, "")} ${headers.authorization}`);
    response.writeHead(isToken ? 200 : 404, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify(isToken ? { access_token: "canary-token", expires_in: 3600 } : {}));
  });
  const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const account = {
    type: "service_account",
    project_id: "p",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    client_email: "roo@test.iam.gserviceaccount.com",
    token_uri: `${origin}/token`,
  };
  const file = join(here.folder, "account.json");
  writeFileSync(file, JSON.stringify(account));
  const run = ["run", "--provider", "vertex", "--base-url", `${origin}/v1`, "hi"];
  const env = { GOOGLE_APPLICATION_CREDENTIALS: file, HTTPS_PROXY: "http://127.0.0.1:9" };
  const { stderr } = await here.roo(run, { env });
  expect(asked).toEqual(["/token", "/v1/models/ Bearer canary-token"]);
  expect(stderr).toContain("Google Vertex AI answered 404");
  expect(stderr).not.toContain("canary");
});

it("reports missing credentials", async () => {
  using here = createProject();
  const env = { METADATA_SERVER_DETECTION: "none" };
  const asked = ["run", "--provider", "vertex", "--base-url", "http://127.0.0.1:9/v1", "hi"];
  expect((await here.roo(asked, { env })).stderr).toContain("No Google credentials were found");
});
