import type { ApiSetting } from "@roo-code/types/api";
import { RotateCcw } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { isFixed, OriginBadge } from "./origin-badge.tsx";
import { SettingControl } from "./setting-control.tsx";
import type { DescribedSetting } from "./setting-form.ts";
import { useChangeSettings, type WritableLayer } from "./use-settings.ts";

export interface SettingRowProps {
  readonly workspaceId: string;
  readonly described: DescribedSetting;
  readonly setting: ApiSetting | undefined;
  /** Where a change is kept. */
  readonly layer: WritableLayer;
  /** In words of people, where the key alone is not. */
  readonly title?: string;
}

/** One setting: what it is, what holds, from where, and how to change it. */
export function SettingRow({ workspaceId, described, setting, layer, title }: SettingRowProps) {
  const change = useChangeSettings(workspaceId);
  const { key, description, form } = described;
  const write = (value: unknown) => change.mutate({ layer, values: { [key]: value } });
  const canReset = setting?.layer === layer;
  return (
    <div
      role="group"
      aria-labelledby={`setting-${key}`}
      className="flex flex-col gap-2 px-4 py-3 sm:flex-row sm:items-start sm:gap-6"
    >
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <span id={`setting-${key}`} className="text-sm font-medium">
            {title ?? key}
          </span>
          <OriginBadge origin={setting} />
          {canReset && (
            <IconButton label={`Reset ${title ?? key}`} className="size-6" onClick={() => write(null)}>
              <RotateCcw />
            </IconButton>
          )}
        </div>
        <p className="text-xs text-ink-2">{description}</p>
        {isFixed(setting) && (
          <p className="text-xs text-warn">
            {setting?.source ?? "The command line"} takes precedence; a change here has no effect.
          </p>
        )}
      </div>
      <div className="w-full sm:w-60 sm:shrink-0">
        <SettingControl
          form={form}
          label={title ?? key}
          value={setting?.value}
          isDisabled={isFixed(setting) || change.isPending}
          onWrite={write}
        />
      </div>
    </div>
  );
}
