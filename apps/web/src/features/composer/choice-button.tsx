import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../ui/button.tsx";

export interface ChoiceButtonProps extends ComponentProps<"button"> {
  /** What is chosen with it. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly chosen: string;
}

/** Opens a menu and says what is chosen now. */
export function ChoiceButton({ label, icon, chosen, ...rest }: ChoiceButtonProps) {
  return (
    <Button look="quiet" size="sm" aria-label={`${label}: ${chosen}`} {...rest}>
      {icon}
      <span className="max-w-40 truncate">{chosen}</span>
      <ChevronDown className="!size-3 text-ink-3" aria-hidden />
    </Button>
  );
}
