import { AwsV4Signer } from "aws4fetch";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signRequest } from "./aws-signature.ts";

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
