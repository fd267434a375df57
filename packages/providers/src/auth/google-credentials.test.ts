import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findGoogleCredentials, projectIn } from "./google-credentials.ts";

const canary = "-----BEGIN canary";
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "roo-google-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function keep(name: string, json: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof json === "string" ? json : JSON.stringify(json));
  return path;
}

function failureOf(credentials: string, environment: Record<string, string> = {}): RooError {
  try {
    findGoogleCredentials({ credentials }, environment);
  } catch (error) {
    if (error instanceof RooError) return error;
  }
  throw new Error("it should have been refused");
}

describe("findGoogleCredentials", () => {
  it("prefers the settings, then the variable, then gcloud's file", async () => {
    const [first, second] = [await keep("1.json", { type: "one" }), await keep("2.json", { type: "two" })];
    const gcloud = join(folder, ".config", "gcloud");
    await mkdir(gcloud, { recursive: true });
    await writeFile(join(gcloud, "application_default_credentials.json"), '{"type":"three"}');
    const variables = { GOOGLE_APPLICATION_CREDENTIALS: second, HOME: folder };
    expect(findGoogleCredentials({ credentials: first }, variables)).toEqual({ json: { type: "one" }, source: first });
    expect(findGoogleCredentials({}, variables)?.json).toEqual({ type: "two" });
    expect(findGoogleCredentials({}, { HOME: folder })?.json).toEqual({ type: "three" });
    expect(findGoogleCredentials({}, { CLOUDSDK_CONFIG: gcloud, HOME: "/nowhere" })?.json).toEqual({ type: "three" });
    expect(findGoogleCredentials({}, { APPDATA: join(folder, ".config") })?.json).toEqual({ type: "three" });
    expect(findGoogleCredentials({ credentials: "~/1.json" }, variables)?.json).toEqual({ type: "one" });
  });

  it("accepts the document itself", () => {
    expect(findGoogleCredentials({ credentials: ' {"type":"x"}' }, {})).toEqual({
      json: { type: "x" },
      source: "the settings",
    });
  });

  it("returns undefined without credentials", () => {
    expect(findGoogleCredentials({}, { HOME: folder })).toBeUndefined();
    expect(findGoogleCredentials({}, {})).toBeUndefined();
  });

  it("names the unreadable source without its content", async () => {
    const missing = join(folder, "missing.json");
    expect(failureOf(missing)).toMatchObject({ code: "bad_credentials", message: expect.stringContaining(missing) });
    for (const bad of ["", canary, "[]", JSON.stringify({ private_key: canary })]) {
      const failure = failureOf(await keep("bad.json", bad));
      expect(failure.code).toBe("bad_credentials");
      expect(failure.next).toMatch(/gcloud auth application-default login/);
      expect(`${failure.message} ${String(failure.cause)}`).not.toContain(canary);
    }
    expect(failureOf(`{"private_key":"${canary}"`).message).not.toContain(canary);
    expect(failureOf(folder).message).toContain("cannot be read");
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === "win32")("says when it may not read", async () => {
    const path = await keep("closed.json", "{}");
    await chmod(path, 0);
    expect(failureOf(path).message).toContain("cannot be read");
  });
});

describe("projectIn", () => {
  it("is the account's project, or the one that is billed", () => {
    const project = (json: Record<string, unknown>) => projectIn({ json, source: "" });
    expect(project({ project_id: "own", quota_project_id: "billed" })).toBe("own");
    expect(project({ quota_project_id: "billed" })).toBe("billed");
    expect(project({})).toBeUndefined();
  });
});
