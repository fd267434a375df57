import { Segmented } from "../../../ui/segmented.tsx";
import type { WritableLayer } from "./use-settings.ts";

const layers = [
  { value: "user", label: "All folders" },
  { value: "project", label: "This folder" },
] as const;

export interface LayerChoiceProps {
  readonly layer: WritableLayer;
  readonly onChange: (layer: WritableLayer) => void;
}

/** Whether a change is for all folders or goes with this one. */
export function LayerChoice({ layer, onChange }: LayerChoiceProps) {
  return <Segmented label="Apply to" value={layer} options={layers} onChange={onChange} />;
}
