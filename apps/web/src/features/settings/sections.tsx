import { Cpu, Drama, Gauge, Paintbrush, Plug, ShieldCheck, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { AppearanceSection } from "./appearance-section.tsx";
import { ApprovalsSection } from "./approvals/approvals-section.tsx";
import { McpSection } from "./mcp/mcp-section.tsx";
import { ModesSection } from "./modes/modes-section.tsx";
import { ProvidersSection } from "./profiles/providers-section.tsx";
import { AllSettingsSection, BudgetSection } from "./values/settings-sections.tsx";
import type { SectionProps } from "./values/use-settings.ts";

interface SettingsSection {
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
    about: "Models and providers, how to reach them, and fallbacks.",
    icon: <Cpu />,
    Content: ProvidersSection,
  },
  {
    id: "modes",
    title: "Modes",
    about: "Roles for the agent: instructions, tools, and the files each may edit.",
    icon: <Drama />,
    Content: ModesSection,
  },
  {
    id: "mcp",
    title: "MCP servers",
    about: "Programs and services that add tools.",
    icon: <Plug />,
    Content: McpSection,
  },
  {
    id: "approvals",
    title: "Approvals",
    about: "What the agent may do without asking, and what it may never do.",
    icon: <ShieldCheck />,
    Content: ApprovalsSection,
  },
  {
    id: "budget",
    title: "Budget",
    about: "Limits that stop a run. Empty means no limit.",
    icon: <Gauge />,
    Content: BudgetSection,
  },
  {
    id: "appearance",
    title: "Appearance",
    about: "Theme, and signing out of this browser.",
    icon: <Paintbrush />,
    Content: AppearanceSection,
  },
  {
    id: "all",
    title: "All settings",
    about: "Every setting, its value, and where it comes from.",
    icon: <SlidersHorizontal />,
    Content: AllSettingsSection,
  },
];
