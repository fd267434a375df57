import type { Migration } from "./migration.ts";
import { approvalSwitches, approvedKinds, commandLists, rulesOfLists } from "./roo-approvals.ts";
import { counterpartNames, toCounterparts } from "./roo-counterparts.ts";

const profileName = "currentApiConfigName";
const olderKeys = [...approvalSwitches, ...commandLists, ...counterpartNames, profileName];

/** The flat keys that Roo Code kept in its global state. A key of today that is there too has the last word. */
export const migrateRooKeys: Migration = {
  version: 1,
  migrate(values) {
    const found = olderKeys.filter((key) => Object.hasOwn(values, key));
    if (found.length === 0) return undefined;
    const rules = rulesOfLists(values);
    const today = toCounterparts(values);
    if (found.some((key) => approvalSwitches.includes(key))) today.set("autoApprove", approvedKinds(values));
    if (rules.length > 0) today.set("approvals", rules);
    if (Object.hasOwn(values, profileName)) today.set("profile", values[profileName]);
    const changes = new Map<string, unknown>(found.map((key) => [key, undefined]));
    for (const [key, value] of today) if (!Object.hasOwn(values, key)) changes.set(key, value);
    return { changes, ...(rules.length > 0 && { remark: rulesRemark }) };
  },
};

const rulesRemark =
  "Lists of commands became rules, which cover whole words: `git` no longer allows `gitk`, and what is denied is denied even where a longer rule allows it.";
