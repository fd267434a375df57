import { useState } from "react";
import { Card } from "../../../ui/card.tsx";
import { Failed, Loading } from "../../../ui/states.tsx";
import { LayerChoice } from "./layer-choice.tsx";
import { Notices } from "./notices.tsx";
import { type DescribedSetting, describeSettings } from "./setting-form.ts";
import { SettingRow } from "./setting-row.tsx";
import { useSettings, type WritableLayer } from "./use-settings.ts";

export interface SettingsCardProps {
  readonly workspaceId: string;
  readonly title: string;
  /** Which of all settings, and in what order. */
  readonly choose: (described: readonly DescribedSetting[]) => readonly DescribedSetting[];
  readonly titles?: Readonly<Record<string, string>>;
}

export function SettingsCard({ workspaceId, title, choose, titles = {} }: SettingsCardProps) {
  const { data, error, refetch, find } = useSettings(workspaceId);
  const [layer, setLayer] = useState<WritableLayer>("user");
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Loading settings" />;
  return (
    <>
      <Notices notices={data.notices} />
      <Card title={title} actions={<LayerChoice layer={layer} onChange={setLayer} />}>
        <div className="divide-y">
          {choose(describeSettings(data.schema)).map((described) => (
            <SettingRow
              key={described.key}
              workspaceId={workspaceId}
              described={described}
              setting={find(described.key)}
              layer={layer}
              {...(titles[described.key] !== undefined && { title: titles[described.key] })}
            />
          ))}
        </div>
        <p className="border-t px-4 py-2 text-xs break-all text-ink-3">
          Saved in {layer === "user" ? data.files.user : data.files.project}
        </p>
      </Card>
    </>
  );
}
