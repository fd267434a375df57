import { type ApprovalKind, approvalKinds, kindsInAll } from "@roo-code/types";
import { type Flag, InvalidValue } from "./command-line.ts";

/** `edit,command` → those kinds; `all` is everything but `protected` and `destructive`. */
export const autoApprove: Flag<ReadonlySet<ApprovalKind>> = {
  placeholder: "LIST",
  about: `approve without asking: ${approvalKinds.join(", ")}; "all" means all but the last two`,
  parse: (list) => new Set(list.split(",").flatMap((word) => named(word.trim()))),
};

function named(word: string): readonly ApprovalKind[] {
  if (word === "") return [];
  const found = word === "all" ? kindsInAll : approvalKinds.filter((kind) => kind === word);
  if (found.length === 0) throw new InvalidValue(`"${word}" is not one of ${approvalKinds.join(", ")}, all.`);
  return found;
}
