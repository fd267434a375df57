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
import { embeddingsOf } from "./embeddings-of.ts";
import { profileFields, secretFields } from "./provider-fields.ts";
import { silentSettings } from "./silent-settings.ts";

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

/** Settings that mean something here; the others are named. Profiles and modes are apart. */
export function bringGlobalSettings(findings: Findings, settings: Plain, source: string): void {
  const { [indexSettings]: index, [modePrompts]: prompts } = settings;
  // Ours first: our own export writes both, and ours say more.
  const ours = Object.entries(settings).filter(([key]) => settingTraits.has(key));
  for (const [key, value] of [...ours, ...toCounterparts(settings), ["embeddings", embeddingsOf(index)] as const])
    if (value !== undefined && expectedValue(key, value) === undefined) findings.setSetting(key, value);
  bringApprovals(findings, settings);
  keepOutIndexKeys(findings, recordOf(index));
  bringModePrompts(findings, recordOf(prompts), source);
  reportRest(findings, settings);
}

function bringApprovals(findings: Findings, settings: Plain): void {
  const rules = rulesFromLists(settings);
  if (approvalSwitches.some((name) => settings[name] === true) && !areSwitchedOff(settings))
    findings.setSetting("autoApprove", approvedKinds(settings));
  if (rules.length > 0) findings.setSetting("approvals", rules);
  if (areSwitchedOff(settings))
    findings.note("What was to be approved in advance was switched off as a whole, and is not brought over.");
  for (const name of outsideSwitches.filter((candidate) => settings[candidate] === true))
    findings.note(`${name} has no counterpart: paths outside the workspace are asked about.`);
}

function keepOutIndexKeys(findings: Findings, index: Plain): void {
  const keys = Object.entries(index).filter(([name, value]) => typeof value === "string" && isSecretName(name));
  for (const [, key] of keys) findings.addStrayKey(String(key));
  if (keys.length > 0) findings.note("The key of the code index was not copied; it comes from the environment.");
}

/** What a built-in mode was told in addition is a rule for that mode; another role would be another mode. */
function bringModePrompts(findings: Findings, prompts: Plain, source: string): void {
  for (const [slug, prompt] of Object.entries(prompts)) {
    const { customInstructions, ...rest } = recordOf(prompt);
    const content = textOf(customInstructions);
    if (content !== undefined)
      findings.addFile({ path: `rules-${slug}/roo-code.md`, content: `${content}\n`, source, scope: "user" });
    const others = Object.keys(rest).filter((key) => textOf(rest[key]) !== undefined);
    if (others.length > 0)
      findings.note(`Mode ${slug} had another ${others.sort().join(", ")}; make a mode of your own: roo modes new.`);
  }
}

function reportRest(findings: Findings, settings: Plain): void {
  const rest: string[] = [];
  for (const [key, value] of Object.entries(settings)) {
    if (value === null || value === undefined || isRead(key)) continue;
    if (secretFields.has(key) || (typeof value === "string" && isSecretName(key)))
      bringStraySecret(findings, key, value);
    else rest.push(key);
  }
  if (rest.length > 0) findings.note(`Settings without a counterpart here: ${rest.sort().join(", ")}.`);
}

function isRead(key: string): boolean {
  return settingTraits.has(key) || readSettings.has(key) || silentSettings.has(key) || profileFields.has(key);
}

function bringStraySecret(findings: Findings, key: string, value: unknown): void {
  if (typeof value === "string") findings.addStrayKey(value);
  findings.note(`${key} is a key that no profile uses; it was not copied.`);
}
