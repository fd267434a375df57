import type { SettingLayer } from "@roo-code/types";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";

export interface Origin {
  readonly layer: SettingLayer;
  readonly source?: string | undefined;
}

const layers: Record<SettingLayer, { readonly label: string; readonly tone: Tone; readonly about: string }> = {
  default: { label: "default", tone: "neutral", about: "Built-in default" },
  editor: { label: "editor", tone: "neutral", about: "Set in the editor" },
  user: { label: "yours", tone: "accent", about: "Set by you, for all folders" },
  project: { label: "this folder", tone: "ok", about: "Set by the folder" },
  local: { label: "yours, here", tone: "accent", about: "Set by you, for this folder only" },
  environment: { label: "environment", tone: "warn", about: "Set by an environment variable" },
  program: { label: "command line", tone: "warn", about: "Set when the program was started" },
};

/** Where the effective value comes from. */
export function OriginBadge({ origin }: { readonly origin: Origin | undefined }) {
  const { layer, source } = origin ?? { layer: "default", source: undefined };
  const { label, tone, about } = layers[layer];
  return (
    <Tooltip text={source ? `${about}: ${source}` : about}>
      {/* A button, so that the tooltip can be reached with the keyboard. */}
      <button type="button" className="inline-flex rounded-full" aria-label={`Origin: ${label}. ${about}`}>
        <Badge tone={tone}>{label}</Badge>
      </button>
    </Tooltip>
  );
}

/** Overrides all files: a value set in one would have no effect. */
export function isFixed(origin: Origin | undefined): boolean {
  return origin?.layer === "environment" || origin?.layer === "program";
}
