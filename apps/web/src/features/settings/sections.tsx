import { Cpu, Drama, Gauge, Paintbrush, Plug, ShieldCheck, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { AppearanceSection } from "./appearance-section.tsx";
import { ApprovalsSection } from "./approvals/approvals-section.tsx";
import { McpSection } from "./mcp/mcp-section.tsx";
import { ModesSection } from "./modes/modes-section.tsx";
import { ProvidersSection } from "./profiles/providers-section.tsx";
import type { SectionProps } from "./section-props.ts";
import { AllSettingsSection } from "./values/all-settings-section.tsx";
import { BudgetSection } from "./values/budget-section.tsx";

export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly icon: ReactNode;
  readonly Content: (props: SectionProps) => ReactNode;
}

export const sections: readonly SettingsSection[] = [
  {
    id: "providers",
    title: "Models",
    about: "Which models work for you, how they are reached, and who stands in when one is down.",
    icon: <Cpu />,
    Content: ProvidersSection,
  },
  {
    id: "modes",
    title: "Modes",
    about: "Roles for the agent: what each is told, and which tools and files it may use.",
    icon: <Drama />,
    Content: ModesSection,
  },
  {
    id: "mcp",
    title: "MCP servers",
    about: "Programs and services that bring tools of their own.",
    icon: <Plug />,
    Content: McpSection,
  },
  {
    id: "approvals",
    title: "Approvals",
    about: "What may be done without asking, and what never.",
    icon: <ShieldCheck />,
    Content: ApprovalsSection,
  },
  {
    id: "budget",
    title: "Budget",
    about: "Where a run stops by itself. An empty limit does not limit.",
    icon: <Gauge />,
    Content: BudgetSection,
  },
  {
    id: "appearance",
    title: "Appearance",
    about: "How this browser shows it all, and signing it out.",
    icon: <Paintbrush />,
    Content: AppearanceSection,
  },
  {
    id: "all",
    title: "All settings",
    about: "Every value that can be set, and where the one that counts comes from.",
    icon: <SlidersHorizontal />,
    Content: AllSettingsSection,
  },
];
