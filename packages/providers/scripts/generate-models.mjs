// Writes src/models/data/<provider>.json: names, windows, prices and abilities of models, as two packages publish them.
//
//   node packages/providers/scripts/generate-models.mjs [folder of pi-ai] [folder of genai-prices]
//
// Without folders the packages are taken from the registry. Nothing of them but facts is kept.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { pricesOfCatalog } from "./catalog-prices.mjs";
import { readRules } from "./price-rules.mjs";

const catalogPackage = "@earendil-works/pi-ai@1.5.0";
const rulesPackage = "@pydantic/genai-prices@0.1.8";

/**
 * Our provider ← the catalog's file, the price rules' provider for what the catalog lacks, which of its wire formats,
 * and which models are known only to the rules (their ids must be those of requests).
 */
const providers = {
  anthropic: { file: "anthropic", rules: "anthropic", more: /^claude-(3-|opus|sonnet|haiku)/ },
  azure: { file: "azure" },
  baseten: { file: "baseten" },
  bedrock: { file: "amazon-bedrock", rules: "aws" },
  cerebras: { file: "cerebras" },
  cloudflare: { file: "cloudflare-workers-ai" },
  cohere: { rules: "cohere", more: /^command-/ },
  deepseek: { file: "deepseek", rules: "deepseek" },
  fireworks: { file: "fireworks" },
  gemini: { file: "google", rules: "google", more: /^gemini-[\d.]+-(pro|flash)(-lite|-preview)?$/ },
  groq: { file: "groq" },
  huggingface: { file: "huggingface" },
  meta: { file: "meta" },
  minimax: { file: "minimax", rules: "minimax" },
  mistral: { file: "mistral" },
  moonshot: { file: "moonshotai", rules: "moonshotai", more: /^kimi-/ },
  nvidia: { file: "nvidia" },
  openai: {
    file: "openai",
    rules: "openai",
    more: /^(gpt-(3\.5-turbo(-16k)?|5[.\d]*(-codex)?(-mini)?)|o1-mini|codex-mini)$/,
  },
  opencode: { file: "opencode", apis: ["openai-completions"] },
  openrouter: { file: "openrouter", rules: "openrouter" },
  perplexity: { rules: "perplexity", more: /^sonar/ },
  qwen: { file: "qwen-token-plan", only: /^qwen/ },
  together: { file: "together" },
  "vercel-ai-gateway": { file: "vercel-ai-gateway" },
  vertex: { file: "google-vertex", rules: "google", more: /^claude-/ },
  xai: { file: "xai", rules: "x-ai", more: /^grok-(?!voice)/ },
  xiaomi: { file: "xiaomi" },
  zai: { file: "zai" },
};

const catalogFolder = process.argv[2] ?? unpack(catalogPackage);
const rulesFolder = process.argv[3] ?? unpack(rulesPackage);
const today = new Date().toISOString().slice(0, 10);
const { findProvider } = await import(pathToFileURL(resolve(rulesFolder, "dist/index.js")).href);

for (const [provider, source] of Object.entries(providers)) {
  const rules = source.rules ? readRules(findProvider({ providerId: source.rules }), today) : [];
  const models = modelsOf(source, rules).toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const lines = models.map((model) => JSON.stringify(model)).join(",\n");
  const head = JSON.stringify({ date: today, sources: [catalogPackage, rulesPackage] }).slice(0, -1);
  writeFileSync(new URL(`../src/models/data/${provider}.json`, import.meta.url), `${head},"models":[\n${lines}\n]}\n`);
  process.stdout.write(`${provider}: ${models.length}\n`);
}

function unpack(name) {
  const folder = mkdtempSync(join(tmpdir(), "models-"));
  const archive = execFileSync("npm", ["pack", "--silent", name], { cwd: folder, encoding: "utf8" }).trim();
  execFileSync("tar", ["xzf", archive], { cwd: folder });
  return join(folder, "package");
}

function modelsOf({ file, apis, only, more }, rules) {
  const listed = file ? chatModels(file, apis).filter(({ id }) => !only || only.test(id)) : [];
  const models = new Map(listed.map((model) => [model.id, toModel(model, rules)]));
  for (const rule of rules) {
    if (!more?.test(rule.id) || models.has(rule.id)) continue;
    const { id, name, contextWindow, prices } = rule;
    models.set(id, { id, name, ...(contextWindow && { contextWindow }), ...(prices && { prices }) });
  }
  return [...models.values()];
}

function chatModels(file, apis) {
  const byApi = JSON.parse(readFileSync(join(catalogFolder, `dist/providers/data/${file}.json`), "utf8"));
  const groups = Object.entries(byApi).filter(([api]) => !apis || apis.includes(api));
  return groups.flatMap(([, models]) => Object.values(models)).filter(({ type }) => type === "chat");
}

function toModel({ id, name, contextWindow, maxTokens, cost, input, reasoning, thinkingLevelMap }, rules) {
  const prices = pricesOfCatalog(id, cost, rules);
  const efforts = reasoning ? effortsOf(thinkingLevelMap ?? {}) : [];
  return {
    id,
    name,
    contextWindow,
    maxOutput: maxTokens,
    ...(prices && { prices }),
    takesImages: input.includes("image"),
    reasons: reasoning,
    ...(efforts.length > 0 && { efforts }),
  };
}

/** In the source, a missing level is supported if it is a default one; null means unsupported. */
function effortsOf(levels) {
  const defaults = ["minimal", "low", "medium", "high"];
  const named = [...defaults, "xhigh"].filter(
    (level) => levels[level] === level || (!(level in levels) && defaults.includes(level)),
  );
  return levels.off === null ? named : ["none", ...named];
}
