import type { PendingApproval } from "@roo-code/types/api";
import { ChevronDown } from "lucide-react";
import type { ApprovalAnswer } from "../../data/task/task-ops.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Visible } from "../../ui/visible.tsx";
import { describeRule } from "./describe-rule.ts";

interface AlwaysMenuProps {
  readonly approval: Pick<PendingApproval, "rules" | "keptIn">;
  readonly isDisabled: boolean;
  readonly onAnswer: (answer: ApprovalAnswer) => void;
}

const scopes = [
  { keepIn: "project", label: "In this project" },
  { keepIn: "user", label: "Everywhere" },
] as const;

/** Offers to allow it from now on, with the rules and the file they are saved in. Hidden if no rule can express it safely. */
export function AlwaysMenu({ approval: { rules, keptIn }, isDisabled, onAnswer }: AlwaysMenuProps) {
  if (rules.length === 0) return null;
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" disabled={isDisabled}>
          Always <ChevronDown />
        </Button>
      }
      items={scopes.map(({ keepIn, label }) => ({
        label: (
          <span className="flex max-w-80 flex-col gap-0.5">
            <span className="font-medium">{label}</span>
            {rules.map((rule) => (
              <code key={describeRule(rule)} className="font-mono text-2xs wrap-anywhere text-ink-2">
                <Visible text={describeRule(rule)} />
              </code>
            ))}
            <span className="text-2xs wrap-anywhere text-ink-3">saved in {keptIn[keepIn]}</span>
          </span>
        ),
        onSelect: () => onAnswer({ decision: "allow", rules, keepIn }),
      }))}
    />
  );
}
