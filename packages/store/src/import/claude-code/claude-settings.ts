import type { Profile } from "@roo-code/types";
import type { Findings } from "../findings.ts";
import { textList } from "../mcp/read-servers.ts";
import { type Plain, recordOf, textOf } from "../plain-value.ts";
import { holdsSecret, isSecretName } from "../secret-value.ts";
import { ruleOf, wholeKind } from "./claude-rule.ts";

const known = new Set(["$schema", "model", "env", "permissions", "language", "apiKeyHelper"]);

/** Imports the user's `settings.json`: a profile, approvals, the language. */
export function importClaudeSettings(
  findings: Findings,
  { settings, account, homeFolder }: { settings: Plain; account: Plain; homeFolder: string },
): void {
  const env = recordOf(settings.env);
  importProfile(findings, { settings, env, account });
  importPermissions(findings, recordOf(settings.permissions), homeFolder);
  findings.setSetting("language", textOf(settings.language));
  if (settings.apiKeyHelper !== undefined)
    findings.note("apiKeyHelper is a program that prints a key; put the key into the profile instead.");
  const others = Object.keys(settings).filter((key) => !known.has(key));
  if (others.length > 0)
    findings.note(`Settings of Claude Code without an equivalent here: ${others.sort().join(", ")}.`);
  importEnvironment(findings, env);
}

function importProfile(findings: Findings, files: { settings: Plain; env: Plain; account: Plain }): void {
  const { settings, env, account } = files;
  const model = textOf(settings.model) ?? textOf(env.ANTHROPIC_MODEL);
  const url = textOf(env.ANTHROPIC_BASE_URL);
  const key = textOf(env.ANTHROPIC_API_KEY) ?? textOf(env.ANTHROPIC_AUTH_TOKEN) ?? textOf(account.primaryApiKey);
  if (model === undefined && url === undefined && key === undefined) return;
  const isAlias = model !== undefined && !/\d/.test(model);
  if (isAlias)
    findings.note(`The model "${model}" is a short name of Claude Code; choose a model for the profile claude-code.`);
  const apiProvider = providerOf(env);
  const region = textOf(apiProvider === "bedrock" ? env.AWS_REGION : env.CLOUD_ML_REGION);
  const project = textOf(env.ANTHROPIC_VERTEX_PROJECT_ID);
  const profile: Profile = {
    apiProvider,
    apiModelId: model !== undefined && !isAlias ? model : undefined,
    apiBaseUrl: url,
    apiKey: key,
    region,
    project,
  };
  findings.setSetting("profile", findings.addProfile("claude-code", profile));
}

function providerOf(env: Plain): string {
  if (isOn(env.CLAUDE_CODE_USE_BEDROCK)) return "bedrock";
  return isOn(env.CLAUDE_CODE_USE_VERTEX) ? "vertex-claude" : "anthropic";
}

function isOn(value: unknown): boolean {
  return value === "1" || value === "true" || value === true || value === 1;
}

/** Rules that allow a whole tool become auto-approved kinds; all others become rules. */
function importPermissions(findings: Findings, permissions: Plain, homeFolder: string): void {
  const allowed = textList(permissions.allow);
  const kinds = new Set(allowed.flatMap((rule) => wholeKind(rule) ?? []));
  if (permissions.defaultMode === "acceptEdits") kinds.add("edit");
  if (permissions.defaultMode === "plan") findings.setSetting("mode", "architect");
  if (permissions.defaultMode === "bypassPermissions")
    findings.note("bypassPermissions was not imported: here everything requires approval until you allow it.");
  if (kinds.size > 0) findings.setSetting("autoApprove", [...kinds]);
  const written = [
    ...textList(permissions.deny).map((rule) => ["deny", rule] as const),
    ...textList(permissions.ask).map((rule) => ["ask", rule] as const),
    ...allowed.filter((rule) => wholeKind(rule) === undefined).map((rule) => ["allow", rule] as const),
  ];
  const rules = written.map(([action, rule]) => ruleOf(action, rule, homeFolder));
  const usable = rules.filter((rule) => rule !== undefined);
  if (usable.length > 0) findings.setSetting("approvals", usable);
  const lost = written.filter((_, index) => rules[index] === undefined).map(([action, rule]) => `${action} ${rule}`);
  if (lost.length > 0) findings.note(`Permission rules without an equivalent here: ${lost.join(", ")}.`);
}

/** Variables that Claude Code sets for itself and its commands; their values may be secret. */
function importEnvironment(findings: Findings, env: Plain): void {
  const names = Object.keys(env).filter(
    (name) =>
      !/^(ANTHROPIC_(MODEL|BASE_URL|API_KEY|AUTH_TOKEN|VERTEX_PROJECT_ID)|AWS_REGION|CLOUD_ML_REGION|CLAUDE_CODE_USE_\w+)$/.test(
        name,
      ),
  );
  for (const [name, value] of Object.entries(env))
    if (typeof value === "string" && (isSecretName(name) || holdsSecret(value))) findings.addStraySecret(value);
  if (names.length > 0)
    findings.note(`Environment variables set by Claude Code stay there: ${names.sort().join(", ")}.`);
}
