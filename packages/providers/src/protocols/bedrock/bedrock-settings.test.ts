import { expect, it } from "vitest";
import { modelTraits } from "./bedrock-settings.ts";

it.each([
  ["anthropic.claude-3-haiku-20240307-v1:0", "nothing", "none"],
  ["anthropic.claude-3-5-sonnet-20241022-v2:0", "nothing", "none"],
  ["anthropic.claude-3-5-haiku-20241022-v1:0", "everything", "none"],
  ["us.anthropic.claude-3-7-sonnet-20250219-v1:0", "everything", "budget"],
  ["eu.anthropic.claude-sonnet-4-20250514-v1:0", "everything", "budget"],
  ["us.anthropic.claude-opus-4-1-20250805-v1:0", "everything", "budget"],
  ["global.anthropic.claude-haiku-4-5-20251001-v1:0", "everything", "budget"],
  ["apac.anthropic.claude-sonnet-4-6", "everything", "adaptive"],
  ["us.anthropic.claude-opus-4-6-v1", "everything", "adaptive"],
  ["anthropic.claude-opus-5", "everything", "adaptive"],
  ["anthropic.claude-mythos-preview", "everything", "adaptive"],
  ["anthropic.claude-v2:1", "nothing", "none"],
  ["arn:aws:bedrock:us-east-1:123:inference-profile/us.anthropic.claude-opus-4-6-v1", "everything", "adaptive"],
  ["arn:aws:bedrock:us-east-1:123:application-inference-profile/abc", "nothing", "none"],
  ["us.amazon.nova-pro-v1:0", "system", "none"],
  ["openai.gpt-oss-120b-1:0", "nothing", "effort"],
  ["meta.llama3-70b-instruct-v1:0", "nothing", "none"],
])("knows the abilities of %s", (model, caches, reasoning) => {
  expect(modelTraits(model)).toMatchObject({ caches, reasoning });
});
