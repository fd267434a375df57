import { expect, it } from "vitest";
import { secretsIn } from "./secrets.mjs";

// Put together here: this file is scanned, too.
const random = "q7Zk2LpX9vTn4RbY8wMd3HsJ6cGf1AeU5iOo0KxV";
const secrets = {
  "a private key": `-----BEGIN RSA PRIVATE KEY-----\n${random}${random}\n`,
  "an AWS key": `AKIA${random.slice(0, 16).toUpperCase()}`,
  "a GitHub token": `ghp_${random.slice(0, 36)}`,
  "a GitLab token": `glpat-${random.slice(0, 20)}`,
  "an npm token": `npm_${random.slice(0, 36)}`,
  "an Anthropic key": `sk-ant-api03-${random}`,
  "an OpenAI key": `sk-proj-${random}`,
  "a Google key": `AIza${random.slice(0, 35)}`,
  "a Hugging Face token": `hf_${random.slice(0, 34)}`,
  "a Slack token": `xoxb-${random.slice(0, 24)}`,
  "a Stripe key": `sk_live_${random.slice(0, 24)}`,
  "a signed token": `eyJ${random.slice(0, 20)}.eyJ${random.slice(0, 20)}.${random.slice(0, 20)}`,
};

it.each(Object.entries(secrets))("finds %s and does not repeat it", (kind, secret) => {
  const found = secretsIn("src/a.ts", `first line\nconst key = "${secret}";\n`);
  expect(found).toContain(`src/a.ts:2: looks like ${kind}`);
  expect(found.join()).not.toContain(random.slice(0, 10));
});

it("accepts what says that it is a fake, and short names", () => {
  const text =
    'key = "sk-ant-fake-0123456789012345678901234567890123456789"; npm_config_registry; sk-abc; AKIAFAKEFAKEFAKEFAKE';
  expect(secretsIn("src/a.ts", text)).toEqual([]);
});
