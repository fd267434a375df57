import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Card } from "../../../ui/card.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { Failed, Loading } from "../../../ui/states.tsx";
import { type DescribedSetting, describeSettings } from "./setting-form.ts";
import { SettingRow } from "./setting-row.tsx";
import { useSettings, type WritableLayer } from "./use-settings.ts";

interface SettingsCardProps {
  readonly workspaceId: string;
  readonly title: string;
  /** Selects and orders the settings to show. */
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
              title={titles[described.key]}
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

interface Notice {
  readonly code: string;
  readonly message: string;
  readonly source: string;
}

/** Warnings about the settings files. */
function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 rounded-lg bg-warn-soft px-4 py-2 text-sm text-warn">
      {notices.map(({ message, source }) => (
        <li key={`${source} ${message}`} className="flex gap-2">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0 break-words">
            {message} <span className="text-xs">({source})</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const layers = [
  { value: "user", label: "All folders" },
  { value: "project", label: "This folder" },
] as const;

interface LayerChoiceProps {
  readonly layer: WritableLayer;
  readonly onChange: (layer: WritableLayer) => void;
}

/** Whether a change applies to all folders or to this one. */
export function LayerChoice({ layer, onChange }: LayerChoiceProps) {
  return <Segmented label="Apply to" value={layer} options={layers} onChange={onChange} />;
}
