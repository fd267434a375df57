import type { ReasoningEffort } from "@roo-code/types";

/** Strips prefixes: `openai/gpt-5` and `ft:gpt-5:…` become `gpt-5`. */
function bareName(model: string): string {
  return model.toLowerCase().replace(/^.*\//, "").replace(/^ft:/, "");
}

/** Whether a model of OpenAI reasons; undefined for unknown names, such as those of deployments. */
export function isReasoningModel(model: string): boolean | undefined {
  const name = bareName(model);
  if (/^(gpt-[34]|chatgpt|o1-(mini|preview)|gpt-image|gpt-5(\.\d+)?-chat)/.test(name)) return false;
  if (/^(o[1-9]\b|gpt-([5-9]|\d\d)|codex-|gpt-oss)/.test(name)) return true;
  return undefined;
}

/** The nearest effort that the model supports: each generation supports others, and rejects the rest. */
export function effortFor(model: string, effort: ReasoningEffort): ReasoningEffort {
  const name = bareName(model);
  if (isReasoningModel(name) !== true) return effort;
  const supported = supportedEfforts(name);
  if (supported.includes(effort)) return effort;
  if (effort === "xhigh") return "high";
  return supported[0] ?? effort;
}

/** In ascending order. */
function supportedEfforts(name: string): readonly ReasoningEffort[] {
  if (name.startsWith("gpt-5-pro")) return ["high"];
  if (/^gpt-5-codex|^gpt-5\.1-codex(?!-max)/.test(name)) return ["low", "medium", "high"];
  if (/^gpt-\d+(\.\d+)?-codex|^gpt-5\.\d+-pro/.test(name)) return ["low", "medium", "high", "xhigh"];
  if (/^gpt-5(?!\.)/.test(name)) return ["minimal", "low", "medium", "high"];
  if (name.startsWith("gpt-5.1")) return ["none", "low", "medium", "high"];
  if (/^gpt-(\d+\.\d|[6-9]|\d\d)/.test(name)) return ["none", "low", "medium", "high", "xhigh"];
  return ["low", "medium", "high"];
}
