import type { ProviderSettings } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { findBaseUrl } from "./base-url.ts";
import { vertex } from "./catalog/vertex.ts";

const address = (over: Partial<ProviderSettings>, environment: Record<string, string> = {}) =>
  String(findBaseUrl(vertex, { apiProvider: "vertex", ...over }, environment));
const credentials = JSON.stringify({ type: "service_account", project_id: "from-file" });
const endOf = (project: string, region: string) => `/v1/projects/${project}/locations/${region}/publishers/google`;

describe("a cloud's base URL", () => {
  it.each([
    ["global", "aiplatform.googleapis.com"],
    ["europe-west1", "europe-west1-aiplatform.googleapis.com"],
    ["eu", "aiplatform.eu.rep.googleapis.com"],
    ["us", "aiplatform.us.rep.googleapis.com"],
  ])("of the region %s has the host %s", (region, host) => {
    expect(address({ region, project: "p" })).toBe(`https://${host}${endOf("p", region)}`);
  });

  it("prefers the region in the settings, then the environment, then the row", () => {
    const environment = { GOOGLE_CLOUD_LOCATION: "us-central1", CLOUD_ML_REGION: "us-east5" };
    expect(address({ region: "us-west1", project: "p" }, environment)).toContain("/us-west1/");
    expect(address({ project: "p" }, environment)).toContain("/us-central1/");
    expect(address({ project: "p" })).toContain("/global/");
  });

  it("prefers the project in the settings, then the environment, then the credentials", () => {
    const environment = { GOOGLE_CLOUD_PROJECT: "from-variable", GCLOUD_PROJECT: "other" };
    expect(address({ project: "given", credentials }, environment)).toContain("/given/");
    expect(address({ credentials }, environment)).toContain("/from-variable/");
    expect(address({ credentials }, { GCLOUD_PROJECT: "other" })).toContain("/other/");
    expect(address({ credentials })).toContain("/from-file/");
  });

  it("needs no project with a base URL in the settings", () => {
    expect(address({ apiBaseUrl: "http://127.0.0.1:9/v1/x" })).toBe("http://127.0.0.1:9/v1/x");
  });

  it.each([
    ["no project", {}, "missing_project"],
    ["a project that is none", { project: "../x" }, "missing_project"],
    ["a region that is none", { project: "p", region: "evil.example/" }, "bad_region"],
    ["credentials that are not there", { credentials: "/nowhere/key.json" }, "bad_credentials"],
  ])("is rejected with %s", (_, over, code) => {
    expect(() => address(over)).toThrow(expect.objectContaining({ name: "RooError", code }));
  });
});
