import {
  approvalSwitches,
  approvedKinds,
  areSwitchedOff,
  commandLists,
  counterpartNames,
  rulesFromLists,
  toCounterparts,
} from "../../settings/roo-keys.ts";
import { expectedValue, settingTraits } from "../../settings/setting-traits.ts";
import type { Findings } from "../findings.ts";
import { type Plain, recordOf, textOf } from "../plain-value.ts";
import { isSecretName } from "../secret-value.ts";
import { profileFields, secretFields } from "./provider-fields.ts";

const outsideSwitches = ["alwaysAllowReadOnlyOutsideWorkspace", "alwaysAllowWriteOutsideWorkspace"];
const indexSettings = "codebaseIndexConfig";
const modePrompts = "customModePrompts";

const readSettings: ReadonlySet<string> = new Set([
  ...approvalSwitches,
  ...outsideSwitches,
  ...commandLists,
  ...counterpartNames,
  indexSettings,
  modePrompts,
]);

/** Imports the settings with an equivalent here and notes the others. Profiles and modes are separate. */
export function importGlobalSettings(findings: Findings, settings: Plain, source: string): void {
  const { [indexSettings]: index, [modePrompts]: prompts } = settings;
  // Ours first: our own export writes both, and ours are more precise.
  const ours = Object.entries(settings).filter(([key]) => settingTraits.has(key));
  for (const [key, value] of [...ours, ...toCounterparts(settings), ["embeddings", embeddingsOf(index)] as const])
    if (value !== undefined && expectedValue(key, value) === undefined) findings.setSetting(key, value);
  importApprovals(findings, settings);
  excludeIndexKeys(findings, recordOf(index));
  importModePrompts(findings, recordOf(prompts), source);
  reportRest(findings, settings);
}

function importApprovals(findings: Findings, settings: Plain): void {
  const rules = rulesFromLists(settings);
  if (approvalSwitches.some((name) => settings[name] === true) && !areSwitchedOff(settings))
    findings.setSetting("autoApprove", approvedKinds(settings));
  if (rules.length > 0) findings.setSetting("approvals", rules);
  if (areSwitchedOff(settings)) findings.note("Auto-approval was switched off and was not imported.");
  for (const name of outsideSwitches.filter((candidate) => settings[candidate] === true))
    findings.note(`${name} has no equivalent: paths outside of the workspace require approval.`);
}

function excludeIndexKeys(findings: Findings, index: Plain): void {
  const keys = Object.entries(index).filter(([name, value]) => typeof value === "string" && isSecretName(name));
  for (const [, key] of keys) findings.addStraySecret(String(key));
  if (keys.length > 0) findings.note("The key of the code index was not copied; it comes from the environment.");
}

/** Additional instructions for a built-in mode become a rule; another role would be another mode. */
function importModePrompts(findings: Findings, prompts: Plain, source: string): void {
  for (const [slug, prompt] of Object.entries(prompts)) {
    const { customInstructions, ...rest } = recordOf(prompt);
    const content = textOf(customInstructions);
    if (content !== undefined)
      findings.addFile({ path: `rules-${slug}/roo-code.md`, content: `${content}\n`, source, scope: "user" });
    const others = Object.keys(rest).filter((key) => textOf(rest[key]) !== undefined);
    if (others.length > 0)
      findings.note(`Mode ${slug} had another ${others.sort().join(", ")}; create a custom mode with: roo modes new.`);
  }
}

function reportRest(findings: Findings, settings: Plain): void {
  const rest: string[] = [];
  for (const [key, value] of Object.entries(settings)) {
    if (value === null || value === undefined || isRead(key)) continue;
    if (secretFields.has(key) || (typeof value === "string" && isSecretName(key)))
      importStraySecret(findings, key, value);
    else rest.push(key);
  }
  if (rest.length > 0) findings.note(`Settings without an equivalent here: ${rest.sort().join(", ")}.`);
}

function isRead(key: string): boolean {
  return settingTraits.has(key) || readSettings.has(key) || ignoredSettings.has(key) || profileFields.has(key);
}

function importStraySecret(findings: Findings, key: string, value: unknown): void {
  if (typeof value === "string") findings.addStraySecret(value);
  findings.note(`${key} is a key that no profile uses; it was not copied.`);
}

/** Roo Code's code index settings under our names; undefined if it was switched off. */
function embeddingsOf(value: unknown): Plain | undefined {
  const config = recordOf(value);
  if (config.codebaseIndexEnabled !== true) return undefined;
  const storeUrl = textOf(config.codebaseIndexQdrantUrl);
  const settings = {
    embedder: textOf(config.codebaseIndexEmbedderProvider),
    model: textOf(config.codebaseIndexEmbedderModelId),
    baseUrl: textOf(config.codebaseIndexOpenAiCompatibleBaseUrl) ?? textOf(config.codebaseIndexEmbedderBaseUrl),
    dimensions: config.codebaseIndexEmbedderModelDimension,
    store: storeUrl === undefined ? undefined : "qdrant",
    storeUrl,
  };
  const present = Object.entries(settings).filter(([, found]) => found !== undefined);
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}

/** Read elsewhere, or UI state: neither imported nor noted. */
const ignoredSettings: ReadonlySet<string> = new Set(
  [
    "currentApiConfigName listApiConfigMeta modeApiConfigs customModes taskHistory",
    "lastShownAnnouncementId dismissedUpsells pinnedApiConfigs hasOpenedModeSelector historyPreviewCollapsed",
    "lastModeExportPath lastModeImportPath lastSettingsExportPath lastTaskExportPath lastImageSavePath",
  ].flatMap((line) => line.split(" ")),
);
