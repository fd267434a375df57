import type { ApprovalKind, Profile } from "@roo-code/types";
import type { Findings } from "../findings.ts";
import { textList } from "../mcp/read-servers.ts";
import { type Plain, recordOf, textOf } from "../plain-value.ts";
import { holdsSecret, isSecretName } from "../secret-value.ts";

const known = new Set(["$schema", "model", "env", "permissions", "language", "apiKeyHelper"]);

/** Brings the user's `settings.json` over: a profile, what is approved, the language. */
export function bringClaudeSettings(findings: Findings, files: { settings: Plain; account: Plain }): void {
  const { settings, account } = files;
  const env = recordOf(settings.env);
  bringProfile(findings, { settings, env, account });
  bringPermissions(findings, recordOf(settings.permissions));
  findings.setSetting("language", textOf(settings.language));
  if (settings.apiKeyHelper !== undefined)
    findings.note("apiKeyHelper is a program that gives a key; put the key into the profile instead.");
  const others = Object.keys(settings).filter((key) => !known.has(key));
  if (others.length > 0)
    findings.note(`Settings of Claude Code without a counterpart here: ${others.sort().join(", ")}.`);
  bringEnvironment(findings, env);
}

function bringProfile(findings: Findings, files: { settings: Plain; env: Plain; account: Plain }): void {
  const { settings, env, account } = files;
  const model = textOf(settings.model) ?? textOf(env.ANTHROPIC_MODEL);
  const url = textOf(env.ANTHROPIC_BASE_URL);
  const key = textOf(env.ANTHROPIC_API_KEY) ?? textOf(env.ANTHROPIC_AUTH_TOKEN) ?? textOf(account.primaryApiKey);
  if (model === undefined && url === undefined && key === undefined) return;
  const isAlias = model !== undefined && !/\d/.test(model);
  if (isAlias)
    findings.note(`The model "${model}" is a short name of Claude Code; choose a model for the profile claude-code.`);
  const region = textOf(env.AWS_REGION);
  const profile: Profile = {
    apiProvider: providerOf(env),
    ...(model !== undefined && !isAlias && { apiModelId: model }),
    ...(url !== undefined && { apiBaseUrl: url }),
    ...(region !== undefined && { awsRegion: region }),
  };
  const name = findings.addProfile("claude-code", profile, new Map(key === undefined ? [] : [["apiKey", key]]));
  findings.setSetting("profile", name);
}

function providerOf(env: Plain): string {
  if (isOn(env.CLAUDE_CODE_USE_BEDROCK)) return "bedrock";
  return isOn(env.CLAUDE_CODE_USE_VERTEX) ? "vertex" : "anthropic";
}

function isOn(value: unknown): boolean {
  return value === "1" || value === "true" || value === true || value === 1;
}

const kindOfRule: Readonly<Record<string, ApprovalKind>> = {
  Read: "read",
  Edit: "edit",
  Write: "edit",
  Bash: "command",
  WebFetch: "browser",
};

/** Only rules for a whole tool have a counterpart; one for some of its uses would become one for all. */
function bringPermissions(findings: Findings, permissions: Plain): void {
  const kinds = new Set<ApprovalKind>();
  const allowed = textList(permissions.allow);
  for (const rule of allowed) {
    const kind = kindOfRule[rule.replace(/\(\*{0,2}\)$/, "")];
    if (kind) kinds.add(kind);
  }
  if (permissions.defaultMode === "acceptEdits") kinds.add("edit");
  if (permissions.defaultMode === "plan") findings.setSetting("mode", "architect");
  if (permissions.defaultMode === "bypassPermissions")
    findings.note("bypassPermissions was not brought over: here everything is asked about until you allow it.");
  if (kinds.size > 0) findings.setSetting("autoApprove", [...kinds]);
  const rules = [
    ...allowed.filter((rule) => !kindOfRule[rule.replace(/\(\*{0,2}\)$/, "")]),
    ...textList(permissions.deny),
    ...textList(permissions.ask),
  ];
  if (rules.length > 0)
    findings.note(`Permission rules for single commands and files were not brought over: ${rules.length}.`);
}

/** Variables that Claude Code sets for itself and its commands; their values may be secret. */
function bringEnvironment(findings: Findings, env: Plain): void {
  const names = Object.keys(env).filter(
    (name) => !/^(ANTHROPIC_(MODEL|BASE_URL|API_KEY|AUTH_TOKEN)|AWS_REGION|CLAUDE_CODE_USE_\w+)$/.test(name),
  );
  for (const [name, value] of Object.entries(env))
    if (typeof value === "string" && (isSecretName(name) || holdsSecret(value))) findings.addStrayKey(value);
  if (names.length > 0)
    findings.note(`Environment variables set by Claude Code stay there: ${names.sort().join(", ")}.`);
}
